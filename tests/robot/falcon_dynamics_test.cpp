#include "tether/robot/falcon_dynamics.hpp"

#include <array>
#include <cmath>
#include <fstream>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

namespace tether::robot {
namespace {

using spatial::Matrix3;
using spatial::Vector3;

const Vector3 kGravity(0, -9.81, 0);

Vector3 random_point(const Falcon& falcon, std::mt19937_64& random) {
  std::uniform_real_distribution<double> share(-1, 1);
  for (;;) {
    const Vector3 p(0.12 * share(random), 0.12 * share(random), 0.11 + 0.09 * share(random));
    if (falcon.reaches(p)) return p;
  }
}

TEST(FalconDynamics, HoldsItsLinksWithTheGradientOfTheirPotentialEnergy) {
  const Falcon falcon;
  const FalconMasses masses;
  std::mt19937_64 random(1);
  constexpr double kStep = 1e-6;  // [m]
  for (int k = 0; k < 5'000; ++k) {
    const Vector3 p = random_point(falcon, random);
    const Vector3 gravity = k % 2 == 0 ? kGravity : Vector3(3, -5, 8);
    const auto energy = [&](const Vector3& at) {
      return potential_energy(falcon, masses, *falcon.posture(at), gravity);
    };
    Vector3 gradient;
    for (int i = 0; i < 3; ++i) {
      const Vector3 d = kStep * Vector3::Unit(i);
      gradient[i] = (energy(p + d) - energy(p - d)) / (2 * kStep);
    }
    const Vector3 hold = holding_force(falcon, masses, *falcon.posture(p), gravity);
    EXPECT_LT((hold - gradient).norm(), 1e-6 * (1 + gradient.norm())) << p.transpose();
  }
}

// Each leg as a chain of hinges (hip, knee, lean, lean back) in MuJoCo, given the angles and the
// rates that close the loop; the handle is a mass on three slides.
class MujocoFalcon {
 public:
  MujocoFalcon(const Falcon& falcon, const FalconMasses& m) {
    const FalconGeometry& g = falcon.geometry();
    std::string legs;
    for (std::size_t i = 0; i < kFalconLegs; ++i) {
      // in a leg's frame x is outwards, y sideways, z up; a hinge about −y turns x to z
      legs += fmt::format(
          R"(<body euler="0 0 {azimuth}"><body pos="{r} {s} 0">
  <joint name="hip{i}" axis="0 -1 0" armature="{rotor}"/>
  <inertial pos="{leg_x} 0 {leg_z}" mass="{leg}" diaginertia="{leg_inertia} {leg_inertia} {leg_inertia}"/>
  <body pos="{a} 0 0"><joint name="knee{i}" axis="0 -1 0"/>
    <inertial pos="{joint_x} 0 0" mass="{joint}" diaginertia="{joint_inertia} {joint_inertia} {joint_inertia}"/>
    <body pos="{e} 0 0"><joint name="lean{i}" axis="0 0 1"/>
      <inertial pos="{bar_x} 0 0" mass="{bars}" diaginertia="1e-9 {bar_inertia} {bar_inertia}"/>
      <body pos="{b} 0 0"><joint name="back{i}" axis="0 0 1"/>
        <inertial pos="{far_x} 0 0" mass="{joint}" diaginertia="{joint_inertia} {joint_inertia} {joint_inertia}"/>
        <site name="end{i}" pos="{d} 0 0"/>
      </body></body></body></body></body>)",
          fmt::arg("azimuth", g.azimuth[i]), fmt::arg("i", i), fmt::arg("r", g.r),
          fmt::arg("s", -g.s), fmt::arg("a", g.a), fmt::arg("b", g.b), fmt::arg("d", g.d),
          fmt::arg("e", g.e), fmt::arg("rotor", m.rotor_inertia * m.gear_ratio * m.gear_ratio),
          fmt::arg("leg", m.leg), fmt::arg("leg_x", m.leg_along), fmt::arg("leg_z", m.leg_across),
          fmt::arg("leg_inertia", m.leg_inertia), fmt::arg("joint", m.joint),
          fmt::arg("joint_x", m.joint_along), fmt::arg("joint_inertia", m.joint_inertia),
          fmt::arg("far_x", g.d - m.joint_along), fmt::arg("bars", 2 * m.bar),
          fmt::arg("bar_x", m.bar_along), fmt::arg("bar_inertia", 2 * m.bar_inertia));
    }
    const std::string model = fmt::format(
        R"(<mujoco><compiler angle="radian" balanceinertia="false" boundmass="0" boundinertia="0"/>
<option gravity="{} {} {}"><flag energy="enable"/></option><worldbody>{}
<body><joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/>
<joint name="z" type="slide" axis="0 0 1"/><inertial pos="0 0 0" mass="{}" diaginertia="1e-9 1e-9 1e-9"/>
</body></worldbody></mujoco>)",
        kGravity.x(), kGravity.y(), kGravity.z(), legs, m.end_effector);
    const std::string file = testing::TempDir() + "falcon_legs.xml";
    std::ofstream(file) << model;
    std::array<char, 500> error{};
    model_.reset(mj_loadXML(file.c_str(), nullptr, error.data(), error.size()));
    if (!model_) throw std::runtime_error(error.data());
    data_.reset(mj_makeData(model_.get()));
  }

