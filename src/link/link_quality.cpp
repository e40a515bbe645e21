#include "tether/link/link_quality.hpp"

#include <algorithm>
#include <cmath>

namespace tether::link {
namespace {

constexpr double kRoundTripGain = 1.0 / 8;
constexpr double kJitterGain = 1.0 / 4;
constexpr double kLossGain = 1.0 / 100;

}  // namespace

const LinkQuality& LinkQualityEstimator::update(core::Time now, const Received& received) noexcept {
  if (received.fresh) {
    take(now, received.sample);
    last_came_ = now;
  }
  quality_.silence = core::seconds(now - last_came_);
  return quality_;
}

void LinkQualityEstimator::take(core::Time now, const Sample& sample) noexcept {
  if (last_) {
    // k samples in a row were lost before this one came
    const double missing = sample.sequence > *last_ ? sample.sequence - *last_ - 1 : 0;
    quality_.loss = 1 - (1 - quality_.loss) * std::pow(1 - kLossGain, missing);
    quality_.loss *= 1 - kLossGain;
  }
  last_ = sample.sequence;

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
