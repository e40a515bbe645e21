// What is sent to a SICK scanner before it sends scans, in order, and how it answers in CoLa A.
//   sMN method, sWN write, sRN read, sEN subscribe   →   sAN, sWA, sRA, sEA   or   sFA error
// SICK, Telegram listing ranging sensors 8014631, chapters 4 and 5.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tether::device {

struct ColaCommand {
  std::string_view text;
  std::string_view answer;  // begins with this
  // first figure behind it, as it is when all is well; the answer to a write has none
  bool has_figure = false;
  std::uint32_t figure = 0;
  const char* purpose = "";  // for people
};

inline constexpr std::size_t kStartUpSteps = 7;
// 811 beams from −45° to 225° in steps of 0.3333°; distances only, every scan
inline constexpr std::array<ColaCommand, kStartUpSteps> kStartUp{{
    {"sMN SetAccessMode 03 F4724744", "sAN SetAccessMode", true, 1, "maintenance access"},
    {"sWN EIHstCola 0", "sWA EIHstCola", false, 0, "CoLa A"},
    {"sRN SCdevicestate", "sRA SCdevicestate", true, 1, "device state"},
    {"sWN LMPoutputRange 1 D05 FFF92230 225510", "sWA LMPoutputRange", false, 0, "output range"},
    {"sWN LMDscandatacfg 01 00 0 1 0 00 00 0 0 0 0 +1", "sWA LMDscandatacfg", false, 0,
     "scan data format"},
    {"sEN LMDscandata 1", "sEA LMDscandata", true, 1, "scan data"},
    {"sMN Run", "sAN Run", true, 1, "run"},
}};
inline constexpr std::string_view kStopScanData = "sEN LMDscandata 0";

enum class ColaAnswer : std::uint8_t {
  other,     // not about this command
  granted,   // as it should be
  declined,  // the right answer with another figure, such as a device that is not ready yet
  error,     // sFA
};
// `code`: figure of a declined one, or of the error
ColaAnswer judge(const ColaCommand& command, std::string_view answer, std::uint32_t& code) noexcept;

// what sFA `code` means, static; "unknown error" for those that no list has
const char* cola_error(std::uint32_t code) noexcept;

}  // namespace tether::device
