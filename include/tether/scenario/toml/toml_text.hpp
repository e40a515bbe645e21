// From TOML text to nodes and back. Hostile text never crashes: size and nesting are bounded, and
// whatever is wrong becomes one core::InputError "file:line:column: message".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tether/scenario/toml/toml_node.hpp"

namespace tether::scenario {

// a scenario is a page or two; what exceeds these is not one
inline constexpr std::size_t kMaxTomlBytes = std::size_t{1} << 20U;
inline constexpr int kMaxTomlNesting = 32;

// the root table; `file` is how messages name the text, columns count characters
TomlNode parse_toml(std::string_view text, const std::string& file,
                    std::size_t max_bytes = kMaxTomlBytes);

// The text of a file; of one that is longer, one byte more than allowed. `what` is how a message
// calls it: "scenario". Throws core::InputError at `asked_at`, when that is given.
std::string read_toml_file(const std::string& path, std::string_view what,
                           std::size_t max_bytes = kMaxTomlBytes,
                           const std::optional<core::SourceLocation>& asked_at = {});

// throws where brackets or a dotted key nest deeper than kMaxTomlNesting
void check_toml_nesting(std::string_view text, const std::string& file);

// the table as canonical text: sorted, one spelling per value, parsed again to the same values
std::string dump_toml(const TomlTable& root);

// the text as a TOML basic string, quotes included
std::string toml_string(std::string_view text);

// the same for messages: never more than a few words long
std::string shown(std::string_view text);

// control characters spelled as escapes, so that a message stays on one line
std::string one_line(std::string_view text);

// a number as TOML writes it: the fewest digits that read back as the same double
std::string toml_number(double value);

}  // namespace tether::scenario
