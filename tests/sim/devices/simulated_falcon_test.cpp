#include "tether/sim/devices/simulated_falcon.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/steps.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/catalogue.hpp"

namespace tether::sim {
namespace {

using spatial::Vector3;

constexpr double kForever = 1e9;  // [s]

// a person who starts at one place and goes to another in 0.5 s
Hand hand_from_to(const Vector3& from, const Vector3& to) {
  HandParams params;
  params.tremor = 0;
  return {params,
          std::make_shared<control::MinimumJerkPath>(
              from, std::vector<control::Waypoint>{{.duration = 0.5, .position = to}}),
          1};
}

SimulatedFalcon held_falcon(const Vector3& from, const Vector3& to) {
  return {robot::load("falcon"), core::data_path("worlds/falcon.xml").string(),
          hand_from_to(from, to)};
}

SimulatedFalcon released_at(const Vector3& start) {
  return {robot::load("falcon"), core::data_path("worlds/falcon.xml").string(),
          hand_from_to(start, start), HandlingParams{.let_go = {{0, kForever}}}};
}

TEST(SimulatedFalcon, IsHomedAtItsStartAndMeasuresWhereThatIsToWithinItsResolution) {
  const Vector3 start(0.02, -0.01, 0.03);
  SimulatedFalcon falcon = held_falcon(start, start);
  EXPECT_TRUE(falcon.port().homed());
  const auto measured = falcon.read({});
  EXPECT_FALSE(measured.fault);
  EXPECT_LT((measured.position - start).norm(), 1e-4);
  EXPECT_EQ(measured.actual->position, start);
}

TEST(SimulatedFalcon, MeasuresPositionsInStepsOfItsEncoders) {
  SimulatedFalcon falcon = held_falcon(Vector3::Zero(), Vector3(0.035, 0.02, -0.045));
  core::Time now;
  int same = 0;
  int off = 0;
  robot::JointVector before = falcon.read(now).position;
  for (int k = 0; k < 1500; ++k) {
    falcon.command(now, {Vector3::Zero()});
    falcon.advance(kTick);
    now += kTick;
    const auto measured = falcon.read(now);
    ASSERT_FALSE(measured.fault);
    const Vector3 error = measured.position - measured.actual->position;
    EXPECT_LT(error.norm(), 1e-4);
    if (error.norm() > 1e-6) ++off;
    if (measured.position == before) ++same;
    before = measured.position;
    EXPECT_LE(falcon.port().iterations(), 4);
  }
  // really in steps: it is off almost always, and stands still while the hand creeps
  EXPECT_GT(off, 1400);
  EXPECT_GT(same, 100);
  EXPECT_GT(before.norm(), 0.04);
}

// Work that the device did on its handle, by what it measures and by what happened.
TEST(SimulatedFalcon, MeasuresTheWorkItDidUpToItsResolution) {
  SimulatedFalcon falcon = held_falcon(Vector3::Zero(), Vector3(0.03, -0.02, -0.04));
  core::Time now;
  double measured_work = 0;
  double made_work = 0;
  double bound = 0;
  double most = 0;
  auto before = falcon.read(now);
  Vector3 force_before = Vector3::Zero();
  for (int k = 0; k < 2000; ++k) {
    // a spring and a push that turns
    const Vector3 push(3 * std::sin(0.02 * k), 2, 3 * std::cos(0.013 * k));
    falcon.command(now, {Vector3(-55 * before.position) + push});
    falcon.advance(kTick);
    now += kTick;
    const auto after = falcon.read(now);
    const Vector3 force = after.applied;
    measured_work += force.dot(after.position - before.position);
    made_work += force.dot(after.actual->position - before.actual->position);
    // summed by parts: the error of position counts only where the force changes
    bound += (force - force_before).norm() * (before.position - before.actual->position).norm();
    const double last = force.norm() * (after.position - after.actual->position).norm();
    EXPECT_LE(std::abs(measured_work - made_work), bound + last + 1e-12);
    most = std::max(most, std::abs(measured_work - made_work));
    before = after;
    force_before = force;
  }
  EXPECT_GT(std::abs(made_work), 0.05);
  EXPECT_LT(most, 1e-3);
}

TEST(SimulatedFalcon, GivesNoMoreThanItsMotorsCanAndReportsWhatActed) {
  SimulatedFalcon falcon = held_falcon(Vector3::Zero(), Vector3::Zero());
  core::Time now;
  double gentle = 0;
  double most = 0;
  for (int k = 0; k < 500; ++k) {
    falcon.read(now);
    const bool strong = k >= 250;
    const Vector3 force = strong ? Vector3(30, -30, 30) : Vector3(2, -1, 3);
    falcon.command(now, {force});
    falcon.advance(kTick);
    now += kTick;
    const Vector3 applied = falcon.read(now).applied;
    if (strong) {
      most = std::max(most, applied.norm());
      // it pushes in the same direction
      EXPECT_GT(applied.normalized().dot(force.normalized()), 0.999);
    } else {
      gentle = std::max(gentle, (applied - force).norm());
    }
  }
  // torques are made for the place that is measured, the force comes from where the handle is
  EXPECT_LT(gentle, 0.02);
  EXPECT_LT(most, 10 * std::sqrt(3.0));
  EXPECT_GT(most, 8);
}

TEST(SimulatedFalcon, StandsStillWithoutForceWhenNobodyHoldsIt) {
  const Vector3 start(0.02, 0.01, -0.03);
  SimulatedFalcon falcon = released_at(start);
  core::Time now;
  for (int k = 0; k < 1000; ++k, now += kTick) {
    falcon.read(now);
    falcon.command(now, {Vector3::Zero()});
    falcon.advance(kTick);
  }
  EXPECT_LT((falcon.read(now).actual->position - start).norm(), 1e-4);
}

// the document's centring: 55 N/m, and 0.2 N per metre of change since the last tick
TEST(SimulatedFalcon, ComesIntoTheDeadZoneByItselfOnceItIsReleased) {
  for (const Vector3& start :
       {Vector3(0.03, 0, 0), Vector3(-0.03, 0, 0), Vector3(0, 0.03, 0), Vector3(0, -0.03, 0),
        Vector3(0, 0, 0.03), Vector3(0, 0, -0.03), Vector3(0.0212, 0, -0.0212)}) {
    for (const double damping : {0.0, 0.2}) {
      SimulatedFalcon falcon = released_at(start);
      core::Time now;
      double last_outside = 0;
      Vector3 before = start;
      for (int k = 0; k < 2000; ++k) {
        const Vector3 p = falcon.read(now).position;
        if (p.lpNorm<Eigen::Infinity>() > 5e-3) last_outside = core::seconds(now);
        falcon.command(now, {Vector3(-55 * p - damping * (p - before))});
        before = p;
        falcon.advance(kTick);
        now += kTick;
      }
      EXPECT_LT(last_outside, 0.4) << start.transpose();
      EXPECT_GT(last_outside, 0.05) << start.transpose();
    }
  }
}

TEST(SimulatedFalcon, GivesNoForceForWhatIsNoNumberAndStaysSane) {
  SimulatedFalcon falcon = held_falcon(Vector3::Zero(), Vector3::Zero());
  falcon.read({});
  falcon.command({}, {Vector3(std::numeric_limits<double>::quiet_NaN(), 0, 0)});
  falcon.advance(kTick);
  const auto measured = falcon.read(core::Time(kTick));
  EXPECT_TRUE(measured.applied.isZero());
  EXPECT_TRUE(measured.position.allFinite());
  EXPECT_FALSE(measured.fault);
}

TEST(SimulatedFalcon, IsRefusedWhereItsLegsDoNotReach) {
  EXPECT_THROW(released_at(Vector3(0.2, 0, 0)), core::InputError);
}

TEST(SimulatedFalcon, TakesNothingFromTheHeapInATick) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "the sanitizer counts";
  SimulatedFalcon falcon = held_falcon(Vector3::Zero(), Vector3(0.02, 0, 0));
  core::Time now;
  const test::AllocationCounter counter;
  for (int k = 0; k < 100; ++k, now += kTick) {
    const auto measured = falcon.read(now);
    falcon.command(now, {robot::JointVector(-55 * measured.position)});
    falcon.advance(kTick);
  }
  EXPECT_EQ(counter.allocations(), 0);
}

}  // namespace
}  // namespace tether::sim
