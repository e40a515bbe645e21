#include "tether/link/udp/peer_handshake.hpp"

#include <utility>

namespace tether::link {

Address PeerHandshake::stamp() noexcept {
  // callers get every other sample at most, so that they cannot silence the partner
  answered_ = !met() || (caller_ != 0 && !answered_);
  if (answered_) return {fresh_, std::exchange(caller_, 0), false};
  return {mine_, partner_, true};
}

Arrival PeerHandshake::receive(const Address& address) noexcept {
  const auto& [from, to, met] = address;
  if (from == 0) return Arrival::ignore;
  if (from == partner_) return to == mine_ && met ? Arrival::take : Arrival::ignore;
  if (to == fresh_) {
    mine_ = fresh_;
    partner_ = from;
    fresh_ = draw();
    caller_ = 0;
    return met ? Arrival::begin_take : Arrival::begin;
  }
  // A greeting, or somebody who believes to be in this epoch. What is addressed to others
  // is not ours to answer: it would break an epoch each time that a late greeting comes.
  if (to == 0 || to == mine_) caller_ = from;
  return Arrival::ignore;
}

// splitmix64 (Steele, Lea, Flood, OOPSLA 2014): a permutation of a counter, so no number comes
// twice; 0 is nobody's
std::uint64_t PeerHandshake::draw() noexcept {
  std::uint64_t z = 0;
  do {
    z = seed_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
  } while (z == 0);
  return z;
}

}  // namespace tether::link
