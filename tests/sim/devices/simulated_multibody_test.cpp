#include "tether/sim/devices/simulated_multibody.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/world/loop_closure.hpp"
#include "tests/sim/steps.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::sim {
namespace {

using robot::JointVector;
using std::numbers::pi;

constexpr double kTickSeconds = 1e-3;
constexpr double kGravity = 9.81;

std::string file(const std::string& name) {
  return core::data_path("multibody/" + name + ".xml").string();
}

SimulatedMultibody system(const std::string& name, const JointVector& start = {},
                          std::optional<double> mass = std::nullopt) {
  const robot::MultibodyModel model{.file = file(name), .mass = mass};
  return {robot::load_multibody(model).chain, {.model = model, .start = start}};
}

JointVector vector(std::initializer_list<double> values) {
  JointVector out(static_cast<Eigen::Index>(values.size()));
  Eigen::Index i = 0;
  for (const double value : values) out[i++] = value;
  return out;
}

double coordinate(const SimulatedMultibody& system, const char* joint) {
  const mjModel& model = system.world().model();
  const int id = mj_name2id(&model, mjOBJ_JOINT, joint);
  return system.world().data().qpos[model.jnt_qposadr[id]];
}

// times at which a signal that is followed rises through zero, between samples by the chord [s]
class Rises {
 public:
  void see(double value) {
    if (last_ < 0 && value >= 0) at_.push_back((k_ - value / (value - last_)) * kTickSeconds);
    last_ = value;
    k_ += 1;
  }
  double period() const { return (at_.back() - at_.front()) / double(at_.size() - 1); }
  std::size_t count() const { return at_.size(); }

