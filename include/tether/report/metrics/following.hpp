// Whether the follower goes where the leader goes, whatever the link's delay. p_l is the leader's
// tool, p_f the follower's, both in the leader's workspace, d the transport delay to the follower, by
// the stamps of what it received: the way back may take another time.
//   delayed error  |p_l(t − d) − p_f(t)|                                                      [m]
//   reach          Σ |Δp_f(t)| / Σ |Δp_l(t − d)|, steps of 20 ms
//   lag            the shift τ that best explains the follower by the leader: the least variance of
//                  p_f(t) − p_l(t − τ), between steps of 10 ms by a parabola                   [s]
// Paths and lag count while both sides are engaged, and only of a leader that went 5 mm or more; a
// lag exists only where some shift up to 4 s explains at least half of the follower's motion.
#pragma once

#include <optional>
#include <vector>

#include "tether/scenario/scenario.hpp"
#include "tether/signals/tick.hpp"

namespace tether::report {

class Following {
 public:
  explicit Following(const scenario::Scenario& scenario);

  struct Step {
    double error = 0;     // delayed [m]
    double led = 0;       // way of the leader since the last step, a transport delay ago [m]
    double followed = 0;  // way of the follower [m]
  };
  // every tick; ways are 0 between two steps
  Step update(const signals::Tick& leader, const signals::Tick& follower) noexcept;

  // of the time from … to [s]
  std::optional<double> lag(double from, double to) const;
  // reach of two ways, none where the leader went nowhere
  static std::optional<double> reach(double led, double followed) noexcept;

  // of a session in which no place is followed: all of this says nothing
  bool applies() const noexcept { return !history_.empty(); }

 private:
  struct Moment {
    double time = 0;  // [s]
    bool engaged = false;
    spatial::Vector3 led, followed;  // [m]
  };

  void estimate_delay(const signals::Tick& follower) noexcept;
  const spatial::Vector3& led_before(double delay) const noexcept;
  std::optional<double> cost(std::size_t begin, std::size_t end, std::size_t shift,
                             std::size_t stride) const;

  double rate_;                            // of ticks [Hz]
  std::vector<spatial::Vector3> history_;  // of the leader, a ring [m]
  std::size_t seen_ = 0;                   // ticks
  double delay_ = 0;                       // to the follower [s]
  double arrivals_ = 0;                    // that it was estimated from
  spatial::Vector3 led_ = spatial::Vector3::Zero(), followed_ = spatial::Vector3::Zero();  // [m]
  bool engaged_ = false;         // at the last step of the ways
  std::vector<Moment> moments_;  // every 10 ms, as many as were set aside
};

}  // namespace tether::report
