#include "tether/device/drivers/sick_tim/cola_command.hpp"

#include <algorithm>

#include "device/drivers/sick_tim/cola_tokens.hpp"

namespace tether::device {
namespace {

constexpr std::array<const char*, 27> kColaErrors{
    "no error",
    "access denied: the method needs another access mode",
    "no such method",
    "no such variable",
    "not possible in this state",
    "data not valid",
    "unspecified error",
    "telegram too long",
    "telegram too short",
    "unknown type",
    "access denied: the variable needs another access mode",
    "unknown name server command",
    "unknown command",
    "busy with another method",
    "array index out of bounds",
    "no such event",
    "number too large",
    "invalid character",
    "no message from the system",
    "no answer from the system",
    "internal error",
    "hub address damaged",
    "hub address not decodable",
    "hub address out of range",
    "hub address: blank expected",
    "asynchronous methods are suppressed",
    "arrays of this kind are not supported",
};

}  // namespace

ColaAnswer judge(const ColaCommand& command, std::string_view answer,
                 std::uint32_t& code) noexcept {
  code = 0;
  if (answer.starts_with("sFA")) {
    answer.remove_prefix(std::min<std::size_t>(answer.size(), 4));
    code = ColaTokens(answer).whole();
    return ColaAnswer::error;
  }
  if (!answer.starts_with(command.answer)) return ColaAnswer::other;
  answer.remove_prefix(command.answer.size());
  if (!answer.empty() && answer.front() != ' ') return ColaAnswer::other;
  if (!command.has_figure) return ColaAnswer::granted;
  if (!answer.empty()) answer.remove_prefix(1);
  ColaTokens tokens(answer);
  code = tokens.whole();
  return tokens.good() && code == command.figure ? ColaAnswer::granted : ColaAnswer::declined;
}

const char* cola_error(std::uint32_t code) noexcept {
  return code < kColaErrors.size() ? kColaErrors[code] : "unknown error";
}

}  // namespace tether::device
