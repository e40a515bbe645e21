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
  Sample numbered = sample;
  numbered.sequence = sent_++;
  numbered.echoes = newest_.valid;
  numbered.echo = newest_.sample.sent;
  numbered.held = now - newest_came_;
  out_.send(now, numbered);
}

Received EmulatedLink::Side::receive(core::Time now) noexcept {
  newest_.fresh = false;
  newest_.arrived = 0;
  Sample sample;
  while (in_.deliver(now, sample)) {
    ++newest_.arrived;
    if (newest_.valid && sample.sequence <= newest_.sample.sequence) continue;
    newest_.valid = newest_.fresh = true;
    newest_.sample = sample;
    newest_came_ = now;
  }
  return newest_;
}

}  // namespace tether::link
