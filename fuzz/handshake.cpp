// A leader and a follower who try to meet while an attacker does to their datagrams whatever the
// input says, and sends bytes of its own. However it goes, nothing that is not genuine is ever
// taken, and once the attacker stops the two meet.
//
// The input is a list of deeds: one byte that names the deed, then what it needs.
#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "fuzz/targets.hpp"
#include "tether/link/udp/secure_channel.hpp"

namespace tether::fuzz {
namespace {

using Datagram = std::vector<std::uint8_t>;

constexpr std::size_t kMostDeeds = 200;      // keeps a run short
constexpr std::size_t kMostRemembered = 64;  // datagrams that the attacker can bring again

class Deeds {
 public:
  explicit Deeds(link::Bytes input) : rest_(input) {}
  bool more() const { return !rest_.empty() && ++count_ <= kMostDeeds; }
  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const std::uint8_t first = rest_.front();
    rest_ = rest_.subspan(1);
    return first;
  }
  Datagram bytes(std::size_t size) {
    size = std::min(size, rest_.size());
    const Datagram taken(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(size));
    rest_ = rest_.subspan(size);
    return taken;
  }

 private:
  link::Bytes rest_;
  mutable std::size_t count_ = 0;
};

// keys that are the same in every run, so that a finding can be run again
link::Ephemeral ephemeral(std::uint8_t number) {
  link::Ephemeral made;
  made.secret.fill(number);
  made.open = link::public_half(made.secret);
  return made;
}

struct End {
  explicit End(link::Role role)
      : keys(link::long_term_keys({.secret = link::Key{1, 2, 3}}, role)),
        channel(keys, ephemeral(role == link::Role::leader ? 1 : 2), 7) {}

  link::Taken take(core::Time now, link::Bytes datagram) {
    signals::Sample sample;
    const link::Taken taken = channel.take(now, datagram, sample);
    link::AgreementRequest request;
    if (channel.wants(request)) {
      link::Agreement agreement = link::agree(keys, request);
      agreement.next = ephemeral(next++);
      channel.agreed(now, agreement);
    }
    return taken;
  }

  link::LongTermKeys keys;
  link::SecureChannel channel;
  std::uint8_t next = 10;
};

class Attempt {
 public:
  // a millisecond passes; both say what they have to
  void tick() {
    now_ += std::chrono::milliseconds(1);
    say(leader_, to_follower_);
    say(follower_, to_leader_);
  }
  void wait(int milliseconds) { now_ += std::chrono::milliseconds(milliseconds); }
  void deliver() {
    for (; !to_leader_.empty(); to_leader_.pop_front()) leader_.take(now_, to_leader_.front());
    for (; !to_follower_.empty(); to_follower_.pop_front()) {
      follower_.take(now_, to_follower_.front());
    }
  }
  void lose() {
    to_leader_.clear();
    to_follower_.clear();
  }
  // something that was said before comes again; it may be what has not come yet
  void repeat(std::uint8_t which, bool to_leader) {
    if (remembered_.empty()) return;
    end(to_leader).take(now_, remembered_[which % remembered_.size()]);
  }
  // what was said before comes changed
  void change(std::uint8_t which, std::uint8_t at, std::uint8_t by, bool to_leader) {
    if (remembered_.empty()) return;
    Datagram datagram = remembered_[which % remembered_.size()];
    datagram[at % datagram.size()] ^= by;
    if (by != 0) refuse(datagram, to_leader);
  }
  void forge(const Datagram& datagram, bool to_leader) { refuse(datagram, to_leader); }
  bool meet() {
    lose();
    for (int i = 0; i < 8000; ++i) {
      if (leader_.channel.connected() && follower_.channel.connected()) return true;
      // hellos are 80 ms apart at least
      wait(i % 20 == 0 ? 20 : 0);
      tick();
      deliver();
    }
    return false;
  }

 private:
  End& end(bool leader) { return leader ? leader_ : follower_; }

  void say(End& from, std::deque<Datagram>& to) {
    link::Datagram datagram;
    const auto keep = [&] {
      const link::Bytes view = datagram.view();
      to.emplace_back(view.begin(), view.end());
      if (remembered_.size() < kMostRemembered) remembered_.push_back(to.back());
    };
    while (from.channel.speak(now_, datagram)) keep();
    if (from.channel.seal({}, datagram)) keep();
  }
  void refuse(const Datagram& datagram, bool to_leader) {
    // by chance, or by the fuzzer's memory, the bytes may be genuine after all
    if (std::ranges::find(remembered_, datagram) != remembered_.end()) return;
    const std::uint64_t before = end(to_leader).channel.counts().dropped();
    const link::Taken taken = end(to_leader).take(now_, datagram);
    promise(taken.kind == link::Taken::Kind::dropped && !taken.begins, "nothing forged is taken");
    promise(end(to_leader).channel.counts().dropped() == before + 1, "each drop is counted once");
  }

  End leader_{link::Role::leader}, follower_{link::Role::follower};
  std::deque<Datagram> to_leader_, to_follower_;
  std::vector<Datagram> remembered_;
  core::Time now_;
};

}  // namespace

void handshake(link::Bytes input) {
  Deeds deeds(input);
  Attempt attempt;
  while (deeds.more()) {
    const std::uint8_t deed = deeds.byte();
    const bool to_leader = (deed & 0x80U) != 0;
    switch (deed % 8) {
      case 0:
      case 1:
        attempt.tick();
        break;
      case 2:
        attempt.deliver();
        break;
      case 3:
        attempt.lose();
        break;
      case 4:
        attempt.wait(20 * deeds.byte());
        break;
      case 5:
        attempt.repeat(deeds.byte(), to_leader);
        break;
      case 6: {
        const std::uint8_t which = deeds.byte(), at = deeds.byte();
        attempt.change(which, at, deeds.byte(), to_leader);
        break;
      }
      default:
        attempt.forge(deeds.bytes(deeds.byte()), to_leader);
        break;
    }
  }
  promise(attempt.meet(), "the two meet once they are let");
}

}  // namespace tether::fuzz
