#include "reproduction/multibody/watched_pendulum.hpp"

#include <algorithm>
#include <mutex>

#include <fmt/format.h>

#include "tether/scenario/scenario_file.hpp"
#include "tether/study/work_on_threads.hpp"

namespace tether::reproduction {

void PendulumWatch::observe(const record::Observation& seen) noexcept {
  const signals::Tick &leader = seen.leader, &follower = seen.follower;
  const spatial::Vector3& place = follower.coupling.send.pose.position;
  farthest_ = std::max(farthest_, place.norm());
  sent_force_ = std::max(sent_force_, leader.coupling.send.external.force.norm());
  const double t = core::seconds(follower.time);
  if (t < from_ || t >= to_) return;
  low_ = began_ ? std::min(low_, place.x()) : place.x();
  high_ = began_ ? std::max(high_, place.x()) : place.x();
  began_ = true;
}

std::vector<std::vector<WatchedPendulum>> watch_pendulums(std::span<const Variant> variants,
                                                          int seeds, double from, double to,
                                                          const Effort& effort) {
  const auto per_variant = static_cast<std::size_t>(seeds);
  std::vector<std::vector<WatchedPendulum>> watched(variants.size(),
                                                    std::vector<WatchedPendulum>(per_variant));
  const std::size_t count = variants.size() * per_variant;
  std::mutex mutex;
  std::size_t done = 0;
  study::work_on_threads(count, effort.threads, effort.stop, [&](std::size_t job) {
    const Variant& variant = variants[job / per_variant];
    auto overrides = variant.overrides;
    overrides.push_back(fmt::format("seed={}", job % per_variant + 1));
    WatchedPendulum& one = watched[job / per_variant][job % per_variant];
    one.watch = PendulumWatch(from, to);
    session::RunOptions options;
    options.observers = {&one.watch};
    options.stop = effort.stop;
    one.fault = session::run(scenario::load_scenario(variant.scenario, overrides), options).end ==
                session::RunEnd::fault;
    const std::lock_guard lock(mutex);
    ++done;
    if (effort.progress) effort.progress(static_cast<double>(done) / static_cast<double>(count));
  });
  return watched;
}

}  // namespace tether::reproduction
