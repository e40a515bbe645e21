#include "record/mcap/mcap_fields.hpp"

#include <limits>

namespace tether::record {

std::span<const std::byte> McapFields::bytes(std::uint64_t count) {
  if (count > content_.size() - at_) fail("a field goes past the end of its record");
  const auto field = content_.subspan(at_, count);
  at_ += count;
  return field;
}

std::string McapFields::text() {
  const auto field = bytes(get<std::uint32_t>());
  std::string text(field.size(), '\0');
  std::memcpy(text.data(), field.data(), field.size());
  return text;
}

McapMap McapFields::map() {
  McapFields entries(bytes(get<std::uint32_t>()), *file_, offset_);
  McapMap map;
  while (!entries.at_end()) {
    std::string key = entries.text();
    map[std::move(key)] = entries.text();
  }
  return map;
}

core::Time McapFields::time() {
  const auto nanoseconds = get<std::uint64_t>();
  if (nanoseconds > std::numeric_limits<core::Duration::rep>::max()) {
    fail("a time is out of range");
  }
  return core::Time(core::Duration(static_cast<core::Duration::rep>(nanoseconds)));
}

}  // namespace tether::record