  // joints in the order of the model: hip, knee, lean, back of each leg, then x, y, z
  static Eigen::Matrix<double, 15, 1> joints(const FalconPosture& posture) {
    Eigen::Matrix<double, 15, 1> q;
    int k = 0;
    for (const FalconLeg& leg : posture.legs) {
      const double shin = std::atan2(leg.sin_shin, leg.cos_shin);
      const double lean = std::atan2(leg.cos_lean, leg.sin_lean);
      q.segment<4>(k) << leg.hip, shin - leg.hip, lean, -lean;
      k += 4;
    }
    q.tail<3>() = posture.position;
    return q;
  }

  void set(const Eigen::Matrix<double, 15, 1>& q, const Eigen::Matrix<double, 15, 1>& rates) {
    for (int i = 0; i < 15; ++i) {
      data_->qpos[i] = q[i];
      data_->qvel[i] = rates[i];
    }
    mj_forward(model_.get(), data_.get());
    mj_energyPos(model_.get(), data_.get());
    mj_energyVel(model_.get(), data_.get());
  }
  Vector3 end(int leg) const {
    const int site = mj_name2id(model_.get(), mjOBJ_SITE, fmt::format("end{}", leg).c_str());
    return Eigen::Map<const Vector3>(data_->site_xpos + std::ptrdiff_t{3} * site);
  }
  double potential() const { return data_->energy[0]; }
  double kinetic() const { return data_->energy[1]; }

 private:
  struct Free {
    void operator()(mjModel* m) const { mj_deleteModel(m); }
    void operator()(mjData* d) const { mj_deleteData(d); }
  };
  std::unique_ptr<mjModel, Free> model_;
  std::unique_ptr<mjData, Free> data_;
};

TEST(FalconDynamics, AgreesWithMujocoOnPlacesAndEnergies) {
  const Falcon falcon;
  const FalconMasses masses;
  const FalconGeometry& g = falcon.geometry();
  MujocoFalcon mujoco(falcon, masses);
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> share(-1, 1);
  std::optional<double> constant;
  constexpr double kStep = 1e-6;  // [s]
  for (int k = 0; k < 2'000; ++k) {
    const Vector3 p = random_point(falcon, random);
    const Vector3 velocity(share(random), share(random), share(random));
    const FalconPosture posture = *falcon.posture(p);
    const Eigen::Matrix<double, 15, 1> rates =
        (MujocoFalcon::joints(*falcon.posture(p + kStep * velocity)) -
         MujocoFalcon::joints(*falcon.posture(p - kStep * velocity))) /
        (2 * kStep);
    mujoco.set(MujocoFalcon::joints(posture), rates);
    for (int i = 0; i < kFalconLegs; ++i) {
      const Vector3 end = p + g.c * falcon.outwards(i) - g.f * falcon.sideways(i);
      EXPECT_LT((mujoco.end(i) - end).norm(), 1e-12);
    }
    const double energy = potential_energy(falcon, masses, posture, kGravity);
    if (!constant) constant = mujoco.potential() - energy;
    EXPECT_NEAR(mujoco.potential() - energy, *constant, 1e-10);
    const double kinetic = 0.5 * velocity.dot(apparent_mass(falcon, masses, posture) * velocity);
    EXPECT_NEAR(mujoco.kinetic(), kinetic, 1e-4 * kinetic);
  }
}

TEST(FalconDynamics, FeelsAsTheModelOfTheHandleSays) {
  const Falcon falcon;
  const FalconMasses masses;
  const FalconPosture middle = *falcon.posture(Vector3(0, 0, 0.125));
  const Matrix3 mass = apparent_mass(falcon, masses, middle);
  EXPECT_LT((mass - Matrix3(Vector3(0.210, 0.210, 0.404).asDiagonal())).norm(), 1e-3) << mass;
  EXPECT_GT(mass.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), masses.end_effector);
  // three thighs alike and turned by thirds: hardly a pull but straight up
  const Vector3 hold = holding_force(falcon, masses, middle, kGravity);
  EXPECT_LT((hold - Vector3(0, 1.73, 0)).norm(), 0.02) << hold.transpose();
}

}  // namespace
}  // namespace tether::robot
