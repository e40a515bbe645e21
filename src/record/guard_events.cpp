#include "tether/record/guard_events.hpp"

#include <algorithm>

namespace tether::record {
namespace {

// a guard that comes and goes within this is one event
constexpr core::Duration kGuardPause = std::chrono::milliseconds(100);

struct GuardKind {
  const char* name;    // of the event
  const char* begins;  // after the side's name
  const char* amount;  // what the largest amount counts; empty for none
};

constexpr std::array<GuardKind, 11> kGuardKinds{{
    {"energy_bound", "the spring is softened to bound the energy", "of its force taken"},
    {"force_bound", "the spring's force is at its bound", "of its force taken"},
    {"hand_gone", "no hand holds the device, its force is eased out", ""},
    {"power_bound", "damping is injected to bound the power", "W taken away"},
    {"joint_stop", "a joint is braked before its stop", "N m or N"},
    {"joint_speed_limit", "a joint is at its speed limit", "N m or N"},
    {"tool_speed_limit", "the tool is at its speed or acceleration limit", "N m or N"},
    {"torque_rate_limit", "an effort changes no faster than allowed", "N m or N missing"},
    {"fence", "the fence pushes the tool back", "N"},
    {"load", "a load is above the threshold of contact", ""},
    {"stop", "the device only brakes", ""},
}};
constexpr std::size_t kStop = kGuardKinds.size() - 1;

}  // namespace

GuardEvents::Amounts GuardEvents::amounts_of(const signals::Tick& tick) noexcept {
  const auto& b = tick.bounds;
  const auto& d = tick.guard;
  return {1 - b.energy_share,
          1 - b.force_share,
          tick.measured.operator_present ? 0.0 : 1 - b.hand_share,
          d.power,
          d.joint_stops,
          d.joint_speed,
          d.tool_speed,
          d.torque_rate,
          d.fence,
          d.contact ? 1.0 : 0.0,
          d.stop != guard::StopReason::none ? 1.0 : 0.0};
}

bool GuardEvents::changed(Interval& interval, double amount, core::Time now) noexcept {
  if (amount > 0) {
    const bool begins = !interval.on;
    if (begins) interval = {.on = true, .began = now};
    interval.most = std::max(interval.most, amount);
    interval.last = now;
    return begins;
  }
  if (!interval.on || now - interval.last < kGuardPause) return false;
  interval.on = false;
  return true;
}

core::FixedString<24> GuardEvents::name_of(std::size_t guard) const noexcept {
  core::FixedString<24> what;
  what.format("{}_{}", kGuardKinds[guard].name, intervals_[guard].on ? "begin" : "end");
  return what;
}

core::FixedString<160> GuardEvents::detail_of(std::size_t guard) const noexcept {
  const GuardKind& kind = kGuardKinds[guard];
  const Interval& interval = intervals_[guard];
  core::FixedString<160> detail;
  if (interval.on && guard == kStop) {
    detail.format("{}: stopped ({}): {}", signals::name(side_), guard::name(interval.stop),
                  kind.begins);
    return detail;
  }
  if (interval.on) {
    detail.format("{}: {}", signals::name(side_), kind.begins);
    return detail;
  }
  const double lasted = core::seconds(interval.last - interval.began);
  if (*kind.amount == 0) {
    detail.format("{}: no more, after {:.3f} s", signals::name(side_), lasted);
  } else {
    detail.format("{}: no more, after {:.3f} s; at most {:.3g} {}", signals::name(side_), lasted,
                  interval.most, kind.amount);
  }
  return detail;
}

}  // namespace tether::record
