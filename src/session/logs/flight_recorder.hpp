// The last second of both sides, pictures of their worlds included, kept in memory, for the file
// that explains a fault.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "tether/record/observer.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::robot {
struct Chain;
}

namespace tether::session {

// the last of many; takes no memory once it is made
template <class T>
class Ring {
 public:
  explicit Ring(std::size_t room) : kept_(room) {}
  // in the place of the oldest, when there is no other
  T& add() noexcept { return kept_[added_++ % kept_.size()]; }
  std::size_t size() const noexcept { return std::min(added_, kept_.size()); }
  // oldest first
  const T& operator[](std::size_t i) const noexcept {
    return kept_[(added_ - size() + i) % kept_.size()];
  }

 private:
  std::vector<T> kept_;
  std::size_t added_ = 0;
};

class FlightRecorder final : public record::Observer {
 public:
  explicit FlightRecorder(std::size_t ticks);

  void observe(const record::Observation& seen) noexcept override;

  // writes what is kept as an MCAP log, oldest first; core::IoError
  void write(const std::string& path, const scenario::Scenario& scenario,
             const robot::Chain& leader, const robot::Chain& follower) const;

 private:
  struct Pair {
    signals::Tick leader, follower;
  };
  Ring<Pair> pairs_;
  Ring<signals::SceneState> leader_scenes_, follower_scenes_;
};

}  // namespace tether::session
