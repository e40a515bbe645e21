// The words of a text with the place of each, for messages.
#pragma once

#include <string>
#include <string_view>

#include "tether/core/error.hpp"

namespace tether::assist {

class MeshText {
 public:
  MeshText(std::string_view text, std::string name) : rest_(text), name_(std::move(name)) {
    next_line();
  }

  // to the next line; false at the end
  bool next_line() noexcept;
  // the next word of this line; empty at its end
  std::string_view word() noexcept;
  // the next word of this line as a number that is finite; `what` is for the message
  double number(std::string_view what);

  // at the word that was read last
  [[noreturn]] void refuse(std::string_view message) const;
  // words from outside, fit for a message
  static std::string shown(std::string_view word);

 private:
  std::string_view rest_;  // lines to come
  std::string_view line_;
  std::string name_;
  std::size_t place_ = 0;  // in the line, behind the last word
  std::size_t begin_ = 0;  // of the last word
  int number_ = 0;         // of the line
  bool ended_ = false;
};

}  // namespace tether::assist
