#include "tether/link/emulated/channel_model.hpp"

#include <algorithm>

namespace tether::link {
namespace {

// shape and scale of the gamma distribution with this mean and deviation
std::gamma_distribution<double> gamma_of(const DelayParams& delay) {
  if (delay.mean <= 0 || delay.deviation <= 0) return std::gamma_distribution<double>(1, 1);
  const double shape = (delay.mean / delay.deviation) * (delay.mean / delay.deviation);
  return std::gamma_distribution<double>(shape, delay.mean / shape);
}

}  // namespace

ChannelModel::ChannelModel(const NetworkParams& params, std::uint64_t seed)
    : params_(params),
      random_(seed),
      normal_(params.delay.mean, std::max(params.delay.deviation, 1e-300)),
      gamma_(gamma_of(params.delay)) {}

ChannelModel::Arrivals ChannelModel::draw(core::Time now, double bits) noexcept {
  // drawn for every packet, so that what happens to one packet does not shift the draws of all
  // others
  const bool lost = draw_loss();
  const bool twice = uniform() < params_.duplication;
  const bool overtakes = params_.overtaking > 0 && uniform() < params_.overtaking;
  Arrivals arrivals;
  if (lost || in_outage(now)) return arrivals;
  const core::Time from = leaves_wire(now, bits);
  arrivals.at[arrivals.count++] = overtakes ? from : arrival(from);
  if (twice) arrivals.at[arrivals.count++] = arrival(from);
  return arrivals;
}

void ChannelModel::impair(const Impairment& impairment) noexcept {
  params_.delay.kind = DelayParams::Kind::normal;
  params_.delay.mean = impairment.delay;
  params_.delay.deviation = impairment.jitter;
  params_.loss.probability = impairment.loss;
  normal_ = std::normal_distribution<double>(impairment.delay, std::max(impairment.jitter, 1e-300));
}

core::Time ChannelModel::arrival(core::Time from) noexcept {
  core::Time at = from + draw_delay();
  if (!params_.reorder) at = std::max(at, last_arrival_);
  last_arrival_ = std::max(last_arrival_, at);
  return at;
}

// in [0, 1), the same on every platform
double ChannelModel::uniform() noexcept { return static_cast<double>(random_() >> 11) * 0x1p-53; }

core::Duration ChannelModel::draw_delay() noexcept {
  double delay = params_.delay.mean;
  switch (params_.delay.kind) {
    case DelayParams::Kind::constant:
      break;
    case DelayParams::Kind::normal:
      if (params_.delay.deviation > 0) delay = normal_(random_);
      break;
    case DelayParams::Kind::gamma:
      if (params_.delay.deviation > 0 && params_.delay.mean > 0) delay = gamma_(random_);
      break;
    case DelayParams::Kind::trace:
      if (!params_.delay.trace.empty()) {
        delay = params_.delay.trace[next_in_trace_];
        next_in_trace_ = (next_in_trace_ + 1) % params_.delay.trace.size();
      }
      break;
  }
  return core::duration_from_seconds(std::max(delay, 0.0));
}

bool ChannelModel::draw_loss() noexcept {
  const LossParams& loss = params_.loss;
  const double turn = uniform();
  bad_state_ = bad_state_ ? turn >= loss.burst_end : turn < loss.burst_begin;
  const bool independent = uniform() < loss.probability;
  const bool in_burst = uniform() < loss.burst_probability;
  return independent || (bad_state_ && in_burst);
}

bool ChannelModel::in_outage(core::Time now) const noexcept {
  const double t = core::seconds(now);
  return std::any_of(params_.outages.begin(), params_.outages.end(),
                     [t](const Outage& o) { return t >= o.from && t < o.to; });
}

core::Time ChannelModel::leaves_wire(core::Time now, double bits) noexcept {
  if (params_.bandwidth <= 0) return now;
  wire_free_ = std::max(wire_free_, now) + core::duration_from_seconds(bits / params_.bandwidth);
  return wire_free_;
}

}  // namespace tether::link
