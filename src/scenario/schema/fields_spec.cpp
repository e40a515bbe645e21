#include "tether/scenario/schema/fields_spec.hpp"

#include <cmath>

#include <fmt/format.h>

namespace tether::scenario {

namespace {

template <class T>
struct Bound {
  T value;
  bool exists;
  bool allowed;  // the bound itself
};

template <class T>
std::string bounds_text(const Bound<T>& lower, const Bound<T>& upper) {
  if (lower.exists && upper.exists) {
    return fmt::format("in {}{}, {}{}", lower.allowed ? '[' : '(', lower.value, upper.value,
                       upper.allowed ? ']' : ')');
  }
  if (lower.exists) return fmt::format("{} {}", lower.allowed ? "at least" : "above", lower.value);
  if (upper.exists) return fmt::format("{} {}", upper.allowed ? "at most" : "below", upper.value);
  return "";
}

}  // namespace

std::string bounds(const NumberSpec& spec) {
  const bool lower_allowed = spec.min > spec.above;
  const bool upper_allowed = spec.max < spec.below;
  const double lower = lower_allowed ? spec.min : spec.above;
  const double upper = upper_allowed ? spec.max : spec.below;
  return bounds_text<double>({lower, std::isfinite(lower), lower_allowed},
                             {upper, std::isfinite(upper), upper_allowed});
}

std::string bounds(const IntegerSpec& spec) {
  using Limits = std::numeric_limits<std::int64_t>;
  return bounds_text<std::int64_t>({spec.min, spec.min != Limits::min(), true},
                                   {spec.max, spec.max != Limits::max(), true});
}

bool within(const NumberSpec& spec, double value) noexcept {
  const bool above_lower = value >= spec.min && (value > spec.above || std::isinf(spec.above));
  const bool below_upper = value <= spec.max && (value < spec.below || std::isinf(spec.below));
  return above_lower && below_upper;
}

bool within(const IntegerSpec& spec, std::int64_t value) noexcept {
  return value >= spec.min && value <= spec.max;
}

std::string to_string(const Count& count) {
  if (count.min == count.max) return fmt::format("{}", count.min);
  return fmt::format("{} to {}", count.min, count.max);
}

}  // namespace tether::scenario
