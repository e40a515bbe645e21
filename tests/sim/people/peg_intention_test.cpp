#include "tether/sim/people/peg_intention.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/sim/steps.hpp"

namespace tether::sim {
namespace {

using spatial::Vector3;

constexpr double kCatch = 1.5e-3;     // offset up to which the rounded edge lets the peg in [m]
constexpr double kPlay = 0.5e-3;      // of the peg in the hole [m]
constexpr double kStiffness = 250.0;  // between hand and tool [N/m]

// A tool that follows the hand at once, above a plate with a hole, pointing down. What it cannot
// follow is felt.
class Plate {
 public:
  explicit Plate(const PegTask& task, const Vector3& start) : task_(task) {
    senses.tool.rotation = Eigen::Vector3d(1, -1, -1).asDiagonal();
    senses.tool.position = start;
  }

  void move(const Vector3& hand) {
    Vector3 tip = hand - Vector3(0, 0, task_.peg_length);
    const Vector3 before = task_.tip(senses.tool);
    const Vector3 off = before - task_.hole;
    const bool inside = off.z() < 0 || off.head<2>().norm() < kCatch;
    if (inside && tip.z() < task_.hole.z()) {
      Eigen::Vector2d side = (tip - task_.hole).head<2>();
      if (side.norm() > kPlay) side *= kPlay / side.norm();
      tip.head<2>() = task_.hole.head<2>() + side;
    } else {
      tip.z() = std::max(tip.z(), task_.hole.z());
    }
    senses.tool.position = tip + Vector3(0, 0, task_.peg_length);
    senses.felt = kStiffness * (senses.tool.position - hand);
  }

  Senses senses;

 private:
  PegTask task_;
};

struct Attempt {
  int insertions = 0;  // that really happened
  bool done = false;
  double time = 0;       // [s]
  double felt_most = 0;  // [N]
};

Attempt attempt(const PegTask& task, std::uint64_t seed, double until) {
  TaskPerson person;
  person.start = Vector3(0, -0.03, 0.05);
  PegIntention intention(task, person, seed);
  Plate plate(task, person.start);
  Attempt out;
  bool outside = true;
  for (; out.time < until && !out.done; out.time += kStep) {
    plate.move(
        intention.update(core::Time(core::duration_from_seconds(out.time)), kStep, plate.senses)
            .position);
    const Vector3 tip = task.tip(plate.senses.tool);
    if (outside && task.is_in(tip)) {
      outside = false;
      ++out.insertions;
    }
    if (task.is_clear(tip)) outside = true;
    out.felt_most = std::max(out.felt_most, plate.senses.felt.norm());
    out.done = intention.done();
  }
  return out;
}

TEST(PegIntention, InsertsAsOftenAsItIsAskedToAndEndsOutsideTheSphere) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    PegTask task;
    task.insertions = 3;
    const Attempt outcome = attempt(task, seed, 120);
    EXPECT_TRUE(outcome.done) << seed;
    EXPECT_EQ(outcome.insertions, 3) << seed;
    EXPECT_LT(outcome.felt_most, 20) << seed;
  }
}

TEST(PegIntention, BeginsAgainFromAboveWhenItSlipsOffTheHole) {
  PegTask task;
  TaskPerson person;
  person.start = Vector3(0, -0.03, 0.05);
  PegIntention intention(task, person, 1);
  Senses senses;
  senses.tool.rotation = Eigen::Vector3d(1, -1, -1).asDiagonal();
  senses.tool.position = person.start;
  const double on_the_plate = task.hole.z() + task.peg_length;
  // a tool without friction on a closed plate, until the person presses
  double t = 0;
  const auto step = [&](const Vector3& slip) {
    const Vector3 hand =
        intention.update(core::Time(core::duration_from_seconds(t)), kStep, senses).position;
    senses.tool.position = hand + slip;
    senses.tool.position.z() = std::max(hand.z(), on_the_plate);
    senses.felt = kStiffness * (senses.tool.position - hand).cwiseProduct(Vector3(0, 0, 1));
    t += kStep;
    return hand.z();
  };
  while (t < 20 && step(Vector3::Zero()) > on_the_plate - 0.01) {
  }
  ASSERT_LT(t, 20);
  // it slips 20 mm aside: the hand goes up again
  double highest = -1;
  const double end = t + 3;
  while (t < end) highest = std::max(highest, step(Vector3(0.02, 0, 0)));
  EXPECT_GT(highest, on_the_plate + 0.005);
}

TEST(PegIntention, NeverThinksAnUnreachableHoleDone) {
  // the plate is closed: no edge lets the peg in
  PegTask task;
  TaskPerson person;
  person.start = Vector3(0, -0.03, 0.05);
  PegIntention intention(task, person, 1);
  Senses senses;
  senses.tool.rotation = Eigen::Vector3d(1, -1, -1).asDiagonal();
  senses.tool.position = person.start;
  for (int k = 0; k < 30000; ++k) {
    const Vector3 hand =
        intention.update(core::Time(std::chrono::milliseconds(k)), kStep, senses).position;
    senses.tool.position = hand;
    senses.tool.position.z() = std::max(hand.z(), task.hole.z() + task.peg_length);
    senses.felt = kStiffness * (senses.tool.position - hand);
  }
  EXPECT_EQ(intention.inserted(), 0);
  EXPECT_FALSE(intention.done());
  // still pressing, and no harder than the person likes to
  EXPECT_NEAR(senses.felt.z(), person.skill.press_force, 4);
}

}  // namespace
}  // namespace tether::sim
