// What the plots of a report hold, from real sessions.
#include "tether/report/plots/signals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/report/parts.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

namespace tether::report {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

// what its members throw when they are moved is the standard library's
struct Collected {  // NOLINT(bugprone-exception-escape)
  ReportData report;
  passivity::Certificate certificate;
};

Collected collect(std::vector<std::string> overrides, const char* name = "omega_lwr_wall_document") {
  overrides.insert(overrides.end(), {"duration=5", "phases=[]", "expect=[]"});
  const auto scenario = scenario::load_scenario(name, overrides);
  SignalCollector signals(scenario);
  session::RunOptions options;
  options.observers = {&signals};
  Collected collected;
  collected.certificate = session::run(scenario, options).certificate;
  signals.add_to(collected.report);
  return collected;
}

std::vector<std::string> ids(const ReportData& report) {
  std::vector<std::string> all;
  for (const Plot& plot : report.plots) all.push_back(plot.id);
  return all;
}

const Plot& plot(const ReportData& report, const std::string& id) {
  return *std::find_if(report.plots.begin(), report.plots.end(),
                       [&](const Plot& p) { return p.id == id; });
}

std::string part(const scenario::Scenario& scenario, const std::string& name) {
  for (const auto& [part, text] : parts_of(scenario)) {
    if (part == name) return text;
  }
  return "";
}

TEST(Signals, ShowTanksAndLinkOfASessionWithBoth) {
  const auto report = collect({"link.kind=nl_it"}).report;
  EXPECT_THAT(ids(report),
              IsSupersetOf({"position_x", "force_z", "ledger", "tanks", "energy_in_flight",
                            "leader_effort", "round_trip", "delay"}));
  for (const Plot& p : report.plots) {
    for (const PlotSeries& s : p.series) {
      EXPECT_EQ(s.data.size(), p.x ? p.x->data.size() : report.time_s.size()) << p.id;
    }
  }
  // the desired level is a reference for the eye
  const PlotSeries& desired = plot(report, "tanks").series.back();
  EXPECT_EQ(desired.role, "limit");
  EXPECT_EQ(desired.data.front(), 100.0F);
}

TEST(Signals, LeaveOutWhatDoesNotApply) {
  const auto plain = ids(collect({"passivity.kind=none"}).report);
  EXPECT_THAT(plain, Contains("ledger"));
  for (const char* id :
       {"tanks", "energy_in_flight", "leader_effort", "follower_effort", "round_trip", "delay"}) {
    EXPECT_THAT(plain, Not(Contains(id)));
  }
  const auto ideal = ids(collect({}).report);
  EXPECT_THAT(ideal, Contains("tanks"));
  EXPECT_THAT(ideal, Not(Contains("energy_in_flight")));
  EXPECT_THAT(ideal, Not(Contains("delay")));
}

TEST(Signals, ShowTorquesAndGuardsOfAnArmInTheHand) {
  const auto report = collect({"guard.max_energy=3.5"}, "panda_lwr_haptic").report;
  EXPECT_THAT(ids(report), IsSupersetOf({"torque_x", "torque_y", "torque_z", "total_energy",
                                         "spring_force", "leader_power"}));
  EXPECT_THAT(ids(report), Not(Contains("leader_fence_distance")));
  EXPECT_THAT(ids(report), Not(Contains("stopped")));
  const PlotLimit& bound = plot(report, "total_energy").limits.at(0);
  EXPECT_EQ(bound.value, 3.5);
  const auto& energy = plot(report, "total_energy").series.at(0).data;
  EXPECT_GT(*std::max_element(energy.begin(), energy.end()), 0);
  // hand and spring balance but for the device between them
  const Plot& torque = plot(report, "torque_y");
  const auto largest = [&](std::size_t i) {
    const auto& data = torque.series.at(i).data;
    return *std::max_element(data.begin(), data.end(),
                             [](float a, float b) { return std::abs(a) < std::abs(b); });
  };
  EXPECT_GT(largest(0) * largest(2), 0);
}

TEST(Signals, ShowNoTorquesOrGuardsWhereThereAreNone) {
  for (const Plot& p : collect({}).report.plots) {
    EXPECT_NE(p.group, "Torque") << p.id;
    EXPECT_NE(p.group, "Guards") << p.id;
  }
}

TEST(Signals, ShowTheFenceAndTheStopOfASessionThatHasThem) {
  const auto report = collect({"guard.on_stop=hold", "operator.stop_at=4",
                               "leader.guard.fence.boxes.a.centre=[0.3,0.0,0.0]",
                               "leader.guard.fence.boxes.a.half_size=[0.1,0.1,0.1]"})
                          .report;
  const auto& stopped = plot(report, "stopped").series.at(0).data;
  EXPECT_EQ(stopped.front(), 0);
  EXPECT_EQ(stopped.back(), 1);
  const auto& distance = plot(report, "leader_fence_distance").series.at(0).data;
  EXPECT_GT(*std::min_element(distance.begin(), distance.end()), 100);
}

TEST(Signals, EndTheLedgerWhereTheCertificateDoes) {
  const auto [report, certificate] = collect({"link.kind=nl_au", "passivity.kind=none"});
  const Plot& ledger = plot(report, "ledger");
  EXPECT_FLOAT_EQ(ledger.series[0].data.back(), static_cast<float>(certificate.leader_j));
  EXPECT_FLOAT_EQ(ledger.series[1].data.back(), static_cast<float>(certificate.follower_j));
  EXPECT_FLOAT_EQ(*std::min_element(ledger.series[2].data.begin(), ledger.series[2].data.end()),
                  static_cast<float>(certificate.least_j));
}

TEST(Signals, NeverHaveLessThanNothingInFlight) {
  const auto report = collect({"link.kind=nl_au"}).report;
  for (const PlotSeries& s : plot(report, "energy_in_flight").series) {
    EXPECT_GE(*std::min_element(s.data.begin(), s.data.end()), 0) << s.label;
    EXPECT_GT(*std::max_element(s.data.begin(), s.data.end()), 0) << s.label;
  }
}

TEST(Signals, ShowTheDelayThatTheLinkHas) {
  const auto report = collect({"link.kind=nl_it"}).report;
  const Plot& delay = plot(report, "delay");
  ASSERT_TRUE(delay.x);
  for (const PlotSeries& direction : delay.series) {
    const double count = std::accumulate(direction.data.begin(), direction.data.end(), 0.0);
    const double sum = std::inner_product(direction.data.begin(), direction.data.end(),
                                          delay.x->data.begin(), 0.0);
    // a sample waits for the tick that takes it; the newest of those that came together counts
    EXPECT_NEAR(sum / count, 40, 1.5) << direction.label;
    EXPECT_GT(count, 1000) << direction.label;
  }
  const auto& round_trip = plot(report, "round_trip").series.front().data;
  EXPECT_NEAR(round_trip.back(), 80, 5);
}

TEST(Parts, SayMethodDampingAndLinkWithTheirFigures) {
  const auto scenario = scenario::load_scenario(
      "omega_lwr_wall_document",
      {"link.kind=nl_au", "passivity.desired_level=0.2", "leader.joint_damping=3"});
  EXPECT_THAT(part(scenario, "Passivity"), HasSubstr("two-layer: leader's tank kept at 200 mJ"));
  EXPECT_THAT(part(scenario, "Damping"), HasSubstr("3 N s/m at the leader"));
  EXPECT_EQ(part(scenario, "Link"), "nl_au (emulated): 351 ms ± 5 ms, 27 % lost each way");
  const auto cut = scenario::load_scenario("omega_lwr_wall_document",
                                           {"link.outages=[{from=1, to=2}]", "link.bandwidth=2e6"});
  EXPECT_THAT(part(cut, "Link"), HasSubstr("no delay, no loss, 2000 kbit/s, one outage each way"));
  const auto plain = scenario::load_scenario("lwr_sine_high");
  EXPECT_EQ(part(plain, "Passivity"), "no passivity layer: nothing is guaranteed");
  EXPECT_THAT(part(plain, "Damping"), Not(HasSubstr("leader")));
  EXPECT_EQ(part(plain, "Link"), "ideal: no delay, no loss");
}

}  // namespace
}  // namespace tether::report
