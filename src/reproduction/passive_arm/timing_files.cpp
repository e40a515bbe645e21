#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tether/core/csv.hpp"
#include "tether/report/machine_report.hpp"
#include "tether/reproduction/passive_arm/timing_study.hpp"

namespace tether::reproduction {
namespace {

using Json = nlohmann::ordered_json;

Json bracket_json(const RateBracket& bracket) {
  return {{"sustained_hz", bracket.sustained},
          {"failed_hz", bracket.failed > 0 ? Json(bracket.failed) : Json(nullptr)}};
}

Json cyclictest_json(const Cyclictest& test) {
  if (!test.missing.empty()) return {{"missing", test.missing}};
  return {{"cycles", test.cycles},
          {"mean_s", test.mean},
          {"min_s", test.min},
          {"p99_s", std::isfinite(test.p99) ? Json(test.p99) : Json(nullptr)},
          {"max_s", test.max}};
}

Json link_json(const TimedLink& link) {
  Json json{{"link", name(link.transport)}};
  if (!link.missing.empty()) {
    json["missing"] = link.missing;
    return json;
  }
  if (!link.fault.empty()) json["fault"] = link.fault;
  json["loops"] = report::machine_json({.loops = link.loops}).at("loops");
  json["refused"] = link.refused;
  json["cyclictest"] = cyclictest_json(link.cyclictest);
  if (link.rates) {
    json["publish_subscribe"] = bracket_json(link.rates->publish_subscribe);
    json["rendezvous"] = bracket_json(link.rates->rendezvous);
  }
  return json;
}

std::string exact_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

}  // namespace

std::string timing_json(const TimingStudy& study) {
  Json links = Json::array();
  for (const TimedLink& link : study.links) links.push_back(link_json(link));
  const Json json{{"scenario", study.scenario},
                  {"begun_utc", study.when},
                  {"seconds", study.seconds},
                  {"trial_seconds", study.trial_seconds},
                  {"sustained_share", kSustainedShare},
                  {"control_rate_hz", study.control_rate},
                  {"priority", study.priority},
                  {"kernel", study.kernel},
                  {"processor", study.processor},
                  {"cores", study.cores},
                  {"virtual_machine", study.virtual_machine},
                  {"load_average", study.load},
                  {"links", std::move(links)}};
  return json.dump(2) + "\n";
}

std::string timing_csv(const TimingStudy& study) {
  std::string text;
  const auto row = [&](std::string_view who, std::string_view side, std::string_view quantity,
                       const TimingFigures& f) {
    if (std::isnan(f.mean)) return;
    core::append_csv_row(text, std::array<std::string, 8>{
                                   std::string(who), std::string(side), std::string(quantity),
                                   exact_number(f.mean), exact_number(f.sigma), exact_number(f.min),
                                   exact_number(f.p99), exact_number(f.max)});
  };
  core::append_csv_row(
      text, std::array<std::string, 8>{"implementation", "side", "quantity", "mean_s", "sigma_s",
                                       "min_s", "p99_s", "max_s"});
  for (const DocumentedTiming& documented : documented_timing()) {
    for (std::size_t i = 0; i < kTimedQuantities; ++i) {
      row(fmt::format("document: {}", documented.implementation), "", timed_quantities()[i].name,
          documented.quantities[i]);
    }
  }
  for (const TimedLink& link : study.links) {
    for (const runtime::LoopReport& loop : link.loops) {
      for (const TimedQuantity& quantity : timed_quantities()) {
        row(name(link.transport), loop.name, quantity.name, figures(loop.*quantity.series));
      }
      row(name(link.transport), loop.name, "wake_up", figures(loop.wake_up));
    }
    const Cyclictest& test = link.cyclictest;
    if (test.cycles == 0) continue;
    row(fmt::format("cyclictest after {}", name(link.transport)), "", "wake_up",
        {.mean = test.mean, .min = test.min, .max = test.max, .p99 = test.p99});
  }
  return text;
}

}  // namespace tether::reproduction
