// The study of delay in tables: how far each coupling and method is useful, every cell, every
// session.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tether/core/csv.hpp"
#include "tether/reproduction/passive_arm/delay_study.hpp"
#include "tether/sim/people/operator_profile.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

constexpr std::array<DelayMeasureName, kDelayMeasures> kDelayMeasureNames{{
    {"reach", "reach"},
    {"touched_n", "touched"},
    {"touched_share", "touched"},
    {"felt_n", "felt"},
    {"felt_error", "felt"},
    {"peak_n", "peak"},
    {"peak_share", "peak"},
    {"phantom_n", "phantom"},
    {"free_force_n", "free motion"},
    {"lag_s", "lag"},
    {"least_energy_j", "energy"},
    {"tracking_m", "tracking"},
}};

constexpr const char* kNothing = "–";

using DelayRows = std::vector<std::vector<std::string>>;

std::string mean_and_deviation(const study::Moments& m, int digits, double scale = 1) {
  if (m.n == 0) return kNothing;
  // rounded here, so that no minus stands before zero
  const double unit = std::pow(10, digits);
  const double mean = std::round(scale * m.mean * unit) / unit + 0.0;
  return fmt::format("{:.{}f} ± {:.{}f}", mean, digits, scale * m.deviation, digits);
}

// names of what the study has, each once and in its order
template <class Of>
auto each_once(const DelayStudy& study, Of of) {
  std::vector<decltype(of(study.cells.front()))> all;
  for (const DelayCell& cell : study.cells) {
    auto value = of(cell);
    if (std::ranges::find(all, value) == all.end()) all.push_back(std::move(value));
  }
  return all;
}

std::string line_name(const DelayCell& cell) { return cell.coupling + ", " + cell.method; }

std::vector<std::string> impairments_of(const DelayStudy& study) {
  return each_once(study, [](const DelayCell& cell) { return cell.impairment; });
}

// "0.2 s, then felt", "never: felt", "2 s"; cells are in the order of their round trips
std::string useful_up_to(const DelayStudy& study, const std::string& line,
                         const std::string& impairment) {
  const DelayCell* last = nullptr;
  for (const DelayCell& cell : study.cells) {
    if (line_name(cell) != line || cell.impairment != impairment || cell.sessions == 0) continue;
    const auto missed = missed_bounds(cell);
    if (!missed.empty()) {
      std::vector<std::string_view> words;
      for (const DelayMeasure measure : missed) words.push_back(name(measure).words);
      const std::string what = fmt::format("{}", fmt::join(words, ", "));
      return last == nullptr ? fmt::format("never: {}", what)
                             : fmt::format("{:g} s, then {}", last->round_trip, what);
    }
    last = &cell;
  }
  return last == nullptr ? kNothing : fmt::format("{:g} s", last->round_trip);
}

