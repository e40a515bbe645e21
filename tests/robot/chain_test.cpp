#include "tether/robot/chain.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::robot {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Chain pendulum() {
  Chain chain;
  chain.name = "pendulum";
  chain.joint_count = 1;
  chain.joints[0].name = "pivot";
  chain.joints[0].axis = spatial::Vector3::UnitY();
  chain.links[0].mass = 1;
  return chain;
}

template <typename Spoil>
void expect_chain_refused(Spoil spoil, const char* message) {
  Chain chain = pendulum();
  spoil(chain);
  EXPECT_THAT([&chain] { prepare(chain); }, ThrowsMessage<core::InputError>(HasSubstr(message)));
}

TEST(Chain, AGoodOneIsPrepared) {
  Chain chain = pendulum();
  prepare(chain);
  EXPECT_TRUE((chain.motions[0].constant + chain.motions[0].cosine).isIdentity(1e-15));
}

TEST(Chain, WhatCannotBeComputedWithIsRefusedByName) {
  expect_chain_refused([](Chain& c) { c.joint_count = 0; }, "robot pendulum: joints: has 0");
  expect_chain_refused([](Chain& c) { c.joint_count = kMaxJoints + 1; }, "has 9, can have 1 to 8");
  expect_chain_refused([](Chain& c) { c.joints[0].axis *= 2; },
                       "pivot: the axis is not a unit vector");
  expect_chain_refused([](Chain& c) { c.joints[0].placement.rotation(0, 0) = -1; },
                       "pivot: the placement is not a pose");
  expect_chain_refused([](Chain& c) { c.joints[0].lower = 1; },
                       "lower limit 1 is above upper limit 0");
  expect_chain_refused([](Chain& c) { c.joints[0].armature = -1; }, "must not be negative");
  expect_chain_refused([](Chain& c) { c.links[0].mass = -1; }, "mass -1 kg");
  expect_chain_refused(
      [](Chain& c) { c.links[0].centre.x() = std::numeric_limits<double>::quiet_NaN(); },
      "is not finite");
  expect_chain_refused([](Chain& c) { c.tool.rotation.setZero(); },
                       "tool: the frame is not a pose");
  expect_chain_refused([](Chain& c) { c.base.rotation.setZero(); },
                       "base: the frame is not a pose");
}

}  // namespace
}  // namespace tether::robot
