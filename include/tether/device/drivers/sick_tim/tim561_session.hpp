// One client's session with a TiM561: how its commands are answered, and what it may do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tether::device {

struct Tim561Answer {
  std::string text = {};  // without STX and ETX
  bool one_scan = false;  // in its place, the latest scan
  bool refused = false;
};

class Tim561Session {
 public:
  Tim561Answer answer(std::string_view command);
  bool streaming() const noexcept { return streaming_; }

 private:
  Tim561Answer method(std::string_view name, std::string_view arguments);
  Tim561Answer write(std::string_view name, std::string_view arguments) const;

  bool maintenance_ = false;
  bool streaming_ = false;
};

}  // namespace tether::device
