#include "tether/study/signals.hpp"

#include <array>
#include <numbers>

namespace tether::study {
namespace {

enum Signal : std::size_t {
  leader_position = 0,                      // x, y, z [mm]
  follower_position = leader_position + 3,  // in the leader's workspace [mm]
  hand_force = follower_position + 3,       // of the device on the hand [N]
  contact_force = hand_force + 3,           // of the world on the tool [N]
  spring_force = contact_force + 3,         // that the coupling asks for at the leader [N]
  tracking_error = spring_force + 3,        // [mm]
  orientation_error,                        // [deg]
  kSignals
};

constexpr double kMillimetres = 1e3;
constexpr double kDegrees = 180 / std::numbers::pi;
constexpr const char* kAxes[] = {"x", "y", "z"};

void put(std::array<float, kSignals>& values, Signal first, const spatial::Vector3& v) noexcept {
  for (int i = 0; i < 3; ++i)
    values[first + static_cast<std::size_t>(i)] = static_cast<float>(v[i]);
}

}  // namespace

SignalCollector::SignalCollector() : decimator_(kSignals) {}

void SignalCollector::observe(const session::Tick& leader, const session::Tick& follower) noexcept {
  const spatial::Pose& followed = follower.coupling.send.pose;
  std::array<float, kSignals> values{};
  put(values, leader_position, kMillimetres * leader.tool.position);
  put(values, follower_position, kMillimetres * followed.position);
  put(values, hand_force, -leader.measured.external_at_tool.force);
  put(values, contact_force, follower.measured.external_at_tool.force);
  put(values, spring_force, -follower.coupling.wrench.force);
  values[tracking_error] =
      static_cast<float>(kMillimetres * (leader.tool.position - followed.position).norm());
  values[orientation_error] = static_cast<float>(
      kDegrees * spatial::rotation_angle(leader.tool.rotation, followed.rotation));
  decimator_.add(core::seconds(leader.time), values);
}

void SignalCollector::add_to(ReportData& report) const {
  report.time_s = decimator_.time_s();
  const auto series = [&](const char* label, const char* role, std::size_t signal) {
    return PlotSeries{label, role, decimator_.signal(signal)};
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis = kAxes[i];
    report.plots.push_back({.id = "position_" + axis,
                            .group = "Position",
                            .title = axis,
                            .unit = "mm",
                            .series = {series("leader", "leader", leader_position + i),
                                       series("follower", "follower", follower_position + i)}});
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis = kAxes[i];
    report.plots.push_back({.id = "force_" + axis,
                            .group = "Force",
                            .title = axis,
                            .unit = "N",
                            .series = {series("on the hand", "leader", hand_force + i),
                                       series("on the tool", "follower", contact_force + i),
                                       series("spring", "other", spring_force + i)}});
  }
  report.plots.push_back({.id = "tracking_error",
                          .group = "Error",
                          .title = "tracking",
                          .unit = "mm",
                          .series = {series("|leader − follower|", "error", tracking_error)},
                          .metrics = {"tracking_error_mean", "tracking_error_max"}});
  report.plots.push_back({.id = "orientation_error",
                          .group = "Error",
                          .title = "orientation",
                          .unit = "deg",
                          .series = {series("angle", "error", orientation_error)},
                          .metrics = {"orientation_error_mean", "orientation_error_max"}});
}

}  // namespace tether::study
