#include "tether/report/machine_report.hpp"

#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "tether/runtime/machine/machine_facts.hpp"

namespace tether::report {
namespace {

using Json = nlohmann::ordered_json;

Json series_json(const runtime::SeriesReport& series) {
  Json bars = Json::array();
  for (const runtime::HistogramBar& bar : series.histogram) {
    bars.push_back(Json::array({bar.from, bar.to, bar.count}));
  }
  return {{"count", series.count},       {"mean_s", series.mean}, {"sigma_s", series.sigma},
          {"min_s", series.min},         {"p50_s", series.p50},   {"p90_s", series.p90},
          {"p99_s", series.p99},         {"p999_s", series.p999}, {"max_s", series.max},
          {"histogram", std::move(bars)}};
}

Json grant_json(const runtime::RealtimeGrant& grant) {
  return {{"fifo", grant.fifo},
          {"priority", grant.priority},
          {"memory_locked", grant.memory_locked},
          {"affinity", grant.affinity},
          {"refused", grant.refused}};
}

Json loop_json(const runtime::LoopReport& loop) {
  Json series = Json::object();
  const std::pair<runtime::LoopSeries, const runtime::SeriesReport*> all[] = {
      {runtime::LoopSeries::period, &loop.period},
      {runtime::LoopSeries::wake_up, &loop.wake_up},
      {runtime::LoopSeries::device, &loop.device},
      {runtime::LoopSeries::compute, &loop.compute},
      {runtime::LoopSeries::interface, &loop.interface},
      {runtime::LoopSeries::transmit, &loop.transmit},
      {runtime::LoopSeries::receive, &loop.receive}};
  for (const auto& [which, report] : all) {
    if (report->count > 0) series[runtime::name(which)] = series_json(*report);
  }
  Json late = Json::array();
  for (const runtime::LateTick& tick : loop.late) {
    late.push_back({{"tick", tick.tick},
                    {"t_s", core::seconds(tick.due)},
                    {"late_s", core::seconds(tick.late)},
                    {"cause", runtime::name(tick.cause)}});
  }
  return {{"name", loop.name},
          {"nominal_period_s", loop.nominal_period},
          {"passes", loop.passes},
          {"missed", loop.missed},
          {"overruns", loop.overruns},
          {"late_count", loop.late_count},
          {"physics", {{"made_up_s", loop.made_up}, {"stood_still_s", loop.stood_still}}},
          {"grant", grant_json(loop.grant)},
          {"series", std::move(series)},
          {"late", std::move(late)}};
}

}  // namespace

MachineReport machine_report(std::vector<runtime::LoopReport> loops) {
  const runtime::MachineFacts facts;
  return {.kernel = facts.kernel(),
          .processor = facts.processor(),
          .cores = std::thread::hardware_concurrency(),
          .loops = std::move(loops)};
}

Json machine_json(const MachineReport& machine) {
  Json loops = Json::array();
  for (const runtime::LoopReport& loop : machine.loops) loops.push_back(loop_json(loop));
  return {{"kernel", machine.kernel},
          {"processor", machine.processor},
          {"cores", machine.cores},
          {"loops", std::move(loops)}};
}

}  // namespace tether::report
