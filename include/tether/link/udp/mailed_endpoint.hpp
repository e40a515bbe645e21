// One end of a link over a middleware with threads, locks and memory of its own: the tick talks to
// mailboxes (mailbox.hpp), and what goes through them is a connection epoch with one run of the
// peer (peer_connection.hpp). A middleware adds who empties the outbox and who fills the inbox.
#pragma once

#include "tether/link/connection_diagnosis.hpp"
#include "tether/link/link.hpp"
#include "tether/link/link_counts.hpp"
#include "tether/link/udp/mailbox.hpp"
#include "tether/link/udp/peer_connection.hpp"

namespace tether::link {

class MailedEndpoint : public DiagnosableEndpoint {
 public:
  void send(core::Time now, const signals::Sample& sample) noexcept final {
    if (const auto addressed = connection_.send(now, sample)) post(*addressed);
  }
  signals::Received receive(core::Time now) noexcept final {
    AddressedSample addressed;
    while (inbox_.take(addressed)) connection_.receive(now, addressed);
    const signals::Received received = connection_.received();
    if (received.fresh) ++taken_;
    if (received.fresh && received.sample.echoes) ++echoing_;
    return received;
  }

  // what came since this was last asked, and who is there
  ConnectionEvidence evidence() final {
    const InboxCounts now = inbox_.counts();
    const std::uint64_t taken = taken_.value(), echoing = echoing_.value();
    ConnectionEvidence e;
    e.samples = taken - taken_seen_;
    e.echoing = echoing - echoing_seen_;
    e.other_version = now.implausible - seen_.implausible;
    e.greetings = now.arrived - seen_.arrived - e.other_version;
    look_around(e);
    seen_ = now;
    taken_seen_ = taken;
    echoing_seen_ = echoing;
    return e;
  }

  // outside of ticks: sleeps until something has come to be received, at most so long
  bool wait(core::Duration at_most) noexcept { return inbox_.wait(at_most); }
  // from any thread
  InboxCounts counts() const noexcept { return inbox_.counts(); }

 protected:
  // rate of sending [Hz]; 0 = every tick
  explicit MailedEndpoint(double rate) : connection_(random_seed(), rate) {}

  // tick: into the outbox
  virtual void post(const AddressedSample& addressed) noexcept = 0;
  // outside of ticks: adds what the middleware knows of others, such as a second end of our role
  virtual void look_around(ConnectionEvidence& /*evidence*/) {}
  // for the middleware to fill
  Inbox& inbox() noexcept { return inbox_; }

 private:
  PeerConnection connection_;
  Inbox inbox_;
  Tally taken_, echoing_;
  // for evidence()
  InboxCounts seen_;
  std::uint64_t taken_seen_ = 0, echoing_seen_ = 0;
};

}  // namespace tether::link
