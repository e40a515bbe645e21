#include "tether/device/drivers/sick_tim/scan_telegram.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "device/drivers/sick_tim/cola_tokens.hpp"

namespace tether::device {
namespace {

constexpr std::string_view kDistances = "DIST1";
constexpr std::uint32_t kFirstDistance = 16;  // values below have meanings of their own
constexpr std::uint16_t kMostChannels = 8;
constexpr std::uint16_t kMostEncoders = 4;
constexpr double kLargestScale = 1000;   // [mm]
constexpr double kLargestOffset = 1e6;   // [mm]
constexpr std::int32_t kTurn = 3600000;  // [1e-4 °]
constexpr double kAngleUnit = std::numbers::pi / 180 / 10000;
// a third of a degree has no place in the field
constexpr std::uint16_t kThird = 3333;  // [1e-4 °]
constexpr double kThirdOfADegree = std::numbers::pi / 540;
constexpr double kRateUnit = 0.01, kBeamRateUnit = 100;  // [Hz]
constexpr std::uint32_t kMostComment = 128;              // bytes

std::uint16_t pair(ColaTokens& tokens) noexcept {
  const unsigned high = tokens.byte();
  return static_cast<std::uint16_t>(high << 8U | tokens.byte());
}

void read_header(ColaTokens& tokens, ScanHeader& header) noexcept {
  const std::string_view kind = tokens.word();
  header.asked_for = kind == "sRA";
  if ((!header.asked_for && kind != "sSN") || tokens.word() != "LMDscandata") {
    tokens.refuse(ScanError::not_scan_data);
  }
  header.version = tokens.half();
  header.device = tokens.half();
  header.serial = tokens.whole();
  header.status = pair(tokens);
  header.telegram_counter = tokens.half();
  header.scan_counter = tokens.half();
  header.scanned_us = tokens.whole();
  header.sent_us = tokens.whole();
  header.inputs = pair(tokens);
  header.outputs = pair(tokens);
  tokens.half();  // angle of the layer, of devices with several
  header.scan_rate = kRateUnit * tokens.whole();
  header.beam_rate = kBeamRateUnit * tokens.whole();
  header.encoders = tokens.half();
  if (header.encoders > kMostEncoders) tokens.refuse(ScanError::too_many_channels);
  for (int i = 0; i < header.encoders && tokens.good(); ++i) {
    tokens.whole();  // position
    tokens.half();   // speed
  }
  if ((header.status & 1U) != 0) tokens.refuse(ScanError::device_error);
}

struct Channel {
  std::string_view name;
  double scale = 0, offset = 0;  // [mm]
  std::int32_t first = 0;        // [1e-4 °]
  std::uint16_t step = 0;        // [1e-4 °]
  int count = 0;
};

Channel read_channel(ColaTokens& tokens) noexcept {
  Channel channel;
  channel.name = tokens.word();
  const bool named = channel.name.size() == kDistances.size() &&
                     std::all_of(channel.name.begin(), channel.name.end(), [](char c) {
                       return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
                     });
  if (!named) tokens.refuse(ScanError::bad_channel_name);
  channel.scale = tokens.real();
  channel.offset = tokens.real();
  channel.first = tokens.signed_whole();
  channel.step = tokens.half();
  channel.count = tokens.half();
  // written so that what is not a number fails too
  if (!(channel.scale > 0 && channel.scale <= kLargestScale) ||
      !(std::abs(channel.offset) <= kLargestOffset)) {
    tokens.refuse(ScanError::bad_scale);
  }
  if (channel.count > assist::kMaxBeams) tokens.refuse(ScanError::too_many_values);
  if (std::abs(static_cast<std::int64_t>(channel.first)) > kTurn || channel.step == 0 ||
      static_cast<std::int64_t>(channel.step) * (channel.count - 1) > kTurn) {
    tokens.refuse(ScanError::bad_angles);
  }
  return channel;
}

float range_of(std::uint32_t value, const Channel& channel, const ScanLimits& limits) noexcept {
  if (value < kFirstDistance) return assist::kNoAnswer;
  const double range = 1e-3 * (value * channel.scale + channel.offset);
  if (range < limits.nearest) return assist::kNoAnswer;
  return range > limits.farthest ? assist::kNothing : static_cast<float>(range);
}

void read_ranges(ColaTokens& tokens, const Channel& channel, const ScanLimits& limits,
                 assist::RangeScan& scan) noexcept {
  scan.first_angle = channel.first * kAngleUnit;
  scan.angle_step = channel.step == kThird ? kThirdOfADegree : channel.step * kAngleUnit;
  scan.count = channel.count;
  for (int i = 0; i < channel.count && tokens.good(); ++i) {
    scan.ranges[static_cast<std::size_t>(i)] = range_of(tokens.half(), channel, limits);
  }
}

// those of 16 bits, of which one holds distances; strengths of the echoes are passed over
void read_wide_channels(ColaTokens& tokens, const ScanLimits& limits,
                        assist::RangeScan& scan) noexcept {
  const std::uint16_t channels = tokens.half();
  if (channels > kMostChannels) tokens.refuse(ScanError::too_many_channels);
  int distances = 0;
  for (int i = 0; i < channels && tokens.good(); ++i) {
    const Channel channel = read_channel(tokens);
    if (channel.name == kDistances && distances++ == 0) {
      read_ranges(tokens, channel, limits, scan);
    } else {
      for (int n = 0; n < channel.count && tokens.good(); ++n) tokens.half();
    }
  }
  if (distances != 1) tokens.refuse(ScanError::no_distances);
}

void pass_narrow_channels(ColaTokens& tokens) noexcept {
  const std::uint16_t channels = tokens.half();
  if (channels > kMostChannels) tokens.refuse(ScanError::too_many_channels);
  for (int i = 0; i < channels && tokens.good(); ++i) {
    const Channel channel = read_channel(tokens);
    for (int n = 0; n < channel.count && tokens.good(); ++n) tokens.byte();
  }
}

void pass_date(ColaTokens& tokens) noexcept {
  const auto within = [&tokens](std::uint32_t least, std::uint32_t most) {
    const std::uint32_t value = tokens.whole();
    if (value < least || value > most) tokens.refuse(ScanError::bad_date);
  };
  within(0, 9999);
  within(1, 12);
  within(1, 31);
  within(0, 23);
  within(0, 59);
  within(0, 59);
  within(0, 999999);
}

void read_rest(ColaTokens& tokens, ScanHeader& header) noexcept {
  constexpr int kPositionAndRotation = 6;
  if (tokens.flag()) {
    for (int i = 0; i < kPositionAndRotation; ++i) tokens.real();
    tokens.byte();  // kind of rotation
  }
  header.name.assign(tokens.flag() ? tokens.text(header.name.capacity()) : std::string_view{});
  if (tokens.flag()) tokens.text(kMostComment);
  if (tokens.flag()) pass_date(tokens);
  // what triggered the scan; without a field that must be there, one value too few would go unseen
  if (tokens.flag()) {
    tokens.word();
    tokens.whole();         // encoder
    tokens.whole();         // time
    tokens.signed_whole();  // angle
  }
  tokens.end();
}

std::uint32_t rounded(double value) noexcept {
  return static_cast<std::uint32_t>(std::lround(value));
}

}  // namespace

ScanError read_scan(std::string_view text, const ScanLimits& limits, ScanHeader& header,
                    assist::RangeScan& scan) noexcept {
  ColaTokens tokens(text);
  read_header(tokens, header);
  read_wide_channels(tokens, limits, scan);
  pass_narrow_channels(tokens);
  read_rest(tokens, header);
  scan.number = header.scan_counter;
  return tokens.error();
}

std::string write_scan(const ScanHeader& header, const assist::RangeScan& scan) {
  constexpr float kLongest = 65.535F;  // [m]
  std::string text;
  text.reserve(128 + 5 * static_cast<std::size_t>(scan.count));
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{} LMDscandata {:X} {:X} {:X} {:X} {:X} {:X} {:X} {:X} {:X}",
                 header.asked_for ? "sRA" : "sSN", header.version, header.device, header.serial,
                 header.status >> 8U, header.status & 0xFFU, header.telegram_counter,
                 header.scan_counter, header.scanned_us, header.sent_us);
  fmt::format_to(out, " {:X} {:X} {:X} {:X} 0 {:X} {:X} {:X}", header.inputs >> 8U,
                 header.inputs & 0xFFU, header.outputs >> 8U, header.outputs & 0xFFU,
                 rounded(header.scan_rate / kRateUnit), rounded(header.beam_rate / kBeamRateUnit),
                 header.encoders);
  for (int i = 0; i < header.encoders; ++i) text += " 0 0";
  const auto first = static_cast<std::uint32_t>(std::lround(scan.first_angle / kAngleUnit));
  fmt::format_to(out, " 1 {} 3F800000 00000000 {:X} {:X} {:X}", kDistances, first,
                 rounded(scan.angle_step / kAngleUnit), scan.count);
  for (int i = 0; i < scan.count; ++i) {
    const float range = scan.ranges[static_cast<std::size_t>(i)];
    const bool in_range = range >= 0 && range <= kLongest;
    fmt::format_to(out, " {:X}", in_range ? rounded(1e3 * static_cast<double>(range)) : 0U);
  }
  text += " 0 0";
  if (header.name.empty()) {
    text += " 0";
  } else {
    fmt::format_to(out, " 1 {:X} {}", header.name.size(), header.name.view());
  }
  text += " 0 0 0";
  return text;
}

}  // namespace tether::device
