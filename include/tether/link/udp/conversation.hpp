// One end of a link on an open network, without the network: meets the other end (meeting.hpp),
// keeps the books of what they exchange (exchange.hpp) and its rate (sending_rate.hpp). Samples go
// out and come in as letters. For one thread.
#pragma once

#include <cstdint>
#include <optional>

#include "tether/link/exchange.hpp"
#include "tether/link/udp/letter.hpp"
#include "tether/link/udp/meeting.hpp"
#include "tether/link/udp/sending_rate.hpp"

namespace tether::link {

class Conversation {
 public:
  // seed as for Meeting; rate of sending [Hz], 0 = every tick
  Conversation(std::uint64_t seed, double rate) noexcept;

  // the sample as it shall travel; none when it is not yet time to send one
  std::optional<Letter> say(core::Time now, const signals::Sample& sample) noexcept;
  // a letter has arrived, with a good sample (sample_check.hpp)
  void hear(core::Time now, const Letter& letter) noexcept;
  // the newest sample of this conversation, and what came since this was last asked
  signals::Received received() noexcept { return exchange_.received(); }

 private:
  Meeting meeting_;
  Exchange exchange_;
  SendingRate rate_;
};

// a seed that no other run has, from the system's randomness
std::uint64_t random_seed();

}  // namespace tether::link
