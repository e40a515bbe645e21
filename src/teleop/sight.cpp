#include "tether/teleop/sight.hpp"

namespace tether::teleop {
namespace {

// the way ahead changes with where it is commanded to go, also between two scans
constexpr double kEvery = 0.01;  // [s]

}  // namespace

SightOutput Sight::update(core::Time now, const spatial::Twist& commanded) noexcept {
  if (!started_) seen_ = now;
  started_ = true;
  fresh_ = scanner_->read(now, scan_);
  if (fresh_) {
    seen_ = now;
    ++out_.scans;
  }
  ++ticks_;
  if (fresh_) sensor_.see(scan_);
  if (out_.scans > 0 && (fresh_ || ticks_ * params_.sample_time >= kEvery)) {
    out_.obstruction =
        sensor_.obstruction({commanded.linear.x(), commanded.linear.y(), commanded.angular.z()});
    ticks_ = 0;
  }
  out_.age = core::seconds(now - seen_);
  out_.blind = out_.scans == 0 || out_.age > params_.timeout;
  return out_;
}

}  // namespace tether::teleop
