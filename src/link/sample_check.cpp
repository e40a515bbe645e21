#include "tether/link/sample_check.hpp"

#include <cmath>

#include "tether/control/engagement.hpp"
#include "tether/passivity/methods.hpp"

namespace tether::link {
namespace {

constexpr double kUnitTolerance = 1e-6;  // of a turn's length

// false for what is not a number too
bool bounded(double value) noexcept { return std::abs(value) <= kLargest; }
bool bounded(const spatial::Vector3& v) noexcept {
  return bounded(v.x()) && bounded(v.y()) && bounded(v.z());
}

bool is_turn(const Eigen::Quaterniond& turn) noexcept {
  return std::abs(turn.norm() - 1) <= kUnitTolerance;
}

bool since_begin(core::Time time) noexcept { return time >= core::Time{}; }

}  // namespace

bool plausible(const Sample& sample) noexcept {
  return since_begin(sample.sent) && since_begin(sample.echo) &&
         sample.held >= core::Duration::zero() && bounded(sample.position) &&
         is_turn(sample.orientation) && bounded(sample.torque) && bounded(sample.force) &&
         bounded(sample.energy) && bounded(sample.wave) &&
         sample.method < passivity::methods().size() && sample.engagement < control::kEngagements;
}

}  // namespace tether::link