DelayRows summary_rows(const DelayStudy& study) {
  const auto impairments = impairments_of(study);
  DelayRows rows{{"coupling, method"}};
  rows.front().insert(rows.front().end(), impairments.begin(), impairments.end());
  rows.front().insert(rows.front().end(), {"passive", "violated", "not guaranteed"});
  for (const std::string& line : each_once(study, line_name)) {
    std::vector<std::string> row{line};
    for (const std::string& impairment : impairments) {
      row.push_back(useful_up_to(study, line, impairment));
    }
    std::size_t passive = 0, violated = 0, not_guaranteed = 0;
    for (const DelayCell& cell : study.cells) {
      if (line_name(cell) != line) continue;
      passive += cell.passive;
      violated += cell.violated;
      not_guaranteed += cell.not_guaranteed;
    }
    for (const std::size_t n : {passive, violated, not_guaranteed}) {
      row.push_back(std::to_string(n));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string felt_error_text(const DelayCell& cell) {
  const study::Moments& error = cell.figure(DelayMeasure::felt_error);
  const std::string text = mean_and_deviation(error, 1, 100);
  if (error.n == 0 || error.n == cell.sessions) return text;
  return fmt::format("{} ({} of {})", text, error.n, cell.sessions);
}

DelayRows cell_rows(const DelayStudy& study, const std::string& impairment) {
  DelayRows rows{{"cell", "round trip [s]", "reach", "touched [N]", "of that without delay",
                  "felt [N]", "felt off by [%]", "peak over that without delay", "phantom [N]",
                  "free motion [N]", "lag [ms]", "tracking [mm]", "least energy [J]", "passive",
                  "passed"}};
  for (const DelayCell& cell : study.cells) {
    if (cell.impairment != impairment || cell.sessions == 0) continue;
    const auto text = [&](DelayMeasure measure, int digits, double scale = 1) {
      return mean_and_deviation(cell.figure(measure), digits, scale);
    };
    rows.push_back(
        {line_name(cell), fmt::format("{:g}", cell.round_trip), text(DelayMeasure::reach, 2),
         text(DelayMeasure::touched, 2), text(DelayMeasure::touched_share, 2),
         text(DelayMeasure::felt, 2), felt_error_text(cell), text(DelayMeasure::peak_share, 2),
         text(DelayMeasure::phantom, 2), text(DelayMeasure::free_force, 2),
         text(DelayMeasure::lag, 0, 1e3), text(DelayMeasure::tracking, 1, 1e3),
         text(DelayMeasure::least_energy, 2), fmt::format("{} of {}", cell.passive, cell.sessions),
         fmt::format("{} of {}", cell.pass, cell.sessions)});
  }
  return rows;
}

// columns as wide as their widest cell
std::string aligned(const DelayRows& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string or_nothing(double value) {
  return std::isfinite(value) ? fmt::format("{:.9g}", value) : "";
}

std::vector<std::string> key_of(const DelayCell& cell) {
  return {cell.coupling, cell.method, cell.impairment, fmt::format("{:g}", cell.round_trip)};
}

}  // namespace

const DelayMeasureName& name(DelayMeasure measure) noexcept {
  return kDelayMeasureNames[static_cast<std::size_t>(measure)];
}

std::vector<DelayBound> delay_bounds() {
  return {{.measure = DelayMeasure::reach, .least = 0.95},
          {.measure = DelayMeasure::free_force, .most = 0.8},
          {.measure = DelayMeasure::lag, .most = 0.05},
          {.measure = DelayMeasure::touched_share, .least = 0.7},
          {.measure = DelayMeasure::felt_error, .most = 0.2},
          {.measure = DelayMeasure::phantom, .most = 0.5},
          {.measure = DelayMeasure::peak_share, .most = 1.5}};
}

std::vector<DelayMeasure> missed_bounds(const DelayCell& cell) {
  std::vector<DelayMeasure> missed;
  for (const DelayBound& bound : delay_bounds()) {
    const study::Moments& figure = cell.figure(bound.measure);
    const bool untouched = bound.measure == DelayMeasure::felt_error && figure.n < cell.sessions;
    if (untouched || (figure.n > 0 && (figure.mean < bound.least || figure.mean > bound.most))) {
      missed.push_back(bound.measure);
    }
  }
  return missed;
}

std::string to_table(const DelayStudy& study) { return aligned(summary_rows(study)); }

std::string to_markdown(const DelayStudy& study) {
  std::string text = study::markdown_table(summary_rows(study));
  for (const std::string& impairment : impairments_of(study)) {
    text += fmt::format("\nImpairment: {}.\n\n{}", impairment,
                        study::markdown_table(cell_rows(study, impairment)));
  }
  return text;
}

std::string delay_cells_csv(const DelayStudy& study) {
  std::vector<std::string> heading{"coupling", "method",  "impairment", "round_trip_s",
                                   "sessions", "passive", "violated",   "not_guaranteed",
                                   "pass",     "fail",    "fault"};
  for (const DelayMeasureName& measure : kDelayMeasureNames) {
    for (const char* what : {"n", "mean", "sd"}) {
      heading.push_back(fmt::format("{}_{}", measure.column, what));
    }
  }
  std::string text;
  core::append_csv_row(text, heading);
  for (const DelayCell& cell : study.cells) {
    auto row = key_of(cell);
    for (const std::size_t n : {cell.sessions, cell.passive, cell.violated, cell.not_guaranteed,
                                cell.pass, cell.fail, cell.fault}) {
      row.push_back(std::to_string(n));
    }
    for (const study::Moments& m : cell.figures) {
      row.push_back(std::to_string(m.n));
      row.push_back(m.n > 0 ? or_nothing(m.mean) : "");
      row.push_back(m.n > 1 ? or_nothing(m.deviation) : "");
    }
    core::append_csv_row(text, row);
  }
  return text;
}

std::string delay_sessions_csv(const DelayStudy& study) {
  std::vector<std::string> heading{"coupling", "method",   "impairment", "round_trip_s",
                                   "seed",     "operator", "verdict",    "certificate"};
  for (const DelayMeasureName& measure : kDelayMeasureNames) {
    heading.emplace_back(measure.column);
  }
  std::string text;
  core::append_csv_row(text, heading);
  for (const DelaySession& session : study.sessions) {
    if (!session.ran) continue;
    auto row = key_of(study.cells[session.cell]);
    row.push_back(std::to_string(session.seed));
    row.push_back(std::to_string((session.seed - 1) % sim::kProfiles + 1));
    row.push_back(report::to_string(session.verdict));
    row.emplace_back(passivity::name(session.certificate));
    for (const double value : session.values) row.push_back(or_nothing(value));
    core::append_csv_row(text, row);
  }
  return text;
}

}  // namespace tether::reproduction
