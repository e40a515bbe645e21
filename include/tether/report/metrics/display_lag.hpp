// How well an arm shows the motion of a simulated point (force-position coupling): p_u where the
// point is, as it is sent, and p where the tool is, both in the leader's workspace.
//   lag     the shift τ that makes Σ |p(t) − p_u(t − τ)|² least, between ticks by a parabola   [s]
//   error   root mean square of |p(t) − p_u(t)|                                              [m]
// Counted while both sides are engaged. A lag is given only of a tool that moved, and only up to
// 0.6 s.
#pragma once

#include <optional>
#include <vector>

#include "tether/report/metrics/metric.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/signals/tick.hpp"

namespace tether::report {

class DisplayLag {
 public:
  explicit DisplayLag(const scenario::Scenario& scenario);

  void add(const signals::Tick& leader, const signals::Tick& follower) noexcept;
  // of another session than one of force-position: nothing
  void append_to(std::vector<Metric>& metrics) const;

  std::optional<double> lag() const noexcept;                     // [s]
  std::optional<double> error_root_mean_square() const noexcept;  // [m]

 private:
  double period_;                          // of a tick [s]
  std::vector<spatial::Vector3> history_;  // of p_u, a ring; empty when nothing is counted [m]
  std::vector<double> costs_;              // for every shift [m²]
  std::size_t seen_ = 0, compared_ = 0;    // ticks
  double squares_ = 0;                     // of the error [m²]
  spatial::Vector3 low_ = spatial::Vector3::Zero(), high_ = spatial::Vector3::Zero();  // of p [m]
};

}  // namespace tether::report
