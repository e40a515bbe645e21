// A person who picks up a tool with a large, slow arm that they see on a screen only. They bring
// the changer above the tool by sight, lower it until they feel it stand, press lightly and feel
// about for the holes, and push it in once it gives way. Every stroke is decided after a look at
// the end of the one before. Sight is that of a blurred video of low contrast and a model that does
// not quite fit: what is seen of the tool is off by an error that stays for the whole attempt and
// one that is new at every look,
//   e = e_stays + e_look,   both normal with deviation b σ across and d σ along the line of sight
// σ the person's acuity, b and d how much worse the view is than the bare eye beside the robot. The
// camera looks along x, so that x is depth.
// A person who is guided does not fight it: a share of what pushes the hand sideways, steadily and
// gently, moves the aim along.
#pragma once

#include <cstdint>

#include "tether/sim/people/delayed_sense.hpp"
#include "tether/sim/people/intention.hpp"
#include "tether/sim/people/stiction_retry.hpp"
#include "tether/sim/people/submovement.hpp"
#include "tether/sim/people/task_person.hpp"
#include "tether/sim/people/tool_pickup_task.hpp"

namespace tether::sim {

// assumptions; how those of the shipped scenarios were chosen: docs/measured/tool-pickup.md
struct ToolPickupView {
  double blur = 2;          // b: across
  double depth_blur = 4;    // d: along the line of sight
  double look = 1.2;        // time to compare the views after every stroke [s]
  double compliance = 0.7;  // share of a steady force on the hand that is given way to
  double step = 3.5e-3;     // by which the person feels about, at the follower [m]
};

class ToolPickupIntention final : public Intention {
 public:
  ToolPickupIntention(const ToolPickupTask& task, const ToolPickupView& view,
                      const TaskPerson& person, std::uint64_t seed) noexcept;

  spatial::Vector3 start() const noexcept override { return person_.start; }
  control::PointState update(core::Time now, double dt, const Senses& senses) noexcept override;
  bool done() const noexcept override { return done_; }

 private:
  enum class Doing : std::uint8_t { approaching, lowering, searching, pushing };

  void decide(double t) noexcept;
  void approach(double t, const spatial::Vector3& place) noexcept;
  void lower(double t, const spatial::Vector3& place) noexcept;
  void search(double t, const spatial::Vector3& place) noexcept;
  void push(double t, const spatial::Vector3& place) noexcept;
  // next point of a square spiral around where the holes seem to be [m]
  spatial::Vector3 probe() noexcept;
  spatial::Vector3 seen_error() noexcept;
  // how far to press on down until `force` [N] is felt [m], at the hand
  double press(double force) const noexcept;
  // sideways, the hand gives way to what guides it [m]
  spatial::Vector3 give_way() const noexcept;
  // moves the hand by `way` [m]
  void stroke(double t, const spatial::Vector3& way, double width) noexcept;

  ToolPickupTask task_;
  ToolPickupView view_;
  TaskPerson person_;
  RandomGenerator random_;
  spatial::Vector3 lasting_;  // error of sight that stays [m]
  DelayedSense sight_;        // of the changer
  DelayedSense skin_;         // force on the hand
  Submovement hand_;
  StictionRetry retry_;
  bool looked_ = false;
  bool done_ = false;
  int probes_ = 0;
  double stands_ = 0;  // height at which the changer was first felt to stand, as seen [m]
  Doing doing_ = Doing::approaching;
};

}  // namespace tether::sim
