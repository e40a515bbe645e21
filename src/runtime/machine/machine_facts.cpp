#include "tether/runtime/machine/machine_facts.hpp"

#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>

namespace tether::runtime {
namespace {

template <class Number>
std::optional<Number> parse(std::string_view text, int base = 10) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

// what stands after "key<spaces>:<spaces>" at the beginning of a line
std::optional<std::string> value_of(const std::string& text, std::string_view key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(key, 0) != 0) continue;
    const std::size_t colon = line.find_first_not_of(" \t", key.size());
    if (colon == std::string::npos || line[colon] != ':') continue;
    const std::size_t value = line.find_first_not_of(" \t", colon + 1);
    return value == std::string::npos ? "" : line.substr(value);
  }
  return std::nullopt;
}

// "0-2,5" is 0, 1, 2, 5; empty when it is no such list
std::vector<int> parse_list(const std::string& text) {
  std::vector<int> indices;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t dash = part.find('-');
    const auto first = parse<int>(std::string_view(part).substr(0, dash));
    const auto last =
        dash == std::string::npos ? first : parse<int>(std::string_view(part).substr(dash + 1));
    if (!first || !last) return {};
    for (int i = *first; i <= *last; ++i) indices.push_back(i);
  }
  return indices;
}

}  // namespace

std::optional<std::string> MachineFacts::text(std::string_view relative) const {
  std::ifstream file(path(relative));
  if (!file) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(file), {}};
  text.erase(text.find_last_not_of(" \t\n") + 1);
  return text;
}

std::optional<std::int64_t> MachineFacts::number(std::string_view relative) const {
  const auto found = text(relative);
  return found ? parse<std::int64_t>(*found) : std::nullopt;
}

std::string MachineFacts::kernel() const {
  return text("proc/sys/kernel/osrelease").value_or("unknown");
}

std::string MachineFacts::processor() const {
  const auto model = value_of(text("proc/cpuinfo").value_or(""), "model name");
  // boards without a model name of the processor have one of their own, that ends in a zero byte
  std::string board = text("proc/device-tree/model").value_or("unknown");
  while (!board.empty() && board.back() == '\0') board.pop_back();
  return model.value_or(board);
}

std::vector<int> MachineFacts::cpus() const {
  return parse_list(text("sys/devices/system/cpu/online").value_or(""));
}

bool MachineFacts::cpu_flag(std::string_view flag) const {
  const std::string info = text("proc/cpuinfo").value_or("");
  // "flags" on x86, "Features" on ARM
  std::istringstream words(
      value_of(info, "flags").value_or(value_of(info, "Features").value_or("")));
  for (std::string word; words >> word;) {
    if (word == flag) return true;
  }
  return false;
}

std::optional<std::int64_t> MachineFacts::limit(std::string_view name) const {
  std::istringstream lines(text("proc/self/limits").value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(name, 0) != 0) continue;
    std::istringstream words(line.substr(name.size()));
    std::string soft;
    words >> soft;
    return soft == "unlimited" ? -1 : parse<std::int64_t>(soft);
  }
  return std::nullopt;
}

bool MachineFacts::capable(unsigned capability) const {
  const auto mask = value_of(text("proc/self/status").value_or(""), "CapEff");
  const auto bits = parse<std::uint64_t>(mask.value_or("0"), 16);
  return bits && ((*bits >> capability) & 1U) != 0;
}

}  // namespace tether::runtime
