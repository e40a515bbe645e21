// Figures of merit of a session, overall and per phase. Names are stable and listed with their
// meaning in docs/metrics.md; all values are in SI units.
//   tracking error   e = |p_leader − (p_follower − p_o)|                          [m]
//   orientation error  angle between the follower's tool and where it should point [rad]
//   operator force   |force between device and hand|                               [N]
//   contact force    |force between the follower's tool and the world|             [N]
//   travel           peak to peak along the axis in which the leader moves most     [m]
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tether/session/metric_names.hpp"
#include "tether/session/observer.hpp"
#include "tether/session/scenario.hpp"

namespace tether::study {

struct Metric {
  std::string_view name;
  std::string_view unit;
  double value = 0;
};

// the figures of one stretch of time
struct PhaseMetrics {
  std::string name;  // empty = overall
  double from = 0;   // [s]
  double to = 0;     // [s]
  std::vector<Metric> metrics;
};

class MetricsCollector final : public session::Observer {
 public:
  explicit MetricsCollector(const session::Scenario& scenario);
  void observe(const session::Tick& leader, const session::Tick& follower) noexcept override;

  PhaseMetrics overall() const;
  std::vector<PhaseMetrics> phases() const;

 private:
  struct Mean {
    double sum = 0;
    double max = 0;
    void add(double x) noexcept;
  };
  struct Range {
    spatial::Vector3 low, high;
    void add(const spatial::Vector3& x, bool first) noexcept;
  };
  // what is gathered over one stretch of time
  struct Window {
    std::string name;
    double from = 0, to = 0;
    std::size_t count = 0;
    Mean tracking, orientation, operator_force, contact_force;
    Range leader, follower;
  };

  static PhaseMetrics figures(const Window& window);

  std::vector<Window> windows_;  // the first is the whole session
};

}  // namespace tether::study
