#include "tether/sim/people/submovement.hpp"

namespace tether::sim {

void Submovement::begin(double t, const spatial::Vector3& aim, double width,
                        const SkillParams& skill, double clumsiness,
                        RandomGenerator& random) noexcept {
  from_ = at(t).position;
  begin_ = t;
  const spatial::Vector3 way = aim - from_;
  const double distance = way.norm();
  duration_ = clumsiness * fitts_time(skill, distance, width);

  const double along = clumsiness * skill.scatter * distance;
  const spatial::Vector3 direction = way.normalized();
  const spatial::Vector3 off = random.normal3(along / 2);
  to_ = aim + off + off.dot(direction) * direction;
}

control::PointState Submovement::at(double t) const noexcept {
  if (t >= end()) return {to_, spatial::Vector3::Zero()};
  return control::minimum_jerk(from_, to_, duration_, t - begin_);
}

}  // namespace tether::sim
