#include <cmath>

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/guard/fence/geofence.hpp"

namespace tether::guard {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw core::InputError(fmt::format("geofence: {}", what));
}

void check(const GeofenceParams& p) {
  const auto positive = [](double x) { return std::isfinite(x) && x > 0; };
  require(std::isfinite(p.radius) && p.radius >= 0, "radius must not be negative");
  require(positive(p.deceleration), "deceleration must be above 0");
  require(positive(p.cushion), "cushion must be above 0");
  require(positive(p.stiffness), "stiffness must be above 0");
  require(positive(p.max_force), "max_force must be above 0");
  require(p.hand_force >= 0 && p.hand_force < p.max_force,
          "hand_force must be at least 0 and below max_force");
  require(positive(p.release_speed), "release_speed must be above 0");
  require(positive(p.ramp), "ramp must be above 0");
  require(positive(p.jump), "jump must be above 0");
  require(positive(p.sample_time), "sample_time must be above 0");
  for (const double rating : p.max_effort) require(rating > 0, "max_effort must be above 0");
}

void check(const FenceBox& box) {
  const auto require_of_box = [&box](bool holds, const char* what) {
    if (!holds)
      throw core::InputError(fmt::format("geofence box \"{}\": {}", box.name.view(), what));
  };
  const spatial::Matrix3& r = box.centre.rotation;
  require_of_box(box.centre.position.allFinite(), "its centre must be finite");
  require_of_box(box.half_size.allFinite() && box.half_size.minCoeff() > 0,
                 "its sizes must be above 0");
  constexpr double kUnit = 1e-9;
  require_of_box(r.allFinite() && (r * r.transpose()).isIdentity(kUnit) && r.determinant() > 0,
                 "its rotation must be one");
}

}  // namespace

Geofence::Geofence(const GeofenceParams& params, std::span<const FenceBox> boxes)
    : params_(params),
      count_(static_cast<int>(boxes.size())),
      ease_step_(params.sample_time / params.ramp),
      force_step_(params.max_force * params.sample_time / params.ramp),
      gentlest_((params.max_force - params.hand_force) / kHeaviest) {
  check(params);
  if (boxes.size() > kMaxBoxes) {
    throw core::InputError(
        fmt::format("geofence: {} boxes, at most {} are possible", boxes.size(), kMaxBoxes));
  }
  for (int i = 0; i < count_; ++i) {
    check(boxes[static_cast<std::size_t>(i)]);
    at(boxes_, i) = boxes[static_cast<std::size_t>(i)];
    enable(i, box(i).enabled);
  }
}

void Geofence::enable(int box, bool on) noexcept {
  if (box >= 0 && box < count_) at(enabled_, box).store(on, std::memory_order_relaxed);
}

bool Geofence::enabled(int box) const noexcept {
  return box >= 0 && box < count_ && at(enabled_, box).load(std::memory_order_relaxed);
}

int Geofence::find(std::string_view name) const noexcept {
  for (int i = 0; i < count_; ++i) {
    if (box(i).name == name) return i;
  }
  return -1;
}

}  // namespace tether::guard
