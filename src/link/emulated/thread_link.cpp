#include "tether/link/emulated/thread_link.hpp"

namespace tether::link {

ThreadLink::ThreadLink(const EmulatedLinkParams& params, std::uint64_t seed)
    : leader_(params.to_leader, seed ^ kToLeader, to_leader_, to_follower_, params.rate),
      follower_(params.to_follower, seed ^ kToFollower, to_follower_, to_leader_, params.rate) {}

ThreadLink::Side::Side(const NetworkParams& incoming, std::uint64_t seed, Queue& in, Queue& out,
                       double rate)
    : network_(incoming, seed), in_(in), out_(out), rate_(rate) {}

void ThreadLink::Side::send(core::Time now, const signals::Sample& sample) noexcept {
  if (rate_.due(now)) out_.push({now, tracker_.number(now, sample)});
}

signals::Received ThreadLink::Side::receive(core::Time now) noexcept {
  Impairment impaired;
  if (impairment.read(impaired)) network_.impair(impaired);
  Posted posted;
  while (in_.pop(posted)) network_.send(posted.at, posted.sample);
  signals::Sample sample;
  while (network_.deliver(now, sample)) tracker_.take(now, sample);
  return tracker_.received();
}

}  // namespace tether::link
