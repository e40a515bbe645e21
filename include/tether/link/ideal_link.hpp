// A link without delay or loss: what one side sends, the other has at its next tick. For both sides
// on one thread, the leader's tick first.
#pragma once

#include "tether/link/link.hpp"

namespace tether::link {

class IdealLink {
 public:
  IdealLink() noexcept : leader_(to_leader_, to_follower_), follower_(to_follower_, to_leader_) {}
  // the endpoints refer to the mailboxes of this object
  IdealLink(const IdealLink&) = delete;
  IdealLink& operator=(const IdealLink&) = delete;

  Endpoint& leader() noexcept { return leader_; }
  Endpoint& follower() noexcept { return follower_; }

 private:
  class Side final : public Endpoint {
   public:
    Side(Received& inbox, Received& outbox) noexcept : inbox_(inbox), outbox_(outbox) {}
    void send(core::Time, const Sample& sample) noexcept override {
      outbox_ = {.valid = true, .fresh = true, .sample = sample};
    }
    Received receive(core::Time) noexcept override {
      const Received received = inbox_;
      inbox_.fresh = false;
      return received;
    }

   private:
    Received& inbox_;
    Received& outbox_;
  };

  Received to_leader_, to_follower_;
  Side leader_, follower_;
};

}  // namespace tether::link
