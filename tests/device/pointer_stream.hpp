// A stream that gives what a test puts in.
#pragma once

#include <memory>
#include <utility>

#include "tether/device/pointer/pointer_handle.hpp"
#include "tether/robot/catalogue.hpp"

namespace tether::test {

class PutStream final : public device::PoseStream {
 public:
  void put(core::Time stamp, const spatial::Pose& pose) noexcept {
    newest_ = {stamp, pose};
    fresh_ = true;
  }
  bool read(core::Time /*now*/, device::StreamedPose& newest) noexcept override {
    newest = newest_;
    return std::exchange(fresh_, false);
  }

 private:
  device::StreamedPose newest_;
  bool fresh_ = false;
};

// a virtual handle with its stream, and what it does from tick to tick
struct PutHandle {
  static constexpr core::Duration kTick = std::chrono::milliseconds(1);

  PutHandle(const std::string& model, const device::PointerHandleParams& params,
            const robot::JointVector& start, const spatial::Pose& origin = {})
      : PutHandle(model, params, start, origin, std::make_unique<PutStream>()) {}
  PutHandle(const std::string& model, const device::PointerHandleParams& params,
            const robot::JointVector& start, const spatial::Pose& origin,
            std::unique_ptr<PutStream> poses)
      : stream(*poses),
        handle(device::virtual_chain(robot::load(model), params), params, start, origin,
               std::move(poses)),
        state(handle.read(now)) {}

  const signals::DeviceState& tick() noexcept {
    now += kTick;
    state = handle.read(now);
    return state;
  }

  PutStream& stream;
  device::PointerHandle handle;
  core::Time now;
  signals::DeviceState state;
};

}  // namespace tether::test
