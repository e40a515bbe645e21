#include "tether/assist/force_hold.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

void require_hold(bool holds, const char* what, double value) {
  if (!holds) throw core::InputError(fmt::format("force hold: {} cannot be {}", what, value));
}

// whole ticks, rounded down so that nothing lasts longer than was said; 1e-9 for what a division
// leaves below a whole number
std::int64_t ticks(double time, double sample_time) {
  return static_cast<std::int64_t>(std::floor(time / sample_time + 1e-9));
}

}  // namespace

ForceHold::ForceHold(const ForceHoldParams& params) : params_(params) {
  constexpr double kLongest = 10;  // [s]
  const auto time = [](double t) { return t >= 0 && t <= kLongest; };
  require_hold(params.sample_time >= 1e-6 && params.sample_time <= 1, "sample_time",
               params.sample_time);
  require_hold(time(params.silence_limit), "silence_limit", params.silence_limit);
  require_hold(time(params.ramp_out), "ramp_out", params.ramp_out);
  require_hold(time(params.ramp_in), "ramp_in", params.ramp_in);
  require_hold(params.max_force > 0, "max_force", params.max_force);
  require_hold(params.max_torque > 0, "max_torque", params.max_torque);
  limit_ = ticks(params.silence_limit, params.sample_time);
  ramp_out_ = std::max<std::int64_t>(1, ticks(params.ramp_out, params.sample_time));
  ramp_in_ = std::max<std::int64_t>(1, ticks(params.ramp_in, params.sample_time));
  silence_ = limit_ + 1;
}

bool ForceHold::sound(const spatial::Wrench& wrench) const noexcept {
  // comparisons with what is not a number do not hold
  return wrench.force.norm() <= params_.max_force && wrench.torque.norm() <= params_.max_torque;
}

spatial::Wrench ForceHold::update(const std::optional<spatial::Wrench>& came) noexcept {
  const bool news = came && sound(*came);
  if (came && !news) ++counts_.dropped;
  if (news) {
    ++counts_.taken;
    last_ = *came;
    silence_ = 0;
    progress_ = std::min(progress_ + ramp_out_, ramp_in_ * ramp_out_);
  } else {
    ++counts_.missed;
    if (silence_ == limit_) ++counts_.silences;
    if (silence_ <= limit_) ++silence_;
    if (silence_ > limit_) progress_ = std::max<std::int64_t>(progress_ - ramp_in_, 0);
  }
  // nothing of a force that is over remains, not even a negative zero
  if (progress_ == 0) return {};
  return share() * last_;
}

double ForceHold::share() const noexcept {
  return static_cast<double>(progress_) / static_cast<double>(ramp_in_ * ramp_out_);
}

void ForceHold::reset() noexcept {
  silence_ = limit_ + 1;
  progress_ = 0;
  last_ = {};
}

}  // namespace tether::assist
