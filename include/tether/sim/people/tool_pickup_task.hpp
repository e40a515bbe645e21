// Picking up a tool: the face of the follower's tool changer, with two pins, is brought from above
// onto a tool with two holes. Three phases:
//   approach    from the start to the first contact between pins and tool
//   search      from there until the pins are aligned with the holes and below their rim
//   insertion   from there until the face sits on the tool
// Places are those of the changer's face from where it is when the leader is at its reference,
// along the leader's axes, in metres of the follower; z is up. CAT document, 5.1 and 5.3.1.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "tether/spatial/pose.hpp"

namespace tether::sim {

struct ToolPickupTask {
  spatial::Vector3 seat = {0.12, -0.12, -0.25};  // of the face on the tool, leader's axes [m]
  double pin_length = 0.04;                      // the pins touch at this height [m]
  double clearance = 1e-3;                       // of a pin in its hole, to every side [m]
  double rim = 3e-3;          // depth below which a pin cannot slip out sideways [m]
  double seated = 1.5e-3;     // height below which the face sits on the tool [m]
  double contact_force = 20;  // that counts as contact, clear of the sensor's noise [N]
  double scale = 1;           // metres of the follower per metre of the leader: the workspace's

  // place of the face [m]; position of the tool in the leader's workspace [m]
  spatial::Vector3 place(const spatial::Vector3& in_workspace) const noexcept {
    return scale * in_workspace;
  }
  double height(const spatial::Vector3& place) const noexcept { return place.z() - seat.z(); }
  double beside(const spatial::Vector3& place) const noexcept {
    return (place - seat).head<2>().norm();
  }
  // a hole is square, and steel gives a little
  bool is_aligned(const spatial::Vector3& place) const noexcept {
    return (place - seat).head<2>().cwiseAbs().maxCoeff() < 1.5 * clearance &&
           height(place) < pin_length - rim;
  }
  bool is_in(const spatial::Vector3& place) const noexcept {
    return is_aligned(place) && height(place) < seated;
  }
};

// when each phase ended [s]; none that has not
class ToolPickupPhases {
 public:
  explicit ToolPickupPhases(const ToolPickupTask& task) noexcept : task_(task) {}

  // contact: norm of the force between pins and tool [N]; in order of time
  void update(double t, const spatial::Vector3& place, double contact) noexcept {
    if (inserted_) return;
    if (!touched_ && contact > task_.contact_force) touched_ = t;
    if (!task_.is_aligned(place)) {
      // one who slipped out searches on
      aligned_.reset();
      return;
    }
    // pins that meet their holes at once touch nothing before
    if (!touched_) touched_ = t;
    if (!aligned_) aligned_ = t;
    if (task_.is_in(place)) inserted_ = t;
  }

  const std::optional<double>& touched() const noexcept { return touched_; }
  const std::optional<double>& aligned() const noexcept { return aligned_; }
  const std::optional<double>& inserted() const noexcept { return inserted_; }

 private:
  ToolPickupTask task_;
  std::optional<double> touched_, aligned_, inserted_;
};

}  // namespace tether::sim
