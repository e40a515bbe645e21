#include "tether/sim/devices/simulated_falcon.hpp"

#include <utility>

#include "tether/core/error.hpp"

namespace tether::sim {

using device::EncoderCounts;
using spatial::Vector3;

SimulatedFalcon::SimulatedFalcon(const robot::Chain& chain, const std::string& world_file,
                                 Hand hand, HandlingParams handling,
                                 const device::FalconPortParams& port)
    : handle_(chain, world_file, std::move(hand), std::move(handling)), port_(port) {
  const Vector3 start = handle_.read({}).position;
  const auto counts = port_.counts_beyond_marks(start);
  if (!counts) throw core::InputError("the legs of " + chain.name + " do not reach its start");
  at_start_ = *counts;
  home();
  const auto measured = port_.position(EncoderCounts{});
  if (!measured) throw core::InputError("the legs of " + chain.name + " do not reach its start");
  measured_ = *measured;
}

void SimulatedFalcon::home() noexcept {
  for (int leg = 0; leg < robot::kFalconLegs; ++leg) {
    port_.pass_mark(leg, -at_start_[static_cast<std::size_t>(leg)]);
  }
}

std::optional<EncoderCounts> SimulatedFalcon::encoders(const Vector3& handle) const noexcept {
  auto counts = port_.counts_beyond_marks(handle);
  if (!counts) return std::nullopt;
  for (std::size_t i = 0; i < counts->size(); ++i) (*counts)[i] -= at_start_[i];
  return counts;
}

signals::DeviceState SimulatedFalcon::read(core::Time now) noexcept {
  signals::DeviceState state = handle_.read(now);
  const Vector3 actual = state.position;
  const auto counts = encoders(actual);
  const auto measured = counts ? port_.position(*counts) : std::nullopt;
  if (measured) {
    measured_ = *measured;
  } else if (!state.fault) {
    state.fault = {.kind = core::FaultKind::device, .stage = "encoders of the falcon"};
  }
  state.position = measured_;
  spatial::Pose pose;
  pose.position = actual;
  state.actual = pose;
  return state;
}

void SimulatedFalcon::command(core::Time now, const device::JointEfforts& efforts) noexcept {
  const device::FalconDrive drive = port_.drive(efforts.values);
  // Motors make torques; what the handle gets of them depends on where it really is. Without any
  // the links would sag, but the world has no weight.
  const auto acting = port_.acting(handle_.read(now).position, drive.torques);
  handle_.command(now, {drive.torques.isZero(0) || !acting ? Vector3::Zero() : *acting});
}

}  // namespace tether::sim
