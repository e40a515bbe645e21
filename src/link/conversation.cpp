#include "tether/link/conversation.hpp"

#include <random>

namespace tether::link {

Conversation::Conversation(std::uint64_t seed, double rate) noexcept
    : meeting_(seed),
      period_(rate > 0 ? core::duration_from_seconds(1 / rate) : core::Duration{0}) {}

std::optional<PlainSample> Conversation::say(core::Time now, const Sample& sample) noexcept {
  if (now < next_send_) return std::nullopt;
  // a rate that does not divide the tick's keeps its mean
  next_send_ += period_;
  if (next_send_ + period_ < now) next_send_ = now;
  return to_plain(meeting_.stamp(), exchange_.number(now, sample));
}

void Conversation::hear(core::Time now, const PlainSample& arrived) noexcept {
  const Heard heard = meeting_.hear(arrived.address);
  if (heard == Heard::begin || heard == Heard::begin_take) exchange_.begin_conversation();
  if (heard == Heard::take || heard == Heard::begin_take) exchange_.take(now, to_sample(arrived));
}

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

}  // namespace tether::link