 private:
  double last_ = 0;
  double k_ = 0;
  std::vector<double> at_;
};

TEST(Pendulum, SwingsInItsPeriodAndDiesOutByItsDamper) {
  constexpr double kInertia = 6 * 0.49 * 0.49 + 1e-4;  // [kg m²]
  const double decay = 1 / (2 * kInertia);
  const double natural = std::sqrt(6 * kGravity * 0.49 / kInertia);
  const double damped = std::sqrt(natural * natural - decay * decay);
  EXPECT_NEAR(2 * pi / natural, 1.404, 5e-4);
  for (int axis = 0; axis < 2; ++axis) {
    JointVector start = JointVector::Zero(2);
    start[axis] = 1e-3;
    SimulatedMultibody pendulum = system("pendulum", start);
    Rises rises;
    double largest = 0;
    const double from = 4 * 2 * pi / damped;
    for (int k = 0; k * kTickSeconds < from + 1.5; ++k) {
      const double angle = pendulum.read({}).position[axis];
      rises.see(angle);
      if (k * kTickSeconds > from - 0.05 && k * kTickSeconds < from + 0.05) {
        largest = std::max(largest, angle);
      }
      pendulum.advance(kTick);
    }
    ASSERT_GE(rises.count(), 4U);
    EXPECT_NEAR(rises.period(), 2 * pi / damped, 1e-5 * 2 * pi / damped);
    // released at rest, a crest comes every period, less by the decay
    EXPECT_NEAR(largest / 1e-3, std::exp(-decay * from), 1e-4);
  }
}

TEST(Pendulum, ItsPeriodDoesNotDependOnItsMassButItsDampingDoes) {
  const auto crest_after_five_seconds = [](double mass) {
    SimulatedMultibody pendulum = system("pendulum", vector({0.1, 0}), mass);
    double largest = 0;
    for (int k = 0; k < 6500; ++k) {
      pendulum.advance(kTick);
      if (k > 5000) largest = std::max(largest, std::abs(pendulum.read({}).position[0]));
    }
    return largest;
  };
  const double light = crest_after_five_seconds(1);
  const double heavy = crest_after_five_seconds(12);
  EXPECT_LT(light, 2e-5);
  EXPECT_GT(heavy, 0.03);
}

TEST(DoublePendulum, SwingsInItsTwoModes) {
  for (const double way : {-1.0, 1.0}) {
    // mode shapes of equal masses on equal rods: the lower angle is ∓√2 times the upper one
    const double natural = std::sqrt((2 + way * std::sqrt(2)) * kGravity / 0.3);
    const double upper = 1e-3, lower = -way * std::sqrt(2) * 1e-3;
    // the lower joint's coordinate counts from the upper rod
    SimulatedMultibody pendulum = system("double_pendulum", vector({upper, 0, lower - upper, 0}));
    Rises rises;
    for (int k = 0; k < 3000; ++k) {
      rises.see(pendulum.read({}).position[0]);
      pendulum.advance(kTick);
    }
    ASSERT_GE(rises.count(), 2U);
    // damping lowers it in the second order
    EXPECT_NEAR(rises.period(), 2 * pi / natural, 0.02 * 2 * pi / natural) << way;
  }
}

TEST(MassSpringChain, RingsInEveryModeAtItsOwnFrequency) {
  constexpr int kBlocks = 6;
  for (int mode = 1; mode <= kBlocks; ++mode) {
    const double wave = (2 * mode - 1) * pi / (2 * kBlocks + 1);
    const double natural = 2 * std::sqrt(400.0) * std::sin(wave / 2);
    const double decay = 0.5 * 0.8 / 400 * natural * natural;
    const double damped = std::sqrt(natural * natural - decay * decay);
    JointVector stretch(kBlocks);
    for (int i = 0; i < kBlocks; ++i) {
      stretch[i] = 0.01 * (std::sin((i + 1) * wave) - std::sin(i * wave));
    }
    SimulatedMultibody chain = system("mass_spring_chain", stretch);
    Rises rises;
    for (int k = 0; k < 5000; ++k) {
      rises.see(chain.read({}).position[0]);
      chain.advance(kTick);
    }
    ASSERT_GE(rises.count(), 3U);
    EXPECT_NEAR(rises.period(), 2 * pi / damped, 1e-3 * 2 * pi / damped) << "mode " << mode;
  }
}

// one block's worth of closed forms: r cos θ + √(l² − r² sin² θ), with θ from the dead centre
double slider(double radius, double length, double angle) {
  const double across = radius * std::sin(angle);
  return radius * std::cos(angle) + std::sqrt(length * length - across * across);
}

TEST(SliderCrank, TheBlockIsWhereTheClosedFormHasItInEveryStartPosture) {
  for (double angle = -3; angle <= 3; angle += 0.25) {
    const SimulatedMultibody crank = system("slider_crank", vector({angle}));
    EXPECT_NEAR(0.4 + coordinate(crank, "block"), slider(0.1, 0.3, angle), 1e-9) << angle;
  }
}

TEST(SliderCrank, TheBlockIsWhereTheClosedFormHasItWhileItTurns) {
  SimulatedMultibody crank = system("slider_crank");
  double turned = 0;
  for (int k = 0; k < 4000; ++k) {
    // up to two turns a second
    crank.command({}, {vector({crank.world().data().qvel[0] < 4 * pi ? 1.0 : 0.0})});
    crank.advance(kTick);
    turned = crank.read({}).position[0];
    ASSERT_NEAR(0.4 + coordinate(crank, "block"), slider(0.1, 0.3, turned), 1e-4) << turned;
  }
  EXPECT_GT(turned, 2 * pi);
}

TEST(Crankshaft, ThePistonsAreWhereTheClosedFormHasThemWhileItTurns) {
  SimulatedMultibody engine = system("crankshaft");
  double turned = 0;
  for (int k = 0; k < 4000; ++k) {
    engine.command({}, {vector({engine.world().data().qvel[0] < 4 * pi ? 6.0 : 0.0})});
    engine.advance(kTick);
    turned = engine.read({}).position[0];
    ASSERT_NEAR(0.18 + coordinate(engine, "piston1"), slider(0.04, 0.14, turned), 1e-4);
    ASSERT_NEAR(0.18 + coordinate(engine, "piston4"), slider(0.04, 0.14, turned), 1e-4);
    ASSERT_NEAR(0.10 + coordinate(engine, "piston2"), slider(0.04, 0.14, turned + pi), 1e-4);
    ASSERT_NEAR(0.10 + coordinate(engine, "piston3"), slider(0.04, 0.14, turned + pi), 1e-4);
  }
  EXPECT_GT(turned, 2 * pi);
}

struct Shaken {
  std::string name;
  double push;      // effort on every joint [N m or N]
  double duration;  // of the push [s]
};

void PrintTo(const Shaken& shaken, std::ostream* out) { *out << shaken.name; }

class AnySystem : public testing::TestWithParam<Shaken> {};

TEST_P(AnySystem, StaysTogetherAndLosesEnergyOnceItIsLetGo) {
  SimulatedMultibody shaken = system(GetParam().name);
  const int joints = shaken.chain().joint_count;
  double worst_loop = 0;
  shaken.command({}, {JointVector::Constant(joints, GetParam().push)});
  for (int k = 0; k < GetParam().duration / kTickSeconds; ++k) {
    shaken.advance(kTick);
    worst_loop = std::max(worst_loop, loop_error(shaken.world()));
  }
  shaken.command({}, {JointVector::Zero(joints)});
  SimulatedMultibody resting = system(GetParam().name);
  double before = shaken.energy();
  const double floor = resting.energy();
  ASSERT_GT(before - floor, 0.05);
  const double supplied = before - floor;
  for (int k = 0; k < 20000; ++k) {
    shaken.advance(kTick);
    worst_loop = std::max(worst_loop, loop_error(shaken.world()));
    const double now = shaken.energy();
    ASSERT_LE(now, before + 1e-6 * supplied) << "after " << k << " ms";
    before = now;
  }
  EXPECT_LT(before - floor, 0.9 * supplied);
  EXPECT_LT(worst_loop, 1e-4);
  EXPECT_FALSE(shaken.read({}).fault);
}

TEST_P(AnySystem, WorkAtThePointIsWhatTheSystemGainsAndLoses) {
  SimulatedMultibody touched = system(GetParam().name);
  const int joints = touched.chain().joint_count;
  const double start = touched.energy();
  double work = 0, most = start;
  JointVector before = touched.read({}).position;
  for (int k = 0; k < 2000; ++k) {
    const JointVector push =
        JointVector::Constant(joints, GetParam().push * std::sin(2 * pi * 0.7 * k * kTickSeconds));
    touched.command({}, {push});
    touched.advance(kTick);
    const signals::DeviceState state = touched.read({});
    EXPECT_EQ(state.applied, push);
    work += state.applied.dot(state.position - before);
    before = state.position;
    most = std::max(most, touched.energy());
    // friction only takes
    ASSERT_LE(touched.energy() - start, work + 1e-3 * std::max(most - start, 1e-3)) << k;
  }
}

TEST_P(AnySystem, MakesNoHeapAllocationInATick) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "sanitizers have their own allocator";
  SimulatedMultibody touched = system(GetParam().name);
  const device::JointEfforts push{
      JointVector::Constant(touched.chain().joint_count, GetParam().push)};
  const test::AllocationCounter counter;
  for (int k = 0; k < 100; ++k) {
    touched.read({});
    touched.command({}, push);
    touched.advance(kTick);
  }
  EXPECT_EQ(counter.allocations(), 0);
}

