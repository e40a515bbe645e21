// the measured impedance against closed-form transfer functions of the same sampled loops
#include "tether/reproduction/assisted/coupling_study.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/report/tick.hpp"

namespace tether::reproduction {
namespace {

using Complex = std::complex<double>;

// The follower's force is held over a tick, H = (1 − z) / (s T) with z = exp(−s T), and the leader
// receives the follower of the tick before:
//   X_s = s_m H C X_m / (M s² + b s + s Z_e + H C),    F = (m s² + b_m s) X_m − U_m
struct Loop {
  Complex s, z, hold, follower, leader;
  Loop(double frequency, const StudiedEnvironment& e)
      : s(0, 2 * std::numbers::pi * frequency),
        z(std::exp(-s * report::kTick)),
        hold((1.0 - z) / (s * report::kTick)),
        follower(kStudiedFollower.mass * s * s + kStudiedFollower.damping * s + e.stiffness +
                 e.damping * s),
        leader(kStudiedLeader.mass * s * s + kStudiedLeader.damping * s) {}
};

Complex position_position(double frequency, const StudiedEnvironment& e, const StudiedScaling& a) {
  const Loop l(frequency, e);
  const Complex c = kStudiedStiffness + kStudiedDamping * l.s;
  const Complex x = a.motion * l.hold * c / (l.follower + l.hold * c);
  const Complex back = a.force * a.motion * a.motion * c;
  return (l.leader + back * (1.0 - l.z * x / a.motion)) / l.s;
}

Complex position_force(double frequency, const StudiedEnvironment& e, const StudiedScaling& a) {
  const Loop l(frequency, e);
  const Complex x =
      a.motion * l.hold * kStudiedStiffness / (l.follower + l.hold * kStudiedStiffness);
  const Complex back = a.force * a.motion * kStudiedStiffness;
  return (l.leader + back * l.z * (a.motion - x)) / l.s;
}

TEST(CouplingStudy, MeasuresTheClosedFormOfPositionPositionAndPositionForce) {
  for (const StudiedScaling& scaling : {StudiedScaling{}, kScaled}) {
    for (const StudiedEnvironment& environment : {kFreeSpace, kSoft, kHard}) {
      for (const double frequency : {0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0}) {
        const auto pp = transmitted_impedance(StudiedCoupling::position_position, environment,
                                              scaling, frequency);
        const auto pf =
            transmitted_impedance(StudiedCoupling::position_force, environment, scaling, frequency);
        const Complex pp_true = position_position(pp.frequency, environment, scaling);
        const Complex pf_true = position_force(pf.frequency, environment, scaling);
        EXPECT_LT(std::abs(pp.felt / pp_true - 1.0), 0.01)
            << environment.name << ' ' << frequency << ' ' << pp.felt << pp_true;
        EXPECT_LT(std::abs(pf.felt / pf_true - 1.0), 0.01)
            << environment.name << ' ' << frequency << ' ' << pf.felt << pf_true;
      }
    }
  }
}

// the whole study takes a while: once for all tests
const std::vector<CouplingCase>& whole_study() {
  static const auto study = run_coupling_study();
  return study;
}

const CouplingCase& find(const std::vector<CouplingCase>& study, StudiedCoupling coupling,
                         const StudiedEnvironment& environment, bool scaled) {
  for (const CouplingCase& c : study) {
    if (c.coupling == coupling && c.environment.name == environment.name &&
        (c.scaling.motion != 1) == scaled) {
      return c;
    }
  }
  throw std::logic_error("no such case");
}

TEST(CouplingStudy, FindsWhatEachCouplingIsKnownFor) {
  const auto& study = whole_study();
  ASSERT_EQ(study.size(), 30U);
  for (const bool scaled : {false, true}) {
    const auto& pp = find(study, StudiedCoupling::position_position, kFreeSpace, scaled);
    const auto& light = find(study, StudiedCoupling::measured_force, kFreeSpace, scaled);
    const auto& four = find(study, StudiedCoupling::four_channel, kFreeSpace, scaled);
    // nothing but the leader itself in free space, with the force that is measured
    EXPECT_NEAR(light.mass, kStudiedLeader.mass, 0.01);
    EXPECT_NEAR(light.damping, kStudiedLeader.damping, 0.05);
    EXPECT_GT(pp.damping, 3 * light.damping);
    EXPECT_LT(four.damping, light.damping);
    // what presses still is felt as it is through all but rate control
    for (const auto c : {StudiedCoupling::position_position, StudiedCoupling::position_force,
                         StudiedCoupling::measured_force, StudiedCoupling::four_channel}) {
      EXPECT_LT(find(study, c, kSoft, scaled).force_error, 0.01) << name(c);
      EXPECT_LT(find(study, c, kHard, scaled).force_error, 0.01) << name(c);
    }
    // a hard wall is as soft as the spring between, but not through four channels
    const auto softening = [&](StudiedCoupling c) {
      return find(study, c, kHard, scaled).points.front().gain_db();
    };
    EXPECT_LT(softening(StudiedCoupling::position_force), -20);
    EXPECT_GT(softening(StudiedCoupling::four_channel), -1);
  }
}

TEST(CouplingStudy, ShowsEveryCouplingInTableCsvAndPage) {
  const auto& study = whole_study();
  const std::string table = to_table(study), csv = coupling_csv(study), page = coupling_page(study);
  for (int i = 0; i < kStudiedCouplings; ++i) {
    const auto who = std::string(name(static_cast<StudiedCoupling>(i)));
    for (const std::string* text : {&table, &csv, &page}) {
      EXPECT_NE(text->find(who), std::string::npos) << who;
    }
  }
  EXPECT_EQ(page.find("http://"), page.find("http://www.w3.org/2000/svg"));
  EXPECT_EQ(page.find("nan"), std::string::npos);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 30 * 13);
}

}  // namespace
}  // namespace tether::reproduction
