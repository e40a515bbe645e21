#include "tether/station/page/watcher.hpp"

namespace tether::station {
namespace {

constexpr std::size_t kMaxEvents = 10'000;  // a page that wants more has the log

}  // namespace

void Watcher::observe(const signals::Tick& leader, const signals::Tick& follower) noexcept {
  latest_.write({.leader = leader, .follower = follower});
}

void Watcher::happened(std::span<const record::Event> events) noexcept {
  const std::lock_guard lock(mutex_);
  if (told_.size() < kMaxEvents) told_.insert(told_.end(), events.begin(), events.end());
}

void Watcher::see(const assist::RangeScan& scan, const signals::Tick&) noexcept {
  scan_.write(scan);
}

std::vector<record::Event> Watcher::events(std::size_t from) const {
  const std::lock_guard lock(mutex_);
  if (from >= told_.size()) return {};
  return {told_.begin() + static_cast<std::ptrdiff_t>(from), told_.end()};
}

}  // namespace tether::station
