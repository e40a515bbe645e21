// Lets a hand feel walls that were found elsewhere, at once and as passive walls: a spring and a
// damper on one side of a surface,
//   F = n (K d + b),     |b| ≤ min(B |ḋ|, K d),  b against the motion,     d = s − n·x > 0       [N]
// Every wall that is displayed has its own place s, normal n and stiffness K, and goes to what is
// known of it so that the hand is given nothing that nobody paid for, V = ½ K d² [J]:
//   place      at once while the hand is outside; else it begins at the hand, without a force, and
//              moves towards it at a bounded speed, up to a bounded force, ΔV ≤ share · budget; away
//              from it so that the force falls no faster than a bounded rate
//   normal     about the hand: V stays, the force turns no faster than that rate
//   stiffness  with V as it is, F' = F √(K'/K), no faster than that rate
// A wall ends where nobody has touched it: beyond a reach around what was touched its surface recedes.
// A hand that comes in from there is behind the wall, and does not feel it until it has been in front.
// What sampling adds to a spring and takes from a damper in a tick, while the hand goes by δ, is
//   ½ K δ² + b δ ≤ (½ K T² + B T) v²                                                          [J]
// (docs/design/model-mediated.md), and the account has it in its books. The energy of the springs is
// the hand's own: the account holds it for them (Port::stored).
#pragma once

#include <array>

#include "tether/control/environment/contact_plane.hpp"

namespace tether::control {

struct WallDisplayParams {
  double stiffness = 2000;    // K at most; a softer wall is displayed as it is [N/m]
  double damping = 5;         // B [N s/m]
  double speed = 0.1;         // of a surface that comes towards the hand [m/s]
  double push = 8;            // of a wall that comes towards the hand, at most [N]
  double force_rate = 60;     // by which a force that is withdrawn falls, or turns [N/s]
  double budget_share = 0.2;  // of the account, that one tick may put into the springs
  double reach = 0.1;         // beyond what was touched, to which a wall goes on [m]
  double fade = 0.03;         // over which it ends there [m]
  double sample_time = 1e-3;  // [s]
};

class WallDisplay {
 public:
  explicit WallDisplay(const WallDisplayParams& params) noexcept;

  // what is known of one wall; nothing was found in a slot of generation 0, or is there any more
  void receive(const ContactPlane& plane, const spatial::Vector3& hand) noexcept;

  struct Out {
    spatial::Vector3 force = spatial::Vector3::Zero();  // on the hand [N]
    double energy = 0;                                  // of the springs [J]
    double paid = 0;  // that the account has put into them in this tick [J]
  };
  // place and velocity of the hand; budget: what the account can spend on springs [J]
  Out update(const spatial::Vector3& hand, const spatial::Vector3& velocity,
             double budget) noexcept;

  // a slot as it is displayed: its surface, with the stiffness that is felt
  const ContactPlane& displayed(int slot) const noexcept {
    return walls_[static_cast<std::size_t>(slot)].shown;
  }
  // the hand feels this force by other means: surfaces lie where they would give it
  void align(const spatial::Vector3& hand, const spatial::Vector3& force) noexcept;
  // the hand feels no walls: what it is inside of begins at it, without a force, when it does again
  void release(const spatial::Vector3& hand) noexcept;

 private:
  struct Wall {
    ContactPlane known;   // as it was received
    ContactPlane shown;   // as it is displayed
    double force = 0;     // of its spring in the tick before [N]
    bool front = false;   // the hand was in front of it since it is known
    bool behind = false;  // and has gone round it
  };

  double stiffness(const ContactPlane& known) const noexcept;
  void begin(Wall& wall, const spatial::Vector3& hand) const noexcept;
  bool same(const Wall& wall) const noexcept;
  double force_step() const noexcept { return params_.force_rate * params_.sample_time; }
  double wanted(Wall& wall, const spatial::Vector3& hand) const noexcept;
  void turn(Wall& wall, const spatial::Vector3& hand) const noexcept;
  void stiffen(Wall& wall, const spatial::Vector3& hand) const noexcept;
  double approach(Wall& wall, const spatial::Vector3& hand, double budget) const noexcept;
  double share_beside(const Wall& wall, const spatial::Vector3& hand) const noexcept;

  WallDisplayParams params_;
  std::array<Wall, kContactPlanes> walls_;
};

}  // namespace tether::control
