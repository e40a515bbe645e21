// Two endpoints for two threads of one process, joined by an emulated network in each direction. A
// sample goes over by a lock-free queue; what becomes of it on the way is drawn by the thread that
// receives. Both threads must keep the same session time.
#pragma once

#include <cstdint>

#include "tether/core/latest_value.hpp"
#include "tether/core/spsc_queue.hpp"
#include "tether/link/emulated/emulated_link.hpp"
#include "tether/link/sequence_tracker.hpp"

namespace tether::link {

class ThreadLink {
 public:
  ThreadLink(const EmulatedLinkParams& params, std::uint64_t seed);

  // each for one thread; they refer to this object
  Endpoint& leader() noexcept { return leader_; }
  Endpoint& follower() noexcept { return follower_; }

  // one other thread, at any time: the directions are like this from now on
  void impair(const Impairments& impairments) noexcept {
    leader_.impairment.write(impairments.to_leader);
    follower_.impairment.write(impairments.to_follower);
  }

 private:
  struct Posted {
    core::Time at;
    signals::Sample sample;
  };
  // as long as a receiver may be late; what finds no room is lost, as on any network
  using Queue = core::SpscQueue<Posted, 1024>;

  class Side final : public Endpoint {
   public:
    Side(const NetworkParams& incoming, std::uint64_t seed, Queue& in, Queue& out, double rate);
    void send(core::Time now, const signals::Sample& sample) noexcept override;
    signals::Received receive(core::Time now) noexcept override;

    core::LatestValue<Impairment> impairment;  // of what comes in

   private:
    Network network_;
    Queue& in_;
    Queue& out_;
    SendingRate rate_;
    SequenceTracker tracker_;
  };

  Queue to_leader_, to_follower_;
  Side leader_, follower_;
};

}  // namespace tether::link
