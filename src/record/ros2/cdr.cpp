#include "record/ros2/cdr.hpp"

#include <array>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::record {

namespace {

// plain CDR, little-endian, no options
constexpr std::array<std::byte, kCdrHeaderBytes> kHeader{std::byte{0}, std::byte{1}, std::byte{0},
                                                         std::byte{0}};

// zeros needed before something of this alignment; the header does not count
std::size_t padding(std::size_t position, std::size_t alignment) noexcept {
  const std::size_t past = (position - kCdrHeaderBytes) % alignment;
  return past == 0 ? 0 : alignment - past;
}

}  // namespace

CdrWriter::CdrWriter(std::span<std::byte> buffer) noexcept : buffer_(buffer) {
  if (buffer_.size() < kHeader.size()) {
    ok_ = false;
    return;
  }
  std::memcpy(buffer_.data(), kHeader.data(), kHeader.size());
  size_ = kHeader.size();
}

void CdrWriter::put(std::string_view text) noexcept {
  put(static_cast<std::uint32_t>(text.size() + 1));
  if (std::byte* to = claim(1, text.size() + 1)) {
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    to[text.size()] = std::byte{0};
  }
}

void CdrWriter::put_sequence(std::span<const std::string> texts) noexcept {
  put(static_cast<std::uint32_t>(texts.size()));
  for (const std::string& text : texts) put(std::string_view(text));
}

CdrReader::CdrReader(std::span<const std::byte> bytes) : bytes_(bytes) {
  if (bytes_.size() < kHeader.size()) {
    position_ = 0;
    fail("too short for the CDR header");
  }
  // the last two bytes are options that plain CDR leaves open
  if (bytes_[0] != kHeader[0] || bytes_[1] != kHeader[1]) {
    position_ = 0;
    fail("not plain little-endian CDR");
  }
}

const std::byte* CdrReader::take(std::size_t alignment, std::size_t count) {
  const std::size_t zeros = padding(position_, alignment);
  const std::size_t left = bytes_.size() - position_;
  if (zeros > left || count > left - zeros) fail("a value goes past the end");
  const std::byte* const from = bytes_.data() + position_ + zeros;
  position_ += zeros + count;
  return from;
}

std::string CdrReader::get_string() {
  const std::size_t length = get<std::uint32_t>();
  // some writers leave out the closing zero of an empty string
  if (length == 0) return {};
  const std::byte* const from = take(1, length);
  if (from[length - 1] != std::byte{0}) fail("a string without its closing zero");
  std::string text(length - 1, '\0');
  std::memcpy(text.data(), from, text.size());
  return text;
}

std::vector<std::string> CdrReader::get_string_sequence() {
  std::vector<std::string> texts(checked_count(sizeof(std::uint32_t)));
  for (std::string& text : texts) text = get_string();
  return texts;
}

std::size_t CdrReader::checked_count(std::size_t element) {
  const std::size_t count = get<std::uint32_t>();
  if (count > (bytes_.size() - position_) / element) {
    fail(fmt::format("a sequence of {} elements goes past the end", count));
  }
  return count;
}

void CdrReader::fail(std::string_view what) const {
  throw core::InputError(
      fmt::format("CDR message of {} bytes: byte {}: {}", bytes_.size(), position_, what));
}

}  // namespace tether::record
