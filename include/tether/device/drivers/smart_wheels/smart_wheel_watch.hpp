// Whether four smart wheels on a field bus are well: the bus answers, every unit reports something
// new, its numbers are finite, and its status has the bits that it should and none that says an
// error. A cycle lost now and then is borne; `lost_cycles` in a row are a fault that names the
// unit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tether/device/drivers/smart_wheels/smart_wheel.hpp"

namespace tether::device {

struct SmartWheelWatchParams {
  int lost_cycles = 10;  // in a row, of the bus or of a unit; at least 1
};

class SmartWheelWatch {
 public:
  explicit SmartWheelWatch(const SmartWheelWatchParams& params = {}) noexcept : params_(params) {}

  // after each cycle; `needed`: bits that status1 must have by now
  core::Fault update(core::Time now, bool answered, const SmartWheelInputs& inputs,
                     std::uint16_t needed) noexcept;

 private:
  enum class Trouble : std::uint8_t { none, silent, not_finite, status };
  struct Unit {
    std::uint64_t sensed = 0;  // stamp of what it reported last
    bool received = false;
    int troubled = 0;  // cycles in a row
  };

  static Trouble trouble_of(Unit& unit, const SmartWheelInput& input,
                            std::uint16_t needed) noexcept;
  core::Fault fault_of(Trouble trouble, std::size_t unit, const SmartWheelInput& input,
                       std::uint16_t needed) const noexcept;
  core::Fault silence(const char* whose, int cycles) const noexcept;

  SmartWheelWatchParams params_;
  int lost_ = 0;  // cycles without an answer, in a row
  std::optional<core::Time> updated_;
  double cycle_ = 0;  // the last one took so long [s]
  std::array<Unit, robot::kSmartWheels> units_;
};

// the figures of a unit that a controller uses are all finite
bool is_finite(const SmartWheelInput& input) noexcept;

}  // namespace tether::device
