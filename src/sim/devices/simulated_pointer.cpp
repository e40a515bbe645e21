#include "tether/sim/devices/simulated_pointer.hpp"

#include <algorithm>
#include <utility>

#include "sim/devices/start_posture.hpp"

namespace tether::sim {
namespace {

constexpr double kPersonStep = 0.5e-3;  // of the simulated person [s]

device::PointerHandle handle_of(const robot::Chain& chain, const SimulatedPointerParams& params,
                                const Hand& hand, const Wrist& wrist,
                                std::unique_ptr<SampledPoses> poses) {
  const robot::JointVector posture =
      params.posture.size() > 0 ? params.posture : robot::JointVector::Zero(chain.joint_count);
  const spatial::Pose origin = tool_pose(chain, posture);
  return {chain, params.handle, start_posture(chain, posture, origin, hand, wrist), origin,
          std::move(poses)};
}

}  // namespace

SampledPoses::SampledPoses(const PoseSamplingParams& params, std::uint64_t seed) noexcept
    : params_(params), random_(seed), next_(moment()) {}

// of the sample whose turn it is
double SampledPoses::moment() noexcept {
  const double off = params_.jitter * random_.uniform(-1, 1);
  return (static_cast<double>(sample_) + off) / params_.rate;
}

void SampledPoses::show(core::Time now, const spatial::Pose& pose) noexcept {
  const double t = core::seconds(now);
  if (t < next_) return;
  while (next_ <= t) {
    ++sample_;
    next_ = moment();
  }
  const bool lost = random_.uniform(0, 1) < params_.loss;
  if (lost || within(params_.silent, now)) return;
  newest_ = {now, pose};
  fresh_ = true;
}

bool SampledPoses::read(core::Time /*now*/, device::StreamedPose& newest) noexcept {
  newest = newest_;
  return std::exchange(fresh_, false);
}

SimulatedPointer::SimulatedPointer(const robot::Chain& chain, const SimulatedPointerParams& params,
                                   Hand hand, Wrist wrist, HandlingParams handling)
    : SimulatedPointer(chain, params, std::move(hand), std::move(wrist), std::move(handling),
                       std::make_unique<SampledPoses>(params.sampling, params.seed)) {}

SimulatedPointer::SimulatedPointer(const robot::Chain& chain, const SimulatedPointerParams& params,
                                   Hand hand, Wrist wrist, HandlingParams handling,
                                   std::unique_ptr<SampledPoses> poses)
    : hand_(std::move(hand)),
      wrist_(std::move(wrist)),
      handling_(std::move(handling)),
      pointer_{spatial::exp_rotation(wrist_.start()), hand_.start()},
      poses_(poses.get()),
      handle_(handle_of(chain, params, hand_, wrist_, std::move(poses))),
      state_(handle_.read(now_)) {}

signals::DeviceState SimulatedPointer::read(core::Time) noexcept {
  handling_.report(now_, state_);
  return state_;
}

void SimulatedPointer::advance(core::Duration dt) noexcept {
  const core::Time end = now_ + dt;
  while (now_ < end) {
    const core::Duration step = std::min(end - now_, core::duration_from_seconds(kPersonStep));
    // a pointer that nobody holds stays where it is
    if (handling_.holds(now_)) {
      pointer_ = {wrist_.move(now_, core::seconds(step)), hand_.move(now_, core::seconds(step))};
    }
    now_ += step;
    poses_->show(now_, pointer_);
  }
  state_ = handle_.read(now_);
}

}  // namespace tether::sim
