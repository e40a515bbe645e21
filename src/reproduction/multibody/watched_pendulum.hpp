// Sessions of a pendulum on a Panda in which somebody watches how far its point is from where it
// hung, along the line to the robot's base and in all.
#pragma once

#include <span>
#include <vector>

#include "reproduction/seeded_sessions.hpp"
#include "tether/session/runner.hpp"

namespace tether::reproduction {

class PendulumWatch final : public record::Observer {
 public:
  // the swing counts from there to there [s]
  PendulumWatch(double from, double to) noexcept : from_(from), to_(to) {}
  void observe(const record::Observation& seen) noexcept override;

  double farthest() const noexcept { return farthest_; }      // at any time [m]
  double swing() const noexcept { return high_ - low_; }      // along x, peak to peak [m]
  double sent_force() const noexcept { return sent_force_; }  // largest, on the pendulum [N]

 private:
  double from_, to_;
  double farthest_ = 0, sent_force_ = 0;
  double low_ = 0, high_ = 0;
  bool began_ = false;
};

struct WatchedPendulum {
  PendulumWatch watch{0, 0};
  bool fault = false;
};

// seeds 1 … seeds of every variant, [variant][seed − 1]; core::InputError
std::vector<std::vector<WatchedPendulum>> watch_pendulums(std::span<const Variant> variants,
                                                          int seeds, double from, double to,
                                                          const Effort& effort);

}  // namespace tether::reproduction
