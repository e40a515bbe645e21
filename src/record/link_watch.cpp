#include "tether/record/link_watch.hpp"

namespace tether::record {

const ros2::LinkCounts& LinkWatch::watch(const signals::Tick& leader,
                                         const signals::Tick& follower) noexcept {
  for (const signals::Tick* tick : {&leader, &follower}) {
    if (tick->origin == signals::TickOrigin::made) ++counts_.sent;
  }
  take(to_leader_, leader);
  take(to_follower_, follower);
  counts_.delay =
      follower.origin == signals::TickOrigin::received ? to_leader_.delay : to_follower_.delay;
  counts_.round_trip = leader.quality.round_trip;
  return counts_;
}

void LinkWatch::take(Direction& direction, const signals::Tick& receiver) noexcept {
  if (!receiver.received.fresh) return;
  const signals::Sample& sample = receiver.received.sample;
  if (direction.last && sample.sequence > *direction.last + 1) {
    counts_.lost += sample.sequence - *direction.last - 1;
  }
  if (direction.last && sample.sequence == *direction.last) ++counts_.duplicated;
  ++counts_.received;
  direction.last = sample.sequence;
  direction.delay = core::seconds(receiver.time - sample.sent);
}

}  // namespace tether::record
