// What a report plots of one moment of a session, one number per signal.
#pragma once

#include <array>
#include <cstddef>

#include "tether/report/report.hpp"
#include "tether/signals/tick.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::report {

inline constexpr double kMilli = 1e3;  // of a metre, joule or second

// of the guards of one device
enum GuardSignal : std::size_t {
  power_in = 0,    // of the controller into the device [W]
  power_taken,     // away by the power bound [W]
  fence_force,     // of the fence on the tool [N]
  fence_distance,  // to the nearest box in force [mm]
  joint_stop,      // change of the effort [N m or N]
  joint_speed,     // the same
  tool_speed,      // the same
  torque_rate,     // what is still missing [N m or N]
  stopped,         // 1 while the device only brakes
  kGuardSignals
};

enum Signal : std::size_t {
  leader_position = 0,                      // x, y, z [mm]
  follower_position = leader_position + 3,  // in the leader's workspace [mm]
  hand_force = follower_position + 3,       // of the device on the hand [N]
  contact_force = hand_force + 3,           // of the world on the tool [N]
  spring_force = contact_force + 3,         // that the coupling asks for at the leader [N]
  hand_torque = spring_force + 3,           // the same three, about the tool points [N m]
  contact_torque = hand_torque + 3,
  spring_torque = contact_torque + 3,
  tracking_error = spring_torque + 3,   // [mm]
  orientation_error,                    // [deg]
  leader_tank,                          // [mJ]
  follower_tank,                        // [mJ]
  reserve,                              // set aside by the leader [mJ]
  leader_port,                          // taken in [J]
  follower_port,                        // taken in [J]
  both_ports,                           // taken in [J]
  energy_to_follower,                   // on its way [mJ]
  energy_to_leader,                     // on its way [mJ]
  level_control,                        // effort of the tank level controller [N]
  leader_held_back,                     // effort that the account could not pay [N]
  follower_held_back,                   // [N m]
  round_trip,                           // as the leader estimates it [ms]
  total_energy,                         // of the leader's motion and the spring, at one time [J]
  known_energy,                         // the same as the follower knows it [J]
  spring_share,                         // that energy and force bound leave of the spring [%]
  hand_share,                           // that is left to a hand that is there [%]
  spring_norm,                          // of the spring's force [N]
  assist_force,                         // of fixtures on the hand, x, y, z [N]
  assist_energy = assist_force + 3,     // that they gave to the hand [J]
  speed_wanted,                         // of a platform that is driven [m/s]
  speed_made,                           // [m/s]
  turn_wanted,                          // [rad/s]
  turn_made,                            // [rad/s]
  obstructions,                         // forward, backward, left, right
  obstacle_force = obstructions + 4,    // on the hand, x, y, z [N]
  obstacle_store = obstacle_force + 3,  // [mJ]
  leader_guards,                        // and kGuardSignals from here on
  follower_guards = leader_guards + kGuardSignals,
  kSignals = follower_guards + kGuardSignals
};

using Values = std::array<float, kSignals>;

inline void put(Values& values, std::size_t at, double x) noexcept {
  values[at] = static_cast<float>(x);
}
inline void put(Values& values, std::size_t first, const spatial::Vector3& v) noexcept {
  for (int i = 0; i < 3; ++i) put(values, first + static_cast<std::size_t>(i), v[i]);
}

// what the guards did; `power` is that of each controller into its device [W]
struct Powers {
  double leader = 0;
  double follower = 0;
};
void put_guards(Values& values, const signals::Tick& leader, const signals::Tick& follower,
                const Powers& power, signals::LocalSides sides) noexcept;

Plot plot(const std::string& id, const char* group, const std::string& title, const char* unit,
          std::vector<PlotSeries> series, std::vector<std::string> metrics = {},
          std::vector<PlotLimit> limits = {});

// too small to be seen in a plot of efforts or energies
bool is_nothing(const PlotSeries& series);
// without the lines that show nothing
void add_if_any(ReportData& report, Plot plot);

}  // namespace tether::report
