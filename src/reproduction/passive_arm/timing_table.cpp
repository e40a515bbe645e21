#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "tether/report/text_table.hpp"
#include "tether/reproduction/passive_arm/timing_study.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

using Cells = std::vector<std::string>;

using Table = std::vector<Cells>;  // the first row is the heading

std::string cell(double value, double scale, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return "> 1 ms";
  return fmt::format("{:.{}f}", scale * value, digits);
}

Cells row_of(std::string who, const TimingFigures& f, int digits) {
  Cells all{std::move(who)};
  for (const double value : {f.mean, f.sigma, f.min, f.p99, f.max}) {
    all.push_back(cell(value, 1e3, digits));
  }
  return all;
}

Table quantity_table(const TimingStudy& study, std::size_t which) {
  const TimedQuantity& quantity = timed_quantities()[which];
  Table table{{fmt::format("{} [ms]", quantity.title), "mean", "σ", "min", "99 %", "max"}};
  for (const DocumentedTiming& documented : documented_timing()) {
    table.push_back(row_of(fmt::format("{} (document)", documented.implementation),
                           documented.quantities[which], 2));
  }
  for (const TimedLink& link : study.links) {
    for (const runtime::LoopReport& loop : link.loops) {
      table.push_back(row_of(fmt::format("{}, {}", name(link.transport), loop.name),
                             figures(loop.*quantity.series), 3));
    }
  }
  return table;
}

Table wake_up_table(const TimingStudy& study) {
  Table table{{"Wake-up latency [µs]", "mean", "min", "99 %", "max"}};
  const auto row = [&](const std::string& who, const auto& f) {
    table.push_back({who});
    for (const double value : {f.mean, f.min, f.p99, f.max}) {
      table.back().push_back(cell(value, 1e6, 1));
    }
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
  Table table{{"Highest rate sustained [Hz]", "publish–subscribe", "rendezvous"},
              {"LUNA, two boards (document)", fmt::format("{:.0f}", kDocumentedPublishSubscribe),
               fmt::format("{:.0f}", kDocumentedRendezvous)}};
  for (const TimedLink& link : study.links) {
    if (!link.rates) continue;
    table.push_back(
        {name(link.transport), rate(link.rates->publish_subscribe), rate(link.rates->rendezvous)});
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

// what was measured, on what, and what that means
std::vector<std::string> remarks(const TimingStudy& study) {
  std::vector<std::string> all;
  all.push_back(fmt::format(
      "{} in wall time, {:g} s per link at {:g} Hz, SCHED_FIFO {}, begun {} UTC; cyclictest for as "
      "long right after each, same interval and priority.",
      study.scenario, study.seconds, study.control_rate, study.priority, study.when));
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
      "Sustained: of all samples due in {:g} s, at least {:.0f} % reach the other thread (publish–"
      "subscribe) or are acknowledged to the sender (rendezvous) within one period of when they "
      "were due, in one of {} trials; found within 5 %.",
      study.trial_seconds, 100 * kSustainedShare, kRateTrials));
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

}  // namespace

std::string to_table(const TimingStudy& study) {
  std::string text;
  for (const Table& table : tables(study)) {
    const std::size_t column = table.front().size() > 3 ? 9 : 20;
    for (const Cells& row : table) {
      text += report::padded(&row == &table.front() ? row[0] : "  " + row[0], 32);
      for (std::size_t i = 1; i < row.size(); ++i) text += report::padded(row[i], column, true);
      text += '\n';
    }
    text += '\n';
  }
  for (const std::string& remark : remarks(study)) text += report::wrapped(remark, 78) + "\n";
  return text;
}

std::string to_markdown(const TimingStudy& study, std::string_view figure) {
  std::string text;
  for (const std::string& remark : remarks(study)) text += fmt::format("- {}\n", remark);
  text += fmt::format("\n![Histogram of the controller period per link]({})\n", figure);
  for (const Table& table : tables(study)) text += '\n' + study::markdown_table(table);
  return text;
}

}  // namespace tether::reproduction
