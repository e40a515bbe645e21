// Distinguishes a contact from a collision by the load that the world puts on the arm: per joint
// and per Cartesian axis of the tool, each |load| beside a lower and an upper threshold.
//   below lower: nothing    from lower on: contact    above upper: collision
// A collision stays until `reset`, which succeeds only once every load is below its lower threshold
// again, so that nobody clears a stop while the arm still presses. A load that is not finite is a
// collision. Haddadin, De Luca & Albu-Schäffer, IEEE T-RO 33(6), 2017.
#pragma once

#include <array>
#include <cstdint>

#include "tether/robot/joints.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::guard {

struct ContactThreshold {
  double lower = 0;
  double upper = 0;  // not below lower
};

struct ContactWatchParams {
  ContactThreshold force{80, 100};  // per axis of the base frame [N]
  ContactThreshold torque{20, 25};  // the same, about the tool point [N m]
  ContactThreshold joint{40, 50};   // for every joint [N m or N]
};

class ContactWatch {
 public:
  // throws core::InputError unless 0 < lower <= upper
  explicit ContactWatch(const ContactWatchParams& params);

  enum class Where : std::uint8_t { none, force, torque, joint };
  struct Out {
    bool contact = false;
    bool collision = false;  // latched
    // the load that is greatest beside its upper threshold; of a collision, the one that made it
    Where where = Where::none;
    int axis = -1;     // 0 to 2, or the joint
    double value = 0;  // [N], [N m], or the joint's unit
    double bound = 0;  // its upper threshold
  };
  // load of the world on the tool: torque about the tool point, and force; and on the joints
  Out update(const spatial::Vector3& torque, const spatial::Vector3& force,
             const robot::JointVector& joints) noexcept;

  // whether it is clear now; false while a load is still above its lower threshold
  bool reset() noexcept;
  bool stopped() const noexcept { return latched_.collision; }

 private:
  struct Search;

  ContactWatchParams params_;
  Out latched_;
  bool pressed_ = false;  // at the last update
};

// "force", "torque", "joint" or "none"
const char* name(ContactWatch::Where where) noexcept;

}  // namespace tether::guard
