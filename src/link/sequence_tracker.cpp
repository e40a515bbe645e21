#include "tether/link/sequence_tracker.hpp"

namespace tether::link {

signals::Sample SequenceTracker::number(core::Time now, const signals::Sample& sample) noexcept {
  signals::Sample numbered = sample;
  numbered.sequence = sequence_++;
  numbered.echoes = newest_.valid;
  numbered.echo = newest_.valid ? newest_.sample.sent : core::Time{};
  numbered.held = newest_.valid ? now - newest_came_ : core::Duration{0};
  sent_ = sample.energy;
  numbered.energy -= sent_before_;
  return numbered;
}

void SequenceTracker::take(core::Time now, const signals::Sample& sample) noexcept {
  ++newest_.arrived;
  if (newest_.valid && sample.sequence <= newest_.sample.sequence) return;
  newest_.valid = newest_.fresh = true;
  newest_.sample = sample;
  newest_.sample.energy += received_before_;
  newest_came_ = now;
}

signals::Received SequenceTracker::received() noexcept {
  const signals::Received since = newest_;
  newest_.fresh = false;
  newest_.arrived = 0;
  return since;
}

void SequenceTracker::begin_epoch() noexcept {
  sequence_ = 0;
  sent_before_ = sent_;
  received_before_ = newest_.sample.energy;
  ++newest_.epoch;
  newest_.valid = newest_.fresh = false;
  newest_.arrived = 0;
}

}  // namespace tether::link
