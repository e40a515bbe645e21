#include "tests/support/processes/capturing_relay.hpp"

#include <algorithm>
#include <array>

#include <poll.h>

namespace tether::test {

CapturingRelay::CapturingRelay(const std::string& listen, const std::string& to)
    : near_(link::parse_address(listen, "relay")),
      far_(link::any_address(link::parse_address(to, "relay"))),
      to_(link::parse_address(to, "relay")),
      thread_([this] { run(); }) {}

CapturingRelay::~CapturingRelay() {
  stop_ = true;
  thread_.join();
}

void CapturingRelay::run() {
  constexpr int kLookUp = 20;  // [ms]
  while (!stop_) {
    std::array<pollfd, 2> sockets{pollfd{near_.descriptor(), POLLIN, 0},
                                  pollfd{far_.descriptor(), POLLIN, 0}};
    poll(sockets.data(), sockets.size(), kLookUp);
    for (std::size_t i = 0, count = near_.receive(); i < count; ++i) {
      speaker_ = near_.source(i);
      keep(near_.datagram(i), 0);
      far_.send(to_, near_.datagram(i));
      ++there_;
    }
    for (std::size_t i = 0, count = far_.receive(); i < count; ++i) {
      keep(far_.datagram(i), 1);
      if (speaker_.known()) near_.send(speaker_, far_.datagram(i));
      ++back_;
    }
  }
}

void CapturingRelay::keep(link::Bytes datagram, int direction) {
  const std::lock_guard lock(mutex_);
  auto kind = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& k) {
    return k.length == datagram.size() && k.direction == direction;
  });
  if (kind == kinds_.end()) {
    kinds_.push_back({datagram.size(), direction, {}});
    kind = kinds_.end() - 1;
  }
  Captured copy(datagram.begin(), datagram.end());
  if (kind->kept.size() < kKept) {
    kind->kept.push_back(std::move(copy));
  } else {
    kind->kept[kind->next++ % kKept] = std::move(copy);
  }
}

std::vector<Captured> CapturingRelay::captured() const {
  const std::lock_guard lock(mutex_);
  std::vector<Captured> all;
  for (const Kind& kind : kinds_) all.insert(all.end(), kind.kept.begin(), kind.kept.end());
  return all;
}

}  // namespace tether::test
