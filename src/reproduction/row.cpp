#include "tether/reproduction/row.hpp"

#include <cmath>

#include <fmt/format.h>

namespace tether::reproduction {
namespace {

bool within_spread(const Row& row) noexcept {
  const double difference = std::abs(row.ours->value - row.theirs->value);
  const double both = std::hypot(row.theirs->spread.value_or(0), row.ours->spread.value_or(0));
  return difference <= row.resolution || difference <= both;
}

}  // namespace

std::string_view to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::better:
      return "better";
    case Verdict::equal:
      return "equal within spread";
    case Verdict::worse:
      return "worse";
    case Verdict::not_comparable:
      break;
  }
  return "not comparable";
}

Verdict judge(const Row& row) noexcept {
  if (!row.not_comparable.empty() || !row.theirs || !row.ours) return Verdict::not_comparable;
  const double theirs = row.theirs->value;
  const double ours = row.ours->value;
  // what is not a number is nothing to be proud of
  if (!std::isfinite(theirs) || !std::isfinite(ours)) return Verdict::worse;
  switch (row.aim) {
    case Aim::at_most:
      return ours <= theirs + row.resolution ? Verdict::better : Verdict::worse;
    case Aim::at_least:
      return ours >= theirs - row.resolution ? Verdict::better : Verdict::worse;
    case Aim::same:
      return within_spread(row) ? Verdict::equal : Verdict::worse;
    case Aim::lower:
    case Aim::higher:
      break;
  }
  if (within_spread(row)) return Verdict::equal;
  return (ours < theirs) == (row.aim == Aim::lower) ? Verdict::better : Verdict::worse;
}

std::optional<double> ratio(const Row& row) noexcept {
  if (!row.theirs || !row.ours || row.theirs->value == 0) return std::nullopt;
  return row.ours->value / row.theirs->value;
}

std::string objection(const Row& row) {
  if (row.id.empty() || row.quantity.empty()) return "a row without a name";
  const Verdict verdict = judge(row);
  if (verdict == Verdict::not_comparable && row.not_comparable.empty()) {
    return fmt::format("{}: not comparable without a reason", row.id);
  }
  if (verdict == Verdict::worse && row.cause.empty()) {
    return fmt::format("{}: worse without a cause", row.id);
  }
  return "";
}

}  // namespace tether::reproduction
