#include "tether/guard/stops/contact_watch.hpp"

#include <cmath>
#include <limits>

#include "tether/core/error.hpp"

namespace tether::guard {

// goes through all loads and keeps the worst
struct ContactWatch::Search {
  Out worst;
  double worst_share = 0;  // of its upper threshold
  bool pressed = false;

  void visit(const double* loads, Eigen::Index count, const ContactThreshold& threshold,
             Where where) noexcept {
    for (Eigen::Index i = 0; i < count; ++i) {
      // what is no number is as bad as can be
      const double load =
          std::isnan(loads[i]) ? std::numeric_limits<double>::infinity() : std::abs(loads[i]);
      if (load < threshold.lower) continue;
      pressed = true;
      const double share = load / threshold.upper;
      if (share > worst_share) {
        worst_share = share;
        worst = {true,     load > threshold.upper, where, static_cast<int>(i),
                 loads[i], threshold.upper};
      }
    }
  }
};

ContactWatch::ContactWatch(const ContactWatchParams& params) : params_(params) {
  for (const ContactThreshold& t : {params.force, params.torque, params.joint}) {
    if (!(t.lower > 0 && t.lower <= t.upper)) {
      throw core::InputError("contact thresholds: lower must be above 0 and not above upper");
    }
  }
}

ContactWatch::Out ContactWatch::update(const spatial::Vector3& torque,
                                       const spatial::Vector3& force,
                                       const robot::JointVector& joints) noexcept {
  Search search;
  search.visit(force.data(), force.size(), params_.force, Where::force);
  search.visit(torque.data(), torque.size(), params_.torque, Where::torque);
  search.visit(joints.data(), joints.size(), params_.joint, Where::joint);
  pressed_ = search.pressed;
  if (!latched_.collision && search.worst.collision) latched_ = search.worst;
  if (!latched_.collision) return search.worst;
  Out out = latched_;
  out.contact = pressed_;
  return out;
}

bool ContactWatch::reset() noexcept {
  if (!pressed_) latched_ = {};
  return !stopped();
}

const char* name(ContactWatch::Where where) noexcept {
  switch (where) {
    case ContactWatch::Where::none:
      return "none";
    case ContactWatch::Where::force:
      return "force";
    case ContactWatch::Where::torque:
      return "torque";
    case ContactWatch::Where::joint:
      return "joint";
  }
  return "unknown";
}

}  // namespace tether::guard
