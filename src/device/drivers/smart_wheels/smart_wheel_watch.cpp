#include "tether/device/drivers/smart_wheels/smart_wheel_watch.hpp"

#include <cmath>

namespace tether::device {
namespace {

constexpr std::uint16_t kWheelErrors =
    kUnderVoltage | kOverVoltage | kOverCurrent1 | kOverCurrent2 | kTooHot1 | kTooHot2;
constexpr std::array<const char*, robot::kSmartWheels> kNames{"smart wheel 1", "smart wheel 2",
                                                              "smart wheel 3", "smart wheel 4"};

}  // namespace

bool is_finite(const SmartWheelInput& input) noexcept {
  return std::isfinite(input.velocity_1) && std::isfinite(input.velocity_2) &&
         std::isfinite(input.encoder_pivot);
}

SmartWheelWatch::Trouble SmartWheelWatch::trouble_of(Unit& unit, const SmartWheelInput& input,
                                                     std::uint16_t needed) noexcept {
  const bool repeats = unit.received && input.sensor_ts == unit.sensed;
  unit.received = true;
  unit.sensed = input.sensor_ts;
  if (repeats) return Trouble::silent;
  if (!is_finite(input)) return Trouble::not_finite;
  const bool well = (input.status1 & needed) == needed && (input.status1 & kWheelErrors) == 0;
  return well ? Trouble::none : Trouble::status;
}

core::Fault SmartWheelWatch::fault_of(Trouble trouble, std::size_t unit,
                                      const SmartWheelInput& input,
                                      std::uint16_t needed) const noexcept {
  switch (trouble) {
    case Trouble::none:
      return {};
    case Trouble::silent:
      return silence(kNames[unit], units_[unit].troubled);
    case Trouble::not_finite:
      return {core::FaultKind::non_finite, kNames[unit], -1, std::nan(""), 0};
    case Trouble::status:
      return {core::FaultKind::device, kNames[unit], -1, static_cast<double>(input.status1),
              static_cast<double>(needed)};
  }
  return {};
}

core::Fault SmartWheelWatch::silence(const char* whose, int cycles) const noexcept {
  return {core::FaultKind::silence, whose, -1, cycles * cycle_, (params_.lost_cycles - 1) * cycle_};
}

core::Fault SmartWheelWatch::update(core::Time now, bool answered, const SmartWheelInputs& inputs,
                                    std::uint16_t needed) noexcept {
  if (updated_) cycle_ = core::seconds(now - *updated_);
  updated_ = now;
  lost_ = answered ? 0 : lost_ + 1;
  if (lost_ >= params_.lost_cycles) return silence("field bus", lost_);
  if (!answered) return {};
  core::Fault first;
  for (std::size_t k = 0; k < units_.size(); ++k) {
    Unit& unit = units_[k];
    const Trouble trouble = trouble_of(unit, inputs[k], needed);
    unit.troubled = trouble == Trouble::none ? 0 : unit.troubled + 1;
    if (first || unit.troubled < params_.lost_cycles) continue;
    first = fault_of(trouble, k, inputs[k], needed);
  }
  return first;
}

}  // namespace tether::device
