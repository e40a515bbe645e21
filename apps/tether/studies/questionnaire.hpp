// Questions on the terminal, answered by one key or one line each. On a terminal a key counts as
// soon as it is pressed; from a pipe every answer is a line.
#pragma once

#include <string>

namespace tether::apps {

// why there is no answer
enum class NoAnswer : unsigned char { none, ended, interrupted };

class Questionnaire {
 public:
  Questionnaire();

  // one key, as a lower-case letter or digit; '\0' for anything that is none. Check `left` first.
  char key();
  // one line without its end and the spaces around it
  std::string line();
  // why key() or line() came back without an answer
  NoAnswer left() const noexcept { return left_; }
  bool on_terminal() const noexcept { return terminal_; }

 private:
  // one byte, or false: see left_
  bool next(char& byte);

  bool terminal_;
  NoAnswer left_ = NoAnswer::none;
};

}  // namespace tether::apps
