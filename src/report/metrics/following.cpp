#include "tether/report/metrics/following.hpp"

#include <algorithm>
#include <cmath>

#include "tether/scenario/extensions.hpp"

namespace tether::report {
namespace {

constexpr double kLongestLookBack = 4;  // that is looked back over [s]
constexpr double kWayStep = 0.02;       // [s]
constexpr double kMomentStep = 0.01;    // [s]
constexpr double kLongestRecord = 600;  // of moments [s]
constexpr double kLeastWayLed = 0.005;  // [m]
constexpr double kForget = 200;         // arrivals that a delay is averaged over
constexpr std::size_t kCoarse = 5;      // shifts between two that are tried first
constexpr double kExplained = 0.5;      // share of the follower's variance

bool both_engaged(const signals::Tick& leader, const signals::Tick& follower) noexcept {
  return leader.engagement == control::Engagement::engaged &&
         follower.engagement == control::Engagement::engaged;
}

std::size_t ticks_of(double time, double rate) noexcept {
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(time * rate)));
}

}  // namespace

Following::Following(const scenario::Scenario& scenario) : rate_(scenario.rate) {
  if (!coupling_law(scenario).follows_places) return;
  history_.assign(ticks_of(kLongestLookBack, rate_) + 1, spatial::Vector3::Zero());
  const double record = std::min(scenario.duration, kLongestRecord);
  moments_.reserve(static_cast<std::size_t>(record / kMomentStep) + 1);
}

void Following::estimate_delay(const signals::Tick& follower) noexcept {
  if (!follower.received.fresh || follower.origin != signals::TickOrigin::made) return;
  const double delay = core::seconds(follower.time - follower.received.sample.sent);
  arrivals_ = std::min(arrivals_ + 1, kForget);
  delay_ += (delay - delay_) / arrivals_;
}

const spatial::Vector3& Following::led_before(double delay) const noexcept {
  const auto ticks = static_cast<std::size_t>(std::lround(std::max(delay, 0.0) * rate_));
  const std::size_t back = std::min({ticks, history_.size() - 1, seen_ - 1});
  return history_[(seen_ - 1 - back) % history_.size()];
}

Following::Step Following::update(const signals::Tick& leader,
                                  const signals::Tick& follower) noexcept {
  if (!applies()) return {};
  const spatial::Vector3& followed = follower.coupling.send.pose.position;
  history_[seen_ % history_.size()] = leader.coupling.send.pose.position;
  ++seen_;
  estimate_delay(follower);
  const spatial::Vector3& led = led_before(delay_);
  const bool engaged = both_engaged(leader, follower);
  Step step{.error = (led - followed).norm()};
  if (seen_ % ticks_of(kWayStep, rate_) == 0) {
    if (engaged && engaged_) {
      step.led = (led - led_).norm();
      step.followed = (followed - followed_).norm();
    }
    led_ = led;
    followed_ = followed;
    engaged_ = engaged;
  }
  if (seen_ % ticks_of(kMomentStep, rate_) == 0 && moments_.size() < moments_.capacity()) {
    moments_.push_back(
        {core::seconds(leader.time), engaged, leader.coupling.send.pose.position, followed});
  }
  return step;
}

std::optional<double> Following::reach(double led, double followed) noexcept {
  return led < kLeastWayLed ? std::nullopt : std::optional(followed / led);
}

// variance of p_f(t) − p_l(t − shift); none when too few moments have such a past
std::optional<double> Following::cost(std::size_t begin, std::size_t end, std::size_t shift,
                                      std::size_t stride) const {
  spatial::Vector3 sum = spatial::Vector3::Zero();
  double squares = 0;
  std::size_t count = 0;
  for (std::size_t i = std::max(begin, shift); i < end; i += stride) {
    if (!moments_[i].engaged || !moments_[i - shift].engaged) continue;
    const spatial::Vector3 apart = moments_[i].followed - moments_[i - shift].led;
    sum += apart;
    squares += apart.squaredNorm();
    ++count;
  }
  if (2 * count * stride < end - begin) return std::nullopt;
  const auto n = static_cast<double>(count);
  return squares / n - (sum / n).squaredNorm();
}

std::optional<double> Following::lag(double from, double to) const {
  const auto at = [&](double t) {
    return static_cast<std::size_t>(std::ranges::lower_bound(moments_, t, {}, &Moment::time) -
                                    moments_.begin());
  };
  const std::size_t begin = at(from), end = at(to);
  if (end - begin < 2 * kCoarse) return std::nullopt;

  // how far both went, and how much there is to explain
  spatial::Vector3 mean = spatial::Vector3::Zero();
  double squares = 0, led = 0;
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (!moments_[i].engaged) continue;
    mean += moments_[i].followed;
    squares += moments_[i].followed.squaredNorm();
    if (i > begin) led += (moments_[i].led - moments_[i - 1].led).norm();
    ++count;
  }
  if (count == 0 || led < kLeastWayLed) return std::nullopt;
  const auto n = static_cast<double>(count);
  const double variance = squares / n - (mean / n).squaredNorm();

  const std::size_t longest = ticks_of(kLongestLookBack, 1 / kMomentStep);
  std::optional<double> least;
  std::size_t best = 0;
  const auto look_at = [&](std::size_t shift, std::size_t stride) {
    const auto c = cost(begin, end, shift, stride);
    if (!c || (least && *c >= *least)) return;
    least = c;
    best = shift;
  };
  for (std::size_t shift = 0; shift <= longest; shift += kCoarse) look_at(shift, 2);
  if (!least) return std::nullopt;
  least.reset();
  const std::size_t middle = best;
  const std::size_t last = std::min(middle + kCoarse, longest);
  for (std::size_t shift = middle > kCoarse ? middle - kCoarse : 0; shift <= last; ++shift) {
    look_at(shift, 1);
  }
  if (!least || *least > kExplained * variance) return std::nullopt;

  // the lowest point of a parabola through three neighbours; at the edge it may lie between two
  const std::size_t left = best == 0 ? 0 : best - 1;
  const auto a = cost(begin, end, left, 1), b = cost(begin, end, left + 1, 1),
             c = cost(begin, end, left + 2, 1);
  double shift = static_cast<double>(best);
  if (a && b && c) {
    const double bend = *a - 2 * *b + *c;
    if (bend > 0) shift = static_cast<double>(left) + 1 + (*a - *c) / (2 * bend);
  }
  shift = std::max(shift, 0.0);
  return shift * kMomentStep;
}

}  // namespace tether::report
