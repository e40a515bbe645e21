// toml++ 3.3 bounds how deep values nest but not how long a dotted key is, and it frees tables
// recursively: a line of half a million dots would exhaust the stack. This scan runs before it and
// knows just enough of TOML to distinguish brackets and dots from those in strings and comments.
#include <algorithm>

#include <fmt/format.h>

#include "tether/scenario/toml/toml_text.hpp"

namespace tether::scenario {

namespace {

class NestingScan {
 public:
  NestingScan(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '"' || c == '\'') {
        skip_string(c);
      } else {
        count(c);
        ++at_;
      }
    }
  }

 private:
  void count(char c) {
    switch (c) {
      case '[':
      case '{':
        ++brackets_;
        dots_ = 0;
        break;
      case ']':
      case '}':
        brackets_ = std::max(0, brackets_ - 1);
        dots_ = 0;
        break;
      case '=':
      case ',':
      case '\n':
        dots_ = 0;
        break;
      case '.':
        ++dots_;
        break;
      default:
        return;
    }
    if (brackets_ > kMaxTomlNesting || dots_ > kMaxTomlNesting) {
      throw core::InputError(here(), fmt::format("nested deeper than {} levels", kMaxTomlNesting));
    }
  }

  void skip_string(char quote) {
    const std::string triple(3, quote);
    const bool many_lines = text_.substr(at_).starts_with(triple);
    at_ += many_lines ? 3 : 1;
    while (at_ < text_.size()) {
      if (quote == '"' && text_[at_] == '\\') {
        at_ += 2;
      } else if (many_lines && text_.substr(at_).starts_with(triple)) {
        at_ += 3;
        // up to two quotes more belong to the string: """"quoted"""""
        for (int extra = 0; extra < 2 && at_ < text_.size() && text_[at_] == quote; ++extra) ++at_;
        return;
      } else if (!many_lines && text_[at_] == quote) {
        ++at_;
        return;
      } else if (!many_lines && text_[at_] == '\n') {
        return;  // a syntax error, which the parser reports
      } else {
        ++at_;
      }
    }
  }

  core::SourceLocation here() const {
    const std::string_view before = text_.substr(0, at_);
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    const auto is_first_byte = [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    };
    return {
        file_, 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
        1 + static_cast<int>(std::count_if(before.begin() + static_cast<std::ptrdiff_t>(line_start),
                                           before.end(), is_first_byte))};
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int brackets_ = 0;
  int dots_ = 0;  // in the key that is being read
};

}  // namespace

void check_toml_nesting(std::string_view text, const std::string& file) {
  NestingScan(text, file).run();
}

}  // namespace tether::scenario
