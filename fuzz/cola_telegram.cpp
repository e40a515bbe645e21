// Bytes from a scanner's socket, in pieces of any size, are scans or refused with a reason; a scan
// is one that a controller can take, and written again it reads the same. The first byte says how
// the stream is cut. The rest is also read as one telegram, and sent as a command to the stand-in's
// session.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "fuzz/targets.hpp"
#include "tether/device/drivers/sick_tim/cola_command.hpp"
#include "tether/device/drivers/sick_tim/cola_frame.hpp"
#include "tether/device/drivers/sick_tim/scan_telegram.hpp"
#include "tether/device/drivers/sick_tim/tim561_session.hpp"

namespace tether::fuzz {
namespace {

constexpr device::ScanLimits kLimits;
constexpr float kHalfMillimetre = 0.000501F;

void check_range(float range) {
  const bool distance =
      range >= static_cast<float>(kLimits.nearest) && range <= static_cast<float>(kLimits.farthest);
  promise(distance || range == assist::kNothing || std::isnan(range), "a range within reach");
}

void check_same(const assist::RangeScan& scan, const assist::RangeScan& again) {
  promise(again.count == scan.count && again.number == scan.number, "as many beams");
  promise(std::abs(again.first_angle - scan.first_angle) < 1e-9 &&
              std::abs(again.angle_step - scan.angle_step) < 1e-9,
          "the same angles");
  for (std::size_t i = 0; i < static_cast<std::size_t>(scan.count); ++i) {
    const bool known = std::isfinite(scan.ranges[i]);
    promise(known ? std::abs(again.ranges[i] - scan.ranges[i]) <= kHalfMillimetre
                  : std::isnan(again.ranges[i]),
            "the same ranges");
  }
}

void check_telegram(std::string_view text) {
  device::ScanHeader header, header_again;
  assist::RangeScan scan, again;
  if (device::read_scan(text, kLimits, header, scan) != device::ScanError::none) return;
  promise(scan.count >= 0 && scan.count <= assist::kMaxBeams, "no more beams than there is room");
  promise(std::abs(scan.first_angle) < 6.3 && scan.angle_step > 0 &&
              scan.angle_step * (scan.count - 1) < 6.3,
          "angles within a turn");
  std::for_each_n(scan.ranges.begin(), scan.count, check_range);
  const std::string written = device::write_scan(header, scan);
  promise(device::read_scan(written, kLimits, header_again, again) == device::ScanError::none,
          "what is written can be read");
  promise(header_again.name == header.name && header_again.serial == header.serial &&
              header_again.sent_us == header.sent_us,
          "the same header");
  check_same(scan, again);
}

std::vector<std::string> telegrams(std::string_view stream, std::size_t piece) {
  std::vector<std::string> found;
  device::ColaFrames frames;
  while (!stream.empty()) {
    std::string_view bytes = stream.substr(0, piece);
    stream.remove_prefix(bytes.size());
    for (auto text = frames.take(bytes); !text.empty(); text = frames.take(bytes)) {
      promise(text.find_first_of("\2\3") == std::string_view::npos, "no marks within");
      found.emplace_back(text);
    }
    promise(bytes.empty(), "every byte is taken");
  }
  return found;
}

}  // namespace

void cola_telegram(link::Bytes input) {
  if (input.empty()) return;
  const std::size_t piece = 1 + input.front();
  const std::string text(input.begin() + 1, input.end());
  const auto found = telegrams(text, text.size());
  promise(found == telegrams(text, piece), "the same however it is cut");
  for (const std::string& telegram : found) check_telegram(telegram);
  check_telegram(text);

  device::Tim561Session session;
  const device::Tim561Answer answer = session.answer(text);
  promise(answer.one_scan != !answer.text.empty(), "every command is answered");
  for (const device::ColaCommand& step : device::kStartUp) {
    std::uint32_t code = 0;
    device::judge(step, text, code);
    promise(device::cola_error(code) != nullptr, "words for every error");
  }
}

}  // namespace tether::fuzz
