// The desk where a TiM561's commands are answered: what one client may do, and what it is told.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tether::device {

struct DeskAnswer {
  std::string text = {};  // without STX and ETX
  bool one_scan = false;  // in its place, the latest scan
  bool refused = false;
};

class Tim561Desk {
 public:
  DeskAnswer answer(std::string_view command);
  bool streaming() const noexcept { return streaming_; }

 private:
  DeskAnswer method(std::string_view name, std::string_view arguments);
  DeskAnswer write(std::string_view name, std::string_view arguments) const;

  bool maintenance_ = false;
  bool streaming_ = false;
};

}  // namespace tether::device
