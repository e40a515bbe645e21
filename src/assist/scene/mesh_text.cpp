#include "assist/scene/mesh_text.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace tether::assist {
namespace {

constexpr std::string_view kSpaces = " \t\r\v\f";
constexpr std::size_t kShown = 40;  // characters of a word in a message

}  // namespace

bool MeshText::next_line() noexcept {
  place_ = begin_ = 0;
  if (rest_.empty()) {
    line_ = {};
    ended_ = true;
    return false;
  }
  const std::size_t end = rest_.find('\n');
  line_ = rest_.substr(0, end);
  rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
  ++number_;
  return true;
}

std::string_view MeshText::word() noexcept {
  begin_ = std::min(line_.find_first_not_of(kSpaces, place_), line_.size());
  place_ = std::min(line_.find_first_of(kSpaces, begin_), line_.size());
  return line_.substr(begin_, place_ - begin_);
}

double MeshText::number(std::string_view what) {
  const std::string_view text = word();
  if (text.empty()) refuse(fmt::format("expected {}, found the end of the line", what));
  // from_chars takes no plus sign
  const char* begin = text.data() + (text.size() > 1 && text[0] == '+' ? 1 : 0);
  const char* end = text.data() + text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error == std::errc::result_out_of_range && stop == end) {
    refuse(fmt::format("{} is too large or too small for {}", shown(text), what));
  }
  if (error != std::errc() || stop != end) {
    refuse(fmt::format("expected {}, found \"{}\"", what, shown(text)));
  }
  if (!std::isfinite(value)) refuse(fmt::format("{} is not finite: {}", what, shown(text)));
  return value;
}

void MeshText::refuse(std::string_view message) const {
  const int column = ended_ ? 0 : static_cast<int>(begin_) + 1;
  throw core::InputError({name_, number_, column}, message);
}

std::string MeshText::shown(std::string_view word) {
  std::string text(word.substr(0, kShown));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  if (word.size() > kShown) text += "...";
  return text;
}

}  // namespace tether::assist
