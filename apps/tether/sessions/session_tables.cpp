#include "apps/tether/sessions/session_tables.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "tether/core/text_width.hpp"
#include "tether/report/text_table.hpp"

namespace tether::apps {
namespace {

constexpr double kDegrees = 57.29577951308232;
constexpr double kSmall = 0.1;                // energies below it are shown in mJ [J]
constexpr std::size_t kIndent = 11;           // as far as the names of the last lines reach
constexpr std::size_t kWidth = 100;           // of lines that are broken
constexpr double kActionWorthShowing = 5e-4;  // of the time that a guard acted [s]

// how a unit is shown
struct Shown {
  double factor;
  std::string_view unit;
  int digits;
};

Shown shown(std::string_view unit, double largest) {
  if (unit == "m") return {1e3, "mm", 1};
  if (unit == "rad") return {kDegrees, "deg", 2};
  if (unit == "rad/s") return {kDegrees, "deg/s", 1};
  if (unit == "J" && largest < kSmall) return {1e3, "mJ", 2};
  return {1, unit == "1" ? "" : unit, 2};
}

// a metric in all phases, overall first; one that could not be measured has no value
std::vector<const report::Metric*> row_of(const report::Summary& summary,
                                          const report::Metric& metric) {
  std::vector<const report::Metric*> row{&metric};
  for (const auto& phase : summary.phases) {
    row.push_back(report::find_metric(phase.metrics, metric.name));
  }
  return row;
}

// cells of a row share their unit, to be compared at sight
std::vector<std::string> cells_of(const std::vector<const report::Metric*>& row) {
  double largest = 0;
  for (const report::Metric* m : row) {
    if (m != nullptr) largest = std::max(largest, std::abs(m->value));
  }
  const Shown as = shown(row.front()->unit, largest);
  std::vector<std::string> cells;
  cells.reserve(row.size());
  for (const report::Metric* m : row) {
    cells.push_back(m == nullptr ? "–" : number(as.factor * m->value, as.unit, as.digits));
  }
  return cells;
}

// or more before the point
std::string three_digits(double x) {
  return std::abs(x) < 1000 ? fmt::format("{:.3g}", x) : fmt::format("{:.0f}", x);
}

// "energy 3.50 of 3.50 J (acted for 4.2 s)"
std::string row_of_bound(const report::BoundVerdict& b) {
  std::string name = b.name;
  std::replace(name.begin(), name.end(), '_', ' ');
  std::string text = b.side == "follower" ? "follower's " + name : name;
  const Shown as = shown(b.unit, 1);
  const auto value = [&](double x) { return three_digits(as.factor * x); };
  if (b.reached && b.max) {
    text += fmt::format(" {} of {}{}{}", value(*b.reached), value(*b.max),
                        as.unit.empty() ? "" : " ", as.unit);
  } else if (b.reached) {
    text += fmt::format(" {} {} at least", value(*b.reached), as.unit);
  }
  if (b.acted > kActionWorthShowing) text += fmt::format(" (acted for {:.3g} s)", b.acted);
  if (!b.kept()) text += ", EXCEEDED";
  return text;
}

// the three that a scenario is about, and whatever had something to do
bool is_worth_a_word(const report::BoundVerdict& b) {
  return b.name == "energy" || b.name == "force" || b.name == "power" ||
         b.acted > kActionWorthShowing || !b.kept();
}

}  // namespace

std::string number(double value, std::string_view unit, int digits) {
  const double rounded = std::abs(value) < 0.5 * std::pow(10, -digits) ? 0 : value;
  return fmt::format("{:.{}f}{}{}", rounded, digits, unit.empty() ? "" : " ", unit);
}

void print_metrics(const report::Summary& summary, std::span<const std::string> left_out) {
  std::vector<std::vector<std::string>> rows{{"", "overall"}};
  for (const auto& phase : summary.phases) rows.front().push_back(phase.name);
  for (const report::Metric& metric : summary.overall.metrics) {
    if (std::ranges::find(left_out, metric.name) != left_out.end()) continue;
    rows.push_back({metric.name});
    std::ranges::move(cells_of(row_of(summary, metric)), std::back_inserter(rows.back()));
  }
  fmt::print("\n{}\n", report::aligned(rows, 1, false));
}

void print_wrapped(std::string_view head, const std::string& text) {
  fmt::print("{:<{}}{}\n", head, kIndent, report::wrapped(text, kWidth, kIndent));
}

void print_guards(const report::GuardVerdict& guards) {
  if (guards.bounds.empty() && guards.stops.empty()) return;
  std::string line = guards.kept() ? "kept:" : "not kept:";
  std::string head = "guards";
  const auto flush = [&] {
    fmt::print("{:<{}}{}\n", head, kIndent, line);
    head.clear();
    line.clear();
  };
  bool first = true;
  std::size_t idle = 0;
  const auto say = [&](const std::string& text) {
    if (!first) line += ',';
    first = false;
    if (kIndent + core::text_width(line) + 1 + core::text_width(text) > kWidth) flush();
    line += (line.empty() ? "" : " ") + text;
  };
  for (const report::BoundVerdict& b : guards.bounds) {
    if (is_worth_a_word(b)) {
      say(row_of_bound(b));
    } else {
      ++idle;
    }
  }
  if (idle > 0) say(fmt::format("{} more that had nothing to do", idle));
  flush();
  for (const report::StopVerdict& s : guards.stops) {
    fmt::print("{:<{}}{} stopped at {:.3f} s for {:.3f} s: {}\n", "", kIndent, s.side, s.at,
               s.lasted, s.reason);
  }
}

}  // namespace tether::apps
