// The last second of both sides, kept in memory, for the file that explains a fault.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tether/record/observer.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::robot {
struct Chain;
}

namespace tether::session {

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
  std::vector<Pair> ring_;
  std::size_t next_ = 0;
  std::size_t kept_ = 0;
};

}  // namespace tether::session
