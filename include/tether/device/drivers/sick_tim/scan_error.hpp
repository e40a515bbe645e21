// Why a telegram is no scan.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tether::device {

enum class ScanError : std::uint8_t {
  none,
  not_scan_data,      // another telegram than LMDscandata
  ends_early,         // a field is missing
  not_a_number,       // a field that is neither hexadecimal nor signed decimal
  number_too_large,   // for its field
  device_error,       // the device reports an error of its own
  too_many_channels,  // or encoders
  too_many_values,    // more than kMaxBeams
  bad_channel_name,   // not five capitals and digits
  no_distances,       // no channel DIST1, or several
  bad_scale,          // not finite, not positive, or beyond any scanner's
  bad_angles,         // beyond a turn, or no step
  bad_flag,           // a block is there (1) or not (0)
  bad_text,           // a name that is too long or holds control characters
  bad_date,
  too_much,  // something follows the last field
};
inline constexpr std::size_t kScanErrors = static_cast<std::size_t>(ScanError::too_much) + 1;

// words for people, static
const char* describe(ScanError error) noexcept;

}  // namespace tether::device
