// The signals of a session that its report plots, thinned while they come: position, force, torque,
// error, guards, energy and link; of a platform that is driven speeds and obstacles. What does not
// apply is left out: no tanks without a passivity method, no delays on a link that has none, no
// torques on a leader that does not turn, of the guards only those that the scenario has.
#pragma once

#include "tether/record/observer.hpp"
#include "tether/report/metrics/port_power.hpp"
#include "tether/report/plots/delay_histogram.hpp"
#include "tether/report/report.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::report {

class SignalCollector final : public record::Observer {
 public:
  // with one local side: the other's position and wrench are as they were received
  explicit SignalCollector(const scenario::Scenario& scenario,
                           signals::LocalSides sides = signals::LocalSides::both);
  void observe(const record::Observation& seen) noexcept override;

  // fills the plots and their time axis
  void add_to(ReportData& report) const;

 private:
  void add_motion(ReportData& report) const;
  void add_drive(ReportData& report) const;
  void add_torque(ReportData& report) const;
  void add_errors(ReportData& report) const;
  void add_guards(ReportData& report) const;
  void add_energy_bound(ReportData& report) const;
  void add_shares(ReportData& report) const;
  void add_device_guards(ReportData& report, const std::string& side,
                         const scenario::SideGuardParams& guard, std::size_t first) const;
  std::vector<PlotSeries> of_sides(const PlotSeries& leader, const PlotSeries& follower) const;
  void add_energy(ReportData& report) const;
  void add_account(ReportData& report) const;
  void add_link(ReportData& report) const;
  PlotSeries series(const char* label, const char* role, std::size_t signal) const;

  signals::LocalSides sides_;
  bool has_tanks_;        // a passivity method keeps them
  bool has_delay_;        // the link
  double desired_level_;  // of the leader's tank, 0 when the method knows none [J]
  bool turns_;            // the leader
  bool assisted_;         // there are fixtures
  bool drives_;           // the follower is a platform
  scenario::GuardParams bounds_;
  scenario::SideGuardParams leader_guard_, follower_guard_;
  core::Duration period_;  // of the ticks
  PortPower leader_power_, follower_power_;
  Decimator decimator_;
  DelayHistogram to_follower_, to_leader_;
};

}  // namespace tether::report
