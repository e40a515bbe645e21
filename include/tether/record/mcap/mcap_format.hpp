// The MCAP container, version 0: what its records are called and what the ones that people ask for
// hold. A file is
//   magic, header, data section, data end, summary section, summary offsets, footer, magic
// and each section a row of records: one byte of kind, eight of length, then that many of content.
// https://mcap.dev/spec
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tether/core/time.hpp"

namespace tether::record {

inline constexpr std::array<std::uint8_t, 8> kMcapMagic{0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

enum class McapOp : std::uint8_t {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  attachment = 0x09,
  attachment_index = 0x0A,
  statistics = 0x0B,
  metadata = 0x0C,
  metadata_index = 0x0D,
  summary_offset = 0x0E,
  data_end = 0x0F,
};

// kind and length, before the content of every record
inline constexpr std::size_t kMcapRecordHeadBytes = 9;
// channel, sequence and two times, before the payload of every message
inline constexpr std::size_t kMcapMessageHeadBytes = 22;
// content of the footer: two offsets and a checksum; the one record that never changes size
inline constexpr std::size_t kMcapFooterBytes = 20;

// bytes that a message of this payload takes in a chunk
constexpr std::size_t mcap_message_bytes(std::size_t payload) noexcept {
  return kMcapRecordHeadBytes + kMcapMessageHeadBytes + payload;
}

using McapMap = std::map<std::string, std::string>;

// how the messages of some channels are laid out
struct McapSchema {
  std::uint16_t id = 0;  // from 1; 0 means none
  std::string name;      // such as sensor_msgs/msg/JointState
  std::string encoding;  // such as ros2msg
  std::string data;      // the definition

  bool operator==(const McapSchema&) const = default;
};

// one stream of messages
struct McapChannel {
  std::uint16_t id = 0;
  std::uint16_t schema = 0;  // id of its schema, 0 for none
  std::string topic;         // such as /leader/measured_js
  std::string encoding;      // of its messages, such as cdr
  McapMap metadata;

  bool operator==(const McapChannel&) const = default;
};

// a whole file carried inside the log, such as the scenario that was run
struct McapAttachment {
  core::Time log_time;
  core::Time create_time;
  std::string name;
  std::string media_type;
  std::vector<std::byte> data;

  bool operator==(const McapAttachment&) const = default;
};

struct McapMetadata {
  std::string name;
  McapMap values;

  bool operator==(const McapMetadata&) const = default;
};

}  // namespace tether::record
