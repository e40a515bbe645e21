#include "apps/tether/studies/questionnaire.hpp"

#include <cctype>
#include <cstdio>

#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "apps/tether/commands.hpp"

namespace tether::apps {
namespace {

constexpr std::size_t kLongestLine = 200;

// keys without Enter and without echo, for as long as one is awaited; Ctrl-C stays a signal
class SingleKeys {
 public:
  SingleKeys() : changed_(tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!changed_) return;
    termios keys = before_;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
  }
  SingleKeys(const SingleKeys&) = delete;
  SingleKeys& operator=(const SingleKeys&) = delete;
  ~SingleKeys() {
    if (changed_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }

 private:
  termios before_{};
  bool changed_;
};

std::string trimmed(const std::string& text) {
  const auto from = text.find_first_not_of(" \t\r");
  if (from == std::string::npos) return "";
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

char as_key(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 ? static_cast<char>(std::tolower(byte)) : '\0';
}

}  // namespace

Questionnaire::Questionnaire() : terminal_(isatty(STDIN_FILENO) == 1) {}

bool Questionnaire::next(char& byte) {
  constexpr int kLook = 100;  // for a signal that came just before poll [ms]
  std::fflush(stdout);
  while (left_ == NoAnswer::none) {
    if (stop_requested) {
      left_ = NoAnswer::interrupted;
      break;
    }
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, kLook) <= 0) continue;
    if (read(STDIN_FILENO, &byte, 1) == 1) return true;
    if (!stop_requested) left_ = NoAnswer::ended;
  }
  return false;
}

char Questionnaire::key() {
  if (!terminal_) {
    const std::string answer = line();
    return answer.size() == 1 ? as_key(answer.front()) : '\0';
  }
  constexpr char kEndOfInput = 4;  // Ctrl-D, which is a key among others here
  char byte = '\0';
  {
    const SingleKeys keys;
    if (!next(byte)) return '\0';
  }
  if (byte == kEndOfInput) {
    left_ = NoAnswer::ended;
    return '\0';
  }
  const char key = as_key(byte);
  if (key != '\0') fmt::print("{}\n", key);
  return key;
}

std::string Questionnaire::line() {
  std::string text;
  char byte = '\0';
  while (next(byte)) {
    if (byte == '\n') return trimmed(text);
    if (text.size() < kLongestLine) text += byte;
  }
  // a last line without its end is an answer too
  if (left_ == NoAnswer::interrupted || text.empty()) return "";
  left_ = NoAnswer::none;
  return trimmed(text);
}

}  // namespace tether::apps
