// Errors of set-up code. They are for people: one line, exact, with the place and a way out.
// A tick never throws; what goes wrong there is a Fault (fault.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tether::core {

// where in a text a message points to; line and column count from 1, 0 = not known
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
};

// "file:line:column", "file:line" or "file", as far as known
std::string to_string(const SourceLocation& where);

// Something the user gave is wrong: a scenario, an option, a file's content. Exit status 2.
class InputError : public std::runtime_error {
 public:
  InputError(const SourceLocation& where, std::string_view message);
  explicit InputError(std::string_view message);

  const SourceLocation& where() const noexcept { return where_; }

 private:
  SourceLocation where_;
};

// The machine refused: a disk is full, a directory cannot be written. Exit status 3.
class IoError : public std::runtime_error {
 public:
  // message like "cannot write out/log.mcap: No space left on device"
  IoError(std::string_view action, std::string_view path, int error_number);
};

}  // namespace tether::core
