#include "tether/link/link_quality.hpp"

#include <algorithm>
#include <cmath>

namespace tether::link {
namespace {

constexpr double kRoundTripGain = 1.0 / 8;
constexpr double kJitterGain = 1.0 / 4;
constexpr double kMemory = 400;  // samples that the loss is measured from

}  // namespace

const signals::LinkQuality& LinkQualityEstimator::update(
    core::Time now, const signals::Received& received) noexcept {
  if (received.epoch != epoch_) {
    // running numbers begin anew
    epoch_ = received.epoch;
    last_.reset();
  }
  quality_.gap = core::seconds(now - last_came_);
  if (received.arrived > 0) count(received);
  if (received.fresh) {
    take(now, received.sample);
    last_came_ = now;
  }
  quality_.silence = core::seconds(now - last_came_);
  return quality_;
}

void LinkQualityEstimator::count(const signals::Received& received) noexcept {
  const std::uint32_t newest = received.sample.sequence;
  const double sent = last_ && newest > *last_ ? newest - *last_ : 0;
  if (last_) {
    const double kept = std::exp(-sent / kMemory);
    sent_ = kept * sent_ + sent;
    arrived_ = kept * arrived_ + received.arrived;
    if (sent_ > 0) quality_.loss = std::clamp(1 - arrived_ / sent_, 0.0, 1.0);
  }
  last_ = newest;
}

void LinkQualityEstimator::take(core::Time now, const signals::Sample& sample) noexcept {
  if (!sample.echoes) return;
  quality_.latest = core::seconds(now - sample.echo - sample.held);
  if (!quality_.known) {
    quality_.known = true;
    quality_.round_trip = quality_.latest;
    quality_.jitter = 0;
    return;
  }
  const double deviation = quality_.latest - quality_.round_trip;
  quality_.round_trip += kRoundTripGain * deviation;
  quality_.jitter += kJitterGain * (std::abs(deviation) - quality_.jitter);
}

}  // namespace tether::link
