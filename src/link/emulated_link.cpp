#include "tether/link/emulated_link.hpp"

namespace tether::link {
namespace {

// the two directions draw from seeds of their own
constexpr std::uint64_t kToLeader = 0x6c65616465720000;
constexpr std::uint64_t kToFollower = 0x666f6c6c6f770000;

core::Duration period_of(double rate) {
  return rate > 0 ? core::duration_from_seconds(1 / rate) : core::Duration{0};
}

}  // namespace

EmulatedLink::EmulatedLink(const EmulatedLinkParams& params, std::uint64_t seed)
    : to_leader_(params.to_leader, seed ^ kToLeader),
      to_follower_(params.to_follower, seed ^ kToFollower),
      leader_(to_leader_, to_follower_, period_of(params.rate)),
      follower_(to_follower_, to_leader_, period_of(params.rate)) {}

void EmulatedLink::Side::send(core::Time now, const Sample& sample) noexcept {
  if (now < next_send_) return;
  // a rate that does not divide the tick's keeps its mean
  next_send_ += period_;
  if (next_send_ + period_ < now) next_send_ = now;
  out_.send(now, exchange_.number(now, sample));
}

Received EmulatedLink::Side::receive(core::Time now) noexcept {
  Sample sample;
  while (in_.deliver(now, sample)) exchange_.take(now, sample);
  return exchange_.received();
}

}  // namespace tether::link
