#include "tether/device/drivers/sick_tim/cola_frame.hpp"

#include <algorithm>

namespace tether::device {
namespace {

// where the telegram's text ends in these bytes, by ETX or by another STX
std::size_t end_of_text(std::string_view bytes) noexcept {
  bytes = bytes.substr(0, bytes.find(kEtx));
  return std::min(bytes.find(kStx), bytes.size());
}

}  // namespace

void ColaFrames::skip_strays(std::string_view& bytes) noexcept {
  const std::size_t stx = std::min(bytes.find(kStx), bytes.size());
  counts_.strays += stx;
  bytes.remove_prefix(stx);
  if (bytes.empty()) return;
  bytes.remove_prefix(1);
  within_ = true;
  size_ = 0;
}

std::string_view ColaFrames::take(std::string_view& bytes) noexcept {
  while (!bytes.empty()) {
    if (!within_) {
      skip_strays(bytes);
      continue;
    }
    const std::size_t mark = end_of_text(bytes);
    if (mark > text_.size() - size_) {
      ++counts_.too_long;
      within_ = false;
      continue;
    }
    std::copy_n(bytes.data(), mark, text_.data() + size_);
    size_ += mark;
    bytes.remove_prefix(mark);
    if (bytes.empty()) break;
    const bool whole = bytes.front() == kEtx;
    bytes.remove_prefix(1);
    if (!whole) {
      ++counts_.unfinished;
      size_ = 0;
      continue;
    }
    within_ = false;
    if (size_ > 0) {
      ++counts_.telegrams;
      return {text_.data(), size_};
    }
    ++counts_.empty;
  }
  return {};
}

void ColaFrames::restart() noexcept {
  if (within_) ++counts_.unfinished;
  within_ = false;
  size_ = 0;
}

std::string cola_frame(std::string_view text) {
  std::string framed(1, kStx);
  framed.append(text);
  framed.push_back(kEtx);
  return framed;
}

}  // namespace tether::device
