// Whoever is at a tool and wants energy: a hand that goes where it likes, shakes, pushes and lets
// go; a wall that is stiff or soft, moves and vanishes; and a thief that brakes whatever moves and
// pushes it on again at the worst time. It changes its mind as it likes, and it knows how the tool
// really moves.
#pragma once

#include "tests/support/random/random_draw.hpp"
#include "tether/spatial/vectors.hpp"

namespace tether::test {

struct ToolOpponentParams {
  double strength = 20;     // most it can do [N]; the methods allow for as much within a sample
  double restlessness = 4;  // changes of mind per second
  double reach = 0.1;       // of its places [m]
};

class ToolOpponent {
 public:
  ToolOpponent(const ToolOpponentParams& params, std::uint64_t seed);

  // one step of the physics later; tool [m], [m/s]; force on it [N]
  spatial::Vector3 update(double step, const spatial::Vector3& position,
                          const spatial::Vector3& velocity) noexcept;

 private:
  enum class Mood : std::uint8_t { hand, wall, thief, shake, nobody };

  void change_its_mind() noexcept;
  spatial::Vector3 anywhere(double most) noexcept;
  spatial::Vector3 wall(const spatial::Vector3& position,
                        const spatial::Vector3& velocity) const noexcept;
  spatial::Vector3 hand(const spatial::Vector3& position,
                        const spatial::Vector3& velocity) const noexcept;

  ToolOpponentParams params_;
  RandomDraw draw_;
  Mood mood_ = Mood::hand;
  double time_ = 0;                                   // [s]
  double stiffness_ = 0, damping_ = 0;                // [N/m], [N s/m]
  double period_ = 0;                                 // of shaking, and of a wall that moves [s]
  double swing_ = 0;                                  // of a wall that moves [m]
  spatial::Vector3 goal_ = spatial::Vector3::Zero();  // [m]
  spatial::Vector3 normal_ = spatial::Vector3::UnitX();
};

}  // namespace tether::test
