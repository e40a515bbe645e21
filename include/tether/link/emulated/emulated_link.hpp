// Two endpoints joined by an emulated network in each direction. A side may send less often than it
// ticks; of what arrives, the sample with the highest running number wins, so a late or repeated
// one changes nothing.
#pragma once

#include <cstdint>

#include "tether/link/emulated/network.hpp"
#include "tether/link/link.hpp"
#include "tether/link/sequence_tracker.hpp"
#include "tether/link/udp/sending_rate.hpp"

namespace tether::link {

struct EmulatedLinkParams {
  NetworkParams to_follower;
  NetworkParams to_leader;
  double rate = 0;  // of sending [Hz]; 0 = every tick
};

// the two directions draw from seeds of their own
inline constexpr std::uint64_t kToLeader = 0x6c65616465720000;
inline constexpr std::uint64_t kToFollower = 0x666f6c6c6f770000;

class EmulatedLink {
 public:
  EmulatedLink(const EmulatedLinkParams& params, std::uint64_t seed);
  // the endpoints refer to the networks of this object
  EmulatedLink(const EmulatedLink&) = delete;
  EmulatedLink& operator=(const EmulatedLink&) = delete;

  Endpoint& leader() noexcept { return leader_; }
  Endpoint& follower() noexcept { return follower_; }
  const Network& to_leader() const noexcept { return to_leader_; }
  const Network& to_follower() const noexcept { return to_follower_; }

 private:
  class Side final : public Endpoint {
   public:
    Side(Network& in, Network& out, double rate) noexcept : in_(in), out_(out), rate_(rate) {}
    void send(core::Time now, const signals::Sample& sample) noexcept override;
    signals::Received receive(core::Time now) noexcept override;

   private:
    Network& in_;
    Network& out_;
    SendingRate rate_;
    SequenceTracker tracker_;
  };

  Network to_leader_, to_follower_;
  Side leader_, follower_;
};

}  // namespace tether::link
