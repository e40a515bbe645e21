#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "tether/core/text_width.hpp"
#include "tether/reproduction/passive_arm/timing_output.hpp"

namespace tether::reproduction {
namespace {

using Cells = std::vector<std::string>;

struct Table {
  std::string title;
  Cells columns;
  std::vector<std::pair<std::string, Cells>> rows;
};

std::string cell(double value, double scale, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return "> 1 ms";
  return fmt::format("{:.{}f}", scale * value, digits);
}

Cells cells(const TimingFigures& f, int digits) {
  Cells all;
  for (const double value : {f.mean, f.sigma, f.min, f.p99, f.max}) {
    all.push_back(cell(value, 1e3, digits));
  }
  return all;
}

Table quantity_table(const TimingStudy& study, std::size_t which) {
  const TimedQuantity& quantity = timed_quantities()[which];
  Table table{fmt::format("{} [ms]", quantity.title), {"mean", "σ", "min", "99 %", "max"}, {}};
  for (const DocumentedTiming& documented : documented_timing()) {
    table.rows.emplace_back(fmt::format("{} (document)", documented.implementation),
                            cells(documented.quantities[which], 2));
  }
  for (const TimedLink& link : study.links) {
    for (const runtime::LoopReport& loop : link.loops) {
      table.rows.emplace_back(fmt::format("{}, {}", name(link.transport), loop.name),
                              cells(figures(loop.*quantity.series), 3));
    }
  }
  return table;
}

Table wake_up_table(const TimingStudy& study) {
  Table table{"Wake-up latency [µs]", {"mean", "min", "99 %", "max"}, {}};
  const auto row = [&](const std::string& who, const auto& f) {
    Cells all;
    for (const double value : {f.mean, f.min, f.p99, f.max}) all.push_back(cell(value, 1e6, 1));
    table.rows.emplace_back(who, std::move(all));
  };
  for (const TimedLink& link : study.links) {
    for (const runtime::LoopReport& loop : link.loops) {
      row(fmt::format("{}, {}", name(link.transport), loop.name), loop.wake_up);
    }
    if (link.missing.empty() && link.cyclictest.missing.empty() && link.cyclictest.cycles > 0) {
      row("  cyclictest right after", link.cyclictest);
    }
  }
  return table;
}

std::string rate(const RateBracket& bracket) {
  if (bracket.sustained == 0) return fmt::format("< {:.0f}", bracket.failed);
  return fmt::format("{}{:.0f}", bracket.failed == 0 ? "≥ " : "", bracket.sustained);
}

Table rate_table(const TimingStudy& study) {
  Table table{"Highest rate sustained [Hz]", {"publish–subscribe", "rendezvous"}, {}};
  table.rows.emplace_back("LUNA, two boards (document)",
                          Cells{fmt::format("{:.0f}", kDocumentedPublishSubscribe),
                                fmt::format("{:.0f}", kDocumentedRendezvous)});
  for (const TimedLink& link : study.links) {
    if (!link.rates) continue;
    table.rows.emplace_back(name(link.transport), Cells{rate(link.rates->publish_subscribe),
                                                        rate(link.rates->rendezvous)});
  }
  return table;
}

std::vector<Table> tables(const TimingStudy& study) {
  std::vector<Table> all;
  for (std::size_t i = 0; i < kTimedQuantities; ++i) all.push_back(quantity_table(study, i));
  all.push_back(wake_up_table(study));
  all.push_back(rate_table(study));
  return all;
}

std::string plural(double seconds) { return fmt::format("{:g} s", seconds); }

// what was measured, on what, and what that means
std::vector<std::string> remarks(const TimingStudy& study) {
  std::vector<std::string> all;
  all.push_back(fmt::format(
      "{} in wall time, {} per link at {:g} Hz, SCHED_FIFO {}, begun {} UTC; cyclictest for as "
      "long right after each, same interval and priority.",
      study.scenario, plural(study.seconds), study.control_rate, study.priority, study.when));
  all.push_back(fmt::format(
      "{}, {} cores{}, Linux {}; load average {:.2f} when it began{}.", study.processor,
      study.cores, study.virtual_machine ? " of a virtual machine" : "", study.kernel, study.load,
      study.load > 0.5 ? ": others were at work on it, not a quiet machine" : ""));
  all.push_back(fmt::format(
      "Both loops, the simulated devices and the recorder share these {} cores; the document's "
      "\"two PCs\" had one PC per side.",
      study.cores));
  all.emplace_back(
      "Our loops exchange with their devices in every tick, of which the simulated robot heeds "
      "what "
      "its own interface has time for; the document's interface was a loop of 2 ms.");
  all.push_back(fmt::format(
      "Sustained: of all samples due in {}, at least {:.0f} % reach the other thread (publish–"
      "subscribe) or are acknowledged to the sender (rendezvous) within one period of when they "
      "were due, in one of {} trials; found within 5 %.",
      plural(study.trial_seconds), 100 * kSustainedShare, kRateTrials));
  std::vector<std::string> refused;
  for (const TimedLink& link : study.links) {
    if (!link.missing.empty()) {
      all.push_back(fmt::format("{} was not measured: {}.", name(link.transport), link.missing));
      continue;
    }
    if (!link.fault.empty()) {
      all.push_back(
          fmt::format("The session over {} ended early: {}.", name(link.transport), link.fault));
    }
    refused.insert(refused.end(), link.refused.begin(), link.refused.end());
    if (!link.cyclictest.missing.empty()) refused.push_back(link.cyclictest.missing);
  }
  for (const std::string& text : refused) {
    const std::string sentence = text.back() == '.' ? text : text + ".";
    if (std::find(all.begin(), all.end(), sentence) == all.end()) all.push_back(sentence);
  }
  return all;
}

std::string padded(const std::string& text, std::size_t columns, bool right) {
  const std::string space(columns - std::min(columns, core::text_width(text)), ' ');
  return right ? space + text : text + space;
}

// words on lines of 78 columns
std::string wrapped_words(const std::string& text) {
  std::string all, line;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    const std::string word = text.substr(from, to - from);
    if (!line.empty() && core::text_width(line) + 1 + core::text_width(word) > 78) {
      all += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    from = to + 1;
  }
  return all + line + "\n";
}

}  // namespace

std::string to_table(const TimingStudy& study) {
  std::string text;
  for (const Table& table : tables(study)) {
    const std::size_t column = table.columns.size() > 2 ? 9 : 20;
    text += padded(table.title, 32, false);
    for (const std::string& title : table.columns) text += padded(title, column, true);
    text += '\n';
    for (const auto& [who, figures] : table.rows) {
      text += padded("  " + who, 32, false);
      for (const std::string& figure : figures) text += padded(figure, column, true);
      text += '\n';
    }
    text += '\n';
  }
  for (const std::string& remark : remarks(study)) text += wrapped_words(remark);
  return text;
}

std::string to_markdown(const TimingStudy& study, std::string_view figure) {
  std::string text;
  for (const std::string& remark : remarks(study)) text += fmt::format("- {}\n", remark);
  text += fmt::format("\n![Histogram of the controller period per link]({})\n", figure);
  for (const Table& table : tables(study)) {
    text += fmt::format("\n| {} |", table.title);
    for (const std::string& title : table.columns) text += fmt::format(" {} |", title);
    text += "\n|---|";
    for (std::size_t i = 0; i < table.columns.size(); ++i) text += "---:|";
    text += '\n';
    for (const auto& [who, figures] : table.rows) {
      text += fmt::format("| {} |", who);
      for (const std::string& value : figures) text += fmt::format(" {} |", value);
      text += '\n';
    }
  }
  return text;
}

}  // namespace tether::reproduction
