#include "session/wall/tick_pairing.hpp"

namespace tether::session {

bool TickPairing::next_of_one(TickStream& stream, signals::Tick& own,
                              signals::Tick& other) noexcept {
  const signals::Tick* const front = stream.front();
  if (front == nullptr) return false;
  own = *front;
  stream.release();
  other = received_side(own);
  return true;
}

bool TickPairing::next(bool drain) noexcept {
  if (follower_stream_ == nullptr) return next_of_one(*leader_stream_, leader_, follower_);
  if (leader_stream_ == nullptr) return next_of_one(*follower_stream_, follower_, leader_);

  const signals::Tick* const leader = leader_stream_->front();
  const signals::Tick* const follower = follower_stream_->front();
  if (leader == nullptr && follower == nullptr) return false;
  if (leader == nullptr || follower == nullptr) {
    // the missing tick may still come
    const TickStream& ahead = leader != nullptr ? *leader_stream_ : *follower_stream_;
    if (!drain && ahead.waiting() < kPatience) return false;
  }
  const bool leads = leader != nullptr && (follower == nullptr || leader->index <= follower->index);
  const bool follows =
      follower != nullptr && (leader == nullptr || follower->index <= leader->index);
  leader_ = leads ? *leader : repeated(leader_);
  follower_ = follows ? *follower : repeated(follower_);
  if (leads) leader_stream_->release();
  if (follows) follower_stream_->release();
  return true;
}

}  // namespace tether::session
