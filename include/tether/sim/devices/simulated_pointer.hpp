// A simulated person who moves a pointer, freely: nothing is felt. Where it points is sampled at
// moments about those of a grid, each off by up to a share of the period, and some samples are
// lost; what comes drags the virtual handle (pointer_handle.hpp).
#pragma once

#include <memory>

#include "tether/device/pointer/pointer_handle.hpp"
#include "tether/sim/devices/pose_sampling.hpp"
#include "tether/sim/devices/simulated_device.hpp"
#include "tether/sim/people/hand.hpp"
#include "tether/sim/people/handling.hpp"
#include "tether/sim/people/random_generator.hpp"
#include "tether/sim/people/wrist.hpp"

namespace tether::sim {

// samples a motion that it is shown
class SampledPoses final : public device::PoseStream {
 public:
  SampledPoses(const PoseSamplingParams& params, std::uint64_t seed) noexcept;

  // often, in order of time
  void show(core::Time now, const spatial::Pose& pose) noexcept;
  bool read(core::Time now, device::StreamedPose& newest) noexcept override;

 private:
  double moment() noexcept;

  PoseSamplingParams params_;
  RandomGenerator random_;
  std::uint64_t sample_ = 0;  // number of the next one
  double next_;               // its moment [s]
  device::StreamedPose newest_;
  bool fresh_ = false;
};

struct SimulatedPointerParams {
  device::PointerHandleParams handle;
  PoseSamplingParams sampling;
  robot::JointVector posture;  // of an arm that the handle stands for: where its tool starts
  std::uint64_t seed = 1;      // of the sampling
};

class SimulatedPointer final : public SimulatedDevice {
 public:
  // throws core::InputError when the chain cannot be where hand and wrist start
  SimulatedPointer(const robot::Chain& chain, const SimulatedPointerParams& params, Hand hand,
                   Wrist wrist, HandlingParams handling = {});

  const robot::Chain& chain() const noexcept override { return handle_.chain(); }
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time now, const device::JointEfforts& efforts) noexcept override {
    handle_.command(now, efforts);
  }
  void advance(core::Duration dt) noexcept override;
  void show(const spatial::Pose& tool) noexcept override { hand_.see(tool); }
  bool done() const noexcept override { return hand_.done(); }

  const device::PointerHandle& handle() const noexcept { return handle_; }

 private:
  SimulatedPointer(const robot::Chain& chain, const SimulatedPointerParams& params, Hand hand,
                   Wrist wrist, HandlingParams handling, std::unique_ptr<SampledPoses> poses);

  Hand hand_;
  Wrist wrist_;
  Handling handling_;
  spatial::Pose pointer_;
  core::Time now_;
  SampledPoses* poses_;  // the handle's
  device::PointerHandle handle_;
  signals::DeviceState state_;
};

}  // namespace tether::sim
