#include "tether/link/udp/conversation.hpp"

#include <random>

namespace tether::link {

Conversation::Conversation(std::uint64_t seed, double rate) noexcept
    : meeting_(seed), rate_(rate) {}

std::optional<Letter> Conversation::say(core::Time now, const signals::Sample& sample) noexcept {
  if (!rate_.due(now)) return std::nullopt;
  return Letter{meeting_.stamp(), exchange_.number(now, sample)};
}

void Conversation::hear(core::Time now, const Letter& letter) noexcept {
  const Heard heard = meeting_.hear(letter.address);
  if (heard == Heard::begin || heard == Heard::begin_take) exchange_.begin_conversation();
  if (heard == Heard::take || heard == Heard::begin_take) exchange_.take(now, letter.sample);
}

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

}  // namespace tether::link
