#include "tether/reproduction/report.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reproduction/document.hpp"
#include "tether/core/text_width.hpp"
#include "tether/report/text_table.hpp"
#include "tether/reproduction/store.hpp"
#include "tether/runtime/machine/machine_facts.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

using Json = nlohmann::ordered_json;

const Finished* result_of(std::span<const Finished> finished, const std::string& id) {
  const auto found = std::ranges::find(finished, id, &Finished::id);
  return found == finished.end() ? nullptr : &*found;
}

bool is_of(const Experiment& experiment, const Document& document) {
  return experiment.id.starts_with(fmt::format("{}.", document.number));
}

// so that three digits count
int decimals(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  return std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 0, 6);
}

// columns of the table
constexpr std::size_t kQuantity = 50, kFigure = 14, kRatio = 6;

std::string shortened(const std::string& text, std::size_t to) {
  if (core::text_width(text) <= to) return text;
  std::string out;
  std::size_t shown = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++shown == to) break;
    out += c;
  }
  return out + "…";
}

std::string table_line(const Row& row) {
  const auto of = ratio(row);
  const std::string unit = row.unit.empty() ? "" : " [" + row.unit + "]";
  return fmt::format(
      "  {} {} {} {}  {}\n",
      report::padded(shortened(row.quantity, kQuantity - core::text_width(unit)) + unit, kQuantity),
      report::padded(to_text(row.theirs), kFigure, true),
      report::padded(to_text(row.ours), kFigure, true),
      report::padded(of ? fmt::format("{:.3g}", *of) : "–", kRatio, true), to_string(judge(row)));
}

Json experiment_json(const Experiment& experiment, const Finished* result) {
  Json json{{"id", experiment.id},
            {"title", experiment.title},
            {"what", experiment.what},
            {"command", experiment.command},
            {"ran", result != nullptr && result->failure.empty()}};
  if (result == nullptr) return json;
  json["when"] = result->when;
  json["seconds"] = result->seconds;
  json["failure"] = result->failure;
  json["remark"] = result->remark;
  json["rows"] = Json::array();
  for (const Row& row : result->rows) {
    Json of = to_json(row);
    of["rerun"] = fmt::format("tether reproduce --only {}", row.id);
    json["rows"].push_back(std::move(of));
  }
  return json;
}

}  // namespace

std::array<std::size_t, kVerdicts> verdict_counts(std::span<const Finished> finished) {
  std::array<std::size_t, kVerdicts> counts{};
  for (const Finished& f : finished) {
    for (const Row& row : f.rows) ++counts.at(static_cast<std::size_t>(judge(row)));
  }
  return counts;
}

std::string verdict_line(std::span<const Finished> finished) {
  const auto counts = verdict_counts(finished);
  constexpr auto kFirstOfNoEvidence = static_cast<std::size_t>(RowVerdict::input);
  std::string line;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    line += i == 0 ? "like with like: " : i == kFirstOfNoEvidence ? "\nno evidence:    " : ", ";
    line += fmt::format("{} {}", counts.at(i), to_string(static_cast<RowVerdict>(i)));
  }
  return line;
}

std::string verdict_markdown(std::span<const Finished> finished) {
  std::vector<std::vector<std::string>> rows{{"experiment"}};
  for (std::size_t i = 0; i < kVerdicts; ++i) {
    rows.front().emplace_back(to_string(static_cast<RowVerdict>(i)));
  }
  for (const Finished& f : finished) {
    rows.push_back({f.id});
    for (const std::size_t count : verdict_counts(std::span(&f, 1))) {
      rows.back().push_back(count == 0 ? "" : fmt::format("{}", count));
    }
  }
  return fmt::format("```text\n{}\n```\n\n{}", verdict_line(finished), study::markdown_table(rows));
}

std::string to_text(const std::optional<Figure>& figure) {
  if (!figure) return "–";
  if (!std::isfinite(figure->value)) return "not a number";
  if (!figure->spread) {
    // a count, or nothing but rounding
    if (std::abs(figure->value) < 1e-15) return "0";
    if (figure->value == std::round(figure->value) && std::abs(figure->value) < 1e6) {
      return fmt::format("{:.0f}", figure->value);
    }
    return std::abs(figure->value) >= 1e6 || (figure->value != 0 && std::abs(figure->value) < 1e-5)
               ? fmt::format("{:.2e}", figure->value)
               : fmt::format("{:.{}f}", figure->value, decimals(figure->value));
  }
  // a spread deserves two digits, and the value no more than its spread
  const int digits = std::clamp(std::max(decimals(*figure->spread) - 1, 0), 0, 6);
  const int most = figure->value == 0 ? digits : std::min(digits, decimals(figure->value) + 1);
  return fmt::format("{:.{}f} ± {:.{}f}", figure->value, most, *figure->spread, most);
}

Json reproduction_json(const ReproductionReport& report) {
  const runtime::MachineFacts facts;
  const auto counts = verdict_counts(report.finished);
  Json json{{"program", "tether"},
            {"version", report.version},
            {"mode", report.quick ? "quick" : "full"},
            {"machine",
             {{"processor", facts.processor()},
              {"cores", std::thread::hardware_concurrency()},
              {"kernel", facts.kernel()},
              {"compiler", "gcc " __VERSION__}}}};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    json["verdicts"][to_string(static_cast<RowVerdict>(i))] = counts.at(i);
  }
  json["documents"] = Json::array();
  for (const Document& document : kDocuments) {
    Json experiments = Json::array();
    for (const Experiment& experiment : report.experiments) {
      if (!is_of(experiment, document)) continue;
      experiments.push_back(experiment_json(experiment, result_of(report.finished, experiment.id)));
    }
    json["documents"].push_back({{"number", document.number},
                                 {"author", document.author},
                                 {"title", document.title},
                                 {"school", document.school},
                                 {"year", document.year},
                                 {"experiments", std::move(experiments)}});
  }
  return json;
}

std::string reproduction_table(std::span<const Experiment> experiments,
                               std::span<const Finished> finished) {
  std::string text;
  for (const Document& document : kDocuments) {
    std::string lines;
    for (const Experiment& experiment : experiments) {
      const Finished* result = result_of(finished, experiment.id);
      if (result == nullptr || !is_of(experiment, document)) continue;
      if (result->rows.empty() && result->failure.empty()) continue;
      lines += fmt::format(" {}  {}\n", experiment.id, experiment.title);
      if (!result->failure.empty()) lines += fmt::format("  failed: {}\n", result->failure);
      for (const Row& row : result->rows) lines += table_line(row);
    }
    if (lines.empty()) continue;
    text +=
        fmt::format("{}. {}: {} {}\n  {} {} {} {}  {}\n{}\n", document.number, document.about,
                    document.author, document.year, report::padded("quantity", kQuantity),
                    report::padded("theirs", kFigure, true), report::padded("ours", kFigure, true),
                    report::padded("ratio", kRatio, true), "verdict", lines);
  }
  return text;
}

std::string machine_line() {
  const runtime::MachineFacts facts;
  return fmt::format("{}, {} cores, Linux {}, gcc {}", facts.processor(),
                     std::thread::hardware_concurrency(), facts.kernel(), __VERSION__);
}

}  // namespace tether::reproduction
