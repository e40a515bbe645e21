#include "tether/core/error.hpp"

#include <system_error>

#include <fmt/format.h>

namespace tether::core {
namespace {

// what stands before a message
std::string place(const SourceLocation& where) {
  const std::string text = to_string(where);
  return text.empty() ? text : text + ": ";
}

}  // namespace

std::string to_string(const SourceLocation& where) {
  if (where.line == 0) return where.file;
  if (where.column == 0) return fmt::format("{}:{}", where.file, where.line);
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

InputError::InputError(const SourceLocation& where, std::string_view message)
    : std::runtime_error(place(where) + std::string(message)), where_(where) {}

InputError::InputError(std::string_view message) : std::runtime_error(std::string(message)) {}

IoError::IoError(std::string_view action, std::string_view path, int error_number)
    : std::runtime_error(fmt::format("cannot {} {}: {}", action, path,
                                     std::generic_category().message(error_number))) {}

}  // namespace tether::core
