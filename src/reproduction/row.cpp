#include "tether/reproduction/row.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace tether::reproduction {
namespace {

constexpr std::array<std::string_view, kVerdicts> kNames{
    "better", "agrees", "differs", "worse", "input", "fitted", "by construction", "not comparable"};

bool has_direction(Aim aim) noexcept {
  return aim != Aim::same && aim != Aim::below && aim != Aim::above;
}

// there is something to compare
bool complete(const Row& row) noexcept {
  return row.not_comparable.empty() && row.theirs && row.ours && row.origin != Origin::unstated;
}

// where the document's figure is a bound or a claim, no test is needed
std::optional<bool> holds(const Row& row) noexcept {
  const double above = row.ours->value - row.theirs->value;
  switch (row.aim) {
    case Aim::at_most:
    case Aim::below:
      return above <= row.resolution;
    case Aim::at_least:
    case Aim::above:
      return above >= -row.resolution;
    case Aim::lower:
    case Aim::higher:
    case Aim::same:
      break;
  }
  return std::nullopt;
}

std::optional<FigureTest> test_of(const Row& row) {
  if (!row.theirs || !row.ours || holds(row)) return std::nullopt;
  return test(*row.theirs, *row.ours, row.resolution);
}

bool differ(const Row& row) {
  if (const auto tested = test_of(row)) return tested->p < kSignificant;
  return std::abs(row.ours->value - row.theirs->value) > row.resolution;
}

bool known_well(const Row& row) {
  const auto tested = test_of(row);
  const double enough = std::max(kAgreementShare * std::abs(row.theirs->value), row.resolution);
  return !tested || tested->half_width <= enough;
}

// what the figures alone say
RowVerdict by_figures(const Row& row) {
  const bool direction = has_direction(row.aim);
  const RowVerdict adverse = direction ? RowVerdict::worse : RowVerdict::differs;
  // what is not a number is nothing to be proud of
  if (!std::isfinite(row.theirs->value) || !std::isfinite(row.ours->value)) return adverse;
  if (const auto kept = holds(row)) return *kept ? RowVerdict::agrees : adverse;
  if (!differ(row)) return known_well(row) ? RowVerdict::agrees : RowVerdict::not_comparable;
  const bool good = (row.ours->value < row.theirs->value) == (row.aim == Aim::lower);
  return direction && good ? RowVerdict::better : adverse;
}

RowVerdict label(Origin origin) noexcept {
  switch (origin) {
    case Origin::input:
      return RowVerdict::input;
    case Origin::fitted:
      return RowVerdict::fitted;
    case Origin::by_construction:
      return RowVerdict::by_construction;
    case Origin::unstated:
    case Origin::measured:
      break;
  }
  return RowVerdict::not_comparable;
}

}  // namespace

std::string_view to_string(RowVerdict verdict) noexcept {
  return kNames.at(static_cast<std::size_t>(verdict));
}

RowVerdict judge(const Row& row) {
  if (!complete(row)) return RowVerdict::not_comparable;
  const RowVerdict found = by_figures(row);
  if (row.origin == Origin::measured) return found;
  const bool adverse = found == RowVerdict::differs || found == RowVerdict::worse;
  return adverse ? found : label(row.origin);
}

std::string reason(const Row& row) {
  if (!row.not_comparable.empty() || judge(row) != RowVerdict::not_comparable) {
    return row.not_comparable;
  }
  const auto tested = complete(row) ? test_of(row) : std::nullopt;
  if (!tested) return "";
  return fmt::format(
      "too few values to decide: the difference is {:.3g} ± {:.2g}{}{} at a confidence of 95 %",
      tested->difference, tested->half_width, row.unit.empty() ? "" : " ", row.unit);
}

std::optional<double> p_value(const Row& row) {
  const auto tested = test_of(row);
  return tested ? std::optional(tested->p) : std::nullopt;
}

std::optional<double> ratio(const Row& row) noexcept {
  if (!row.theirs || !row.ours || row.theirs->value == 0) return std::nullopt;
  return row.ours->value / row.theirs->value;
}

std::string objection(const Row& row) {
  if (row.id.empty() || row.quantity.empty()) return "a row without a name";
  const RowVerdict verdict = judge(row);
  const bool adverse = verdict == RowVerdict::differs || verdict == RowVerdict::worse;
  if (adverse && row.cause.empty()) {
    return fmt::format("{}: {} without a cause", row.id, to_string(verdict));
  }
  if (verdict != RowVerdict::not_comparable) {
    const bool noted = row.origin == Origin::measured || !row.origin_note.empty();
    return noted ? "" : fmt::format("{}: does not say what was put in", row.id);
  }
  if (!reason(row).empty()) return "";
  const bool unstated = row.theirs && row.ours && row.origin == Origin::unstated;
  return fmt::format(
      "{}: {}", row.id,
      unstated ? "does not say where ours comes from" : "not comparable without a reason");
}

}  // namespace tether::reproduction