INSTANTIATE_TEST_SUITE_P(Shipped, AnySystem,
                         testing::Values(Shaken{"pendulum", 10, 1}, Shaken{"double_pendulum", 3, 1},
                                         Shaken{"crankshaft", 6, 2}, Shaken{"slider_crank", 0.6, 1},
                                         Shaken{"mass_spring_chain", 10, 1}),
                         [](const auto& shaken) { return shaken.param.name; });

TEST(SimulatedMultibody, NothingHoldsItsWeight) {
  SimulatedMultibody pendulum = system("pendulum", vector({0.5, 0}));
  for (int k = 0; k < 100; ++k) pendulum.advance(kTick);
  EXPECT_LT(pendulum.read({}).position[0], 0.47);
}

TEST(SimulatedMultibody, AStepThatDoesNotDivideTheTickKeepsTimeAllTheSame) {
  SimulatedMultibody pendulum = system("pendulum");
  for (int k = 0; k < 1000; ++k) pendulum.advance(std::chrono::microseconds(300));
  EXPECT_NEAR(pendulum.world().data().time, 0.3, 1.01e-3);
}

TEST(SimulatedMultibody, APostureThatDoesNotFitIsRefused) {
  EXPECT_THAT([] { system("pendulum", vector({0.1})); },
              testing::ThrowsMessage<core::InputError>(
                  testing::HasSubstr("2 joints lead to site \"uip\", the start posture has 1")));
}

}  // namespace
}  // namespace tether::sim
