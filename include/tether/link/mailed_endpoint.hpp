// One end of a link over a middleware with threads, locks and memory of its own: the tick talks to
// mailboxes (mailbox.hpp), and what goes through them is a conversation with one run of the peer
// (conversation.hpp). A middleware adds who empties the outbox and who fills the inbox.
#pragma once

#include "tether/link/conversation.hpp"
#include "tether/link/link.hpp"
#include "tether/link/mailbox.hpp"

namespace tether::link {

class MailedEndpoint : public Endpoint {
 public:
  void send(core::Time now, const Sample& sample) noexcept final {
    if (const auto letter = conversation_.say(now, sample)) post(*letter);
  }
  Received receive(core::Time now) noexcept final {
    Letter letter;
    while (inbox_.take(letter)) conversation_.hear(now, letter);
    return conversation_.received();
  }

  // outside of ticks: sleeps until something has come to be received, at most so long
  bool wait(core::Duration at_most) noexcept { return inbox_.wait(at_most); }
  // from any thread
  InboxCounts counts() const noexcept { return inbox_.counts(); }

 protected:
  // rate of sending [Hz]; 0 = every tick
  explicit MailedEndpoint(double rate) : conversation_(random_seed(), rate) {}

  // tick: into the outbox
  virtual void post(const Letter& letter) noexcept = 0;
  // for the middleware to fill
  Inbox& inbox() noexcept { return inbox_; }

 private:
  Conversation conversation_;
  Inbox inbox_;
};

}  // namespace tether::link
