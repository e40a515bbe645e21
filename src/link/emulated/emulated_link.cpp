#include "tether/link/emulated/emulated_link.hpp"

namespace tether::link {

EmulatedLink::EmulatedLink(const EmulatedLinkParams& params, std::uint64_t seed)
    : to_leader_(params.to_leader, seed ^ kToLeader),
      to_follower_(params.to_follower, seed ^ kToFollower),
      leader_(to_leader_, to_follower_, params.rate),
      follower_(to_follower_, to_leader_, params.rate) {}

void EmulatedLink::Side::send(core::Time now, const signals::Sample& sample) noexcept {
  if (rate_.due(now)) out_.send(now, tracker_.number(now, sample));
}

signals::Received EmulatedLink::Side::receive(core::Time now) noexcept {
  signals::Sample sample;
  while (in_.deliver(now, sample)) tracker_.take(now, sample);
  return tracker_.received();
}

}  // namespace tether::link
