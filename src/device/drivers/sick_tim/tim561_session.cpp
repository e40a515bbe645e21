#include "tether/device/drivers/sick_tim/tim561_session.hpp"

#include <fmt/format.h>

#include "device/drivers/sick_tim/cola_tokens.hpp"

namespace tether::device {
namespace {

constexpr std::uint32_t kMaintenance = 3;
constexpr std::uint32_t kPassword = 0xF4724744;  // of maintenance, as delivered
constexpr std::uint32_t kReady = 1;

// as the device numbers them
enum Refusal : std::uint8_t {
  kMethodDenied = 1,
  kNoSuchMethod = 2,
  kNoSuchVariable = 3,
  kInvalidData = 5,
  kWriteDenied = 10,
  kUnknownCommand = 12,
  kNoSuchEvent = 15,
};

Tim561Answer refuse(Refusal why) {
  return {.text = fmt::format("sFA {:X}", static_cast<unsigned>(why)), .refused = true};
}

std::string_view split_off(std::string_view& rest) {
  const std::size_t blank = rest.find(' ');
  const std::string_view word = rest.substr(0, blank);
  rest.remove_prefix(blank == std::string_view::npos ? rest.size() : blank + 1);
  return word;
}

bool is_cola_dialect(std::string_view arguments) {
  ColaTokens tokens(arguments);
  tokens.number(1);
  tokens.end();
  return tokens.good();
}

// sectors, step, from, to [1e-4 °]
bool is_output_range(std::string_view arguments) {
  constexpr std::int32_t kFirst = -450000, kLast = 2250000;
  ColaTokens tokens(arguments);
  const bool one_sector = tokens.half() == 1;
  const std::uint32_t step = tokens.whole();
  const std::int32_t from = tokens.signed_whole(), to = tokens.signed_whole();
  tokens.end();
  return tokens.good() && one_sector && step > 0 && kFirst <= from && from < to && to <= kLast;
}

// channel (two bytes), remission, its resolution, its unit, encoder (two bytes), position, name,
// comment, time, every how many scans
bool is_scan_format(std::string_view arguments) {
  constexpr int kBeforeInterval = 11;
  ColaTokens tokens(arguments);
  for (int i = 0; i < kBeforeInterval; ++i) tokens.byte();
  const bool some = tokens.half() > 0;
  tokens.end();
  return tokens.good() && some;
}

}  // namespace

Tim561Answer Tim561Session::method(std::string_view name, std::string_view arguments) {
  if (name == "SetAccessMode") {
    ColaTokens tokens(arguments);
    const std::uint32_t mode = tokens.byte();
    const bool right = tokens.whole() == kPassword && mode == kMaintenance;
    tokens.end();
    if (!tokens.good()) return refuse(kInvalidData);
    maintenance_ = right;
    return {.text = fmt::format("sAN SetAccessMode {:d}", right)};
  }
  if (name != "Run") return refuse(kNoSuchMethod);
  if (!maintenance_) return refuse(kMethodDenied);
  // who lets it run is logged out
  maintenance_ = false;
  return {.text = "sAN Run 1"};
}

Tim561Answer Tim561Session::write(std::string_view name, std::string_view arguments) const {
  bool (*valid)(std::string_view) = nullptr;
  if (name == "EIHstCola") valid = is_cola_dialect;
  if (name == "LMPoutputRange") valid = is_output_range;
  if (name == "LMDscandatacfg") valid = is_scan_format;
  if (valid == nullptr) return refuse(kNoSuchVariable);
  if (!maintenance_) return refuse(kWriteDenied);
  if (!valid(arguments)) return refuse(kInvalidData);
  return {.text = fmt::format("sWA {}", name)};
}

Tim561Answer Tim561Session::answer(std::string_view command) {
  const std::string_view kind = split_off(command), name = split_off(command);
  if (kind == "sMN") return method(name, command);
  if (kind == "sWN") return write(name, command);
  if (kind == "sRN") {
    if (name == "LMDscandata") return {.one_scan = true};
    if (name == "SCdevicestate") return {.text = fmt::format("sRA SCdevicestate {}", kReady)};
    if (name == "DeviceIdent") return {.text = "sRA DeviceIdent 6 TiM561 5 V2.51"};
    return refuse(kNoSuchVariable);
  }
  if (kind == "sEN") {
    if (name != "LMDscandata") return refuse(kNoSuchEvent);
    if (command != "0" && command != "1") return refuse(kInvalidData);
    streaming_ = command == "1";
    return {.text = fmt::format("sEA LMDscandata {}", command)};
  }
  return refuse(kUnknownCommand);
}

}  // namespace tether::device
