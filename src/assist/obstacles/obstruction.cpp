#include "tether/assist/obstacles/obstruction.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "assist/obstacles/scan_smoothing.hpp"
#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

// of the arcs on a side, the least turned first: how much they count
constexpr double kArcs[] = {0.5, 1.0 / 3, 1.0 / 6};
// commands beyond are taken as this [m/s, rad/s]
constexpr double kFastest = 10;

void require_obstruction(bool holds, std::string_view what, double value) {
  if (!holds) throw core::InputError(fmt::format("obstruction: {} cannot be {}", what, value));
}

const ObstructionParams& checked(const ObstructionParams& p) {
  const auto positive = [](std::string_view what, double value) {
    require_obstruction(std::isfinite(value) && value > 0, what, value);
  };
  positive("d_max", p.d_max);
  positive("horizon", p.horizon);
  positive("least_speed", p.least_speed);
  positive("margin", p.margin);
  positive("turn_step", p.turn_step);
  require_obstruction(p.scanner.allFinite(), "place of the scanner", p.scanner.x() + p.scanner.y());
  require_obstruction(std::isfinite(p.first_angle), "first_angle", p.first_angle);
  require_obstruction(std::isfinite(p.angle_step), "angle_step", p.angle_step);
  return p;
}

// beams straight ahead or aside are exactly that, whatever π was rounded to
double snapped(double value) noexcept { return std::abs(value) < 1e-12 ? 0 : value; }

double command(double value) noexcept {
  return std::isfinite(value) ? std::clamp(value, -kFastest, kFastest) : 0;
}

double unit_or_zero(double value) noexcept { return value > 0 ? std::min(value, 1.0) : 0; }

}  // namespace

ObstructionSensor::ObstructionSensor(const ObstructionParams& params)
    : params_(checked(params)), outline_(params.outline), swept_(outline_) {
  share_.setZero();
  make_tables(params.first_angle + (params.smoothing ? params.angle_step : 0), params.angle_step);
}

void ObstructionSensor::make_tables(double first_angle, double angle_step) noexcept {
  first_angle_ = first_angle;
  angle_step_ = angle_step;
  for (int i = 0; i < kMaxBeams; ++i) {
    const double angle = first_angle + i * angle_step;
    sin_[i] = snapped(std::sin(angle));
    cos_[i] = snapped(std::cos(angle));
    exit_[i] = params_.mode == ObstructionMode::footprint
                   ? outline_.exit(params_.scanner, {sin_[i], -cos_[i]})
                   : 0;
  }
}

void ObstructionSensor::see(const RangeScan& scan) noexcept {
  if (!std::isfinite(scan.first_angle + scan.angle_step * kMaxBeams)) return;
  if (params_.smoothing) {
    smooth(scan, scan_);
  } else {
    scan_ = scan;
    scan_.count = std::clamp(scan.count, 0, kMaxBeams);
  }
  if (scan_.first_angle != first_angle_ || scan_.angle_step != angle_step_) {
    make_tables(scan_.first_angle, scan_.angle_step);
  }
}

control::Obstruction ObstructionSensor::obstruction(const robot::PlanarTwist& twist) noexcept {
  if (scan_.count == 0) return {};
  if (params_.mode != ObstructionMode::trajectory) return around();
  return on_the_way(command(twist.x()), command(twist.z()));
}

control::Obstruction ObstructionSensor::around() noexcept {
  const int count = scan_.count;
  const float* const range = scan_.ranges.data();
  const double* const exit = exit_.data();
  double* const share = share_.data();
  const double d_max = params_.d_max, per_d_max = 1 / d_max;
  for (int i = 0; i < count; ++i) {
    const auto d = static_cast<double>(range[i]);
    const double near = (d_max - std::max(d - exit[i], 0.0)) * per_d_max;
    // false where there is no answer
    share[i] = d > 0 && near > 0 ? near : 0;
  }
  const auto ahead = share_.head(count) * sin_.head(count);
  const auto aside = share_.head(count) * cos_.head(count);
  return {.forward = unit_or_zero(ahead.maxCoeff()),
          .backward = unit_or_zero(-ahead.minCoeff()),
          .left = unit_or_zero(-aside.minCoeff()),
          .right = unit_or_zero(aside.maxCoeff())};
}

// what is seen nearer to the scanner than this, in platform axes
void ObstructionSensor::keep_points(double within) noexcept {
  const auto limit = static_cast<float>(within);
  const auto x0 = static_cast<float>(params_.scanner.x());
  const auto y0 = static_cast<float>(params_.scanner.y());
  std::size_t kept = 0;
  for (int i = 0; i < scan_.count; ++i) {
    const float d = scan_.ranges[static_cast<std::size_t>(i)];
    const float x = x0 + d * static_cast<float>(sin_[i]);
    const float y = y0 - d * static_cast<float>(cos_[i]);
    points_.x[kept] = x;
    points_.y[kept] = y;
    points_.squared[kept] = x * x + y * y;
    kept += d > 0 && d < limit ? 1U : 0U;
  }
  points_.count = static_cast<int>(kept);
}

double ObstructionSensor::arc(double speed, double turn, bool backward) noexcept {
  return unit_or_zero(swept_.blocked(points_, {.curvature = (backward ? -turn : turn) / speed,
                                               .length = speed * params_.horizon,
                                               .margin = params_.margin,
                                               .backward = backward}));
}

ObstructionSensor::Fan ObstructionSensor::fan(double speed, double turn, bool backward) noexcept {
  Fan all{.ahead = arc(speed, turn, backward)};
  double best = all.ahead;
  double more = 0;
  for (const double weight : kArcs) {
    more += params_.turn_step;
    const double left = arc(speed, turn + more, backward);
    const double right = arc(speed, turn - more, backward);
    best = std::min({best, left, right});
    all.left += weight * left;
    all.right += weight * right;
  }
  all.left -= best * (1 - best);
  all.right -= best * (1 - best);
  return all;
}

control::Obstruction ObstructionSensor::on_the_way(double speed, double turn) noexcept {
  const double ahead = std::max(speed, params_.least_speed);
  const double back = std::max(-speed, params_.least_speed);
  keep_points(std::max(ahead, back) * params_.horizon + outline_.reach() + params_.margin +
              params_.scanner.norm());
  // steering is judged where the vehicle goes; slowly backwards, between both
  const double backing = unit_or_zero(-speed / params_.least_speed);
  const Fan forward = backing < 1 ? fan(ahead, turn, false) : Fan{.ahead = arc(ahead, turn, false)};
  const Fan backward = backing > 0 ? fan(back, turn, true) : Fan{.ahead = arc(back, turn, true)};
  return {.forward = forward.ahead,
          .backward = backward.ahead,
          .left = unit_or_zero((1 - backing) * forward.left + backing * backward.left),
          .right = unit_or_zero((1 - backing) * forward.right + backing * backward.right)};
}

}  // namespace tether::assist
