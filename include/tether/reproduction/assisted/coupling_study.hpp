// What a hand feels through each coupling, measured as one would measure devices: a leader and a
// follower of one axis, the couplings themselves at 1 kHz, an environment that is free, soft or
// hard, no delay and no energy account. The hand moves the leader along a sine and the force that
// this takes is compared with the true one,
//   Z_t(jω) = F_hand / v_hand      against      λ s² Z_e(jω),   Z_e = K/(jω) + B        [N s/m]
// with motions scaled by s and forces by λ. In free space what is felt is given as a mass and a
// damper, Z_t = jω M + B at 1 Hz. Pressing still, the force that is felt is compared with λ s times
// that on the environment. Lawrence, IEEE T-RA 9(5), 1993.
#pragma once

#include <complex>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace tether::reproduction {

// mass and damping of a device, or stiffness and damping of what it touches
struct AxisDevice {
  double mass;     // [kg]
  double damping;  // [N s/m]
};
inline constexpr AxisDevice kStudiedLeader{0.5, 1};
inline constexpr AxisDevice kStudiedFollower{2, 20};
// of the couplings' springs and dampers
inline constexpr double kStudiedStiffness = 500;  // [N/m]
inline constexpr double kStudiedDamping = 10;     // [N s/m]

struct StudiedEnvironment {
  std::string_view name;
  double stiffness;  // K [N/m]
  double damping;    // B [N s/m]
};
inline constexpr StudiedEnvironment kFreeSpace{"free", 0, 0};
inline constexpr StudiedEnvironment kSoft{"soft", 200, 5};
inline constexpr StudiedEnvironment kHard{"hard", 1e4, 50};

enum class StudiedCoupling {
  position_position,
  position_force,
  measured_force,  // position–force with what is measured coming back
  four_channel,
  rate
};
inline constexpr int kStudiedCouplings = 5;
std::string_view name(StudiedCoupling coupling);

struct StudiedScaling {
  double motion = 1;  // s
  double force = 1;   // λ
};
inline constexpr StudiedScaling kScaled{0.5, 2};

struct ImpedancePoint {
  double frequency = 0;        // [Hz]
  std::complex<double> felt;   // Z_t [N s/m]
  std::complex<double> truth;  // λ s² Z_e
  double gain_db() const;      // of felt over truth
  double phase_deg() const;    // the same, −180 to 180
};

struct CouplingCase {
  StudiedCoupling coupling{};
  StudiedEnvironment environment{};
  StudiedScaling scaling;
  std::vector<ImpedancePoint> points;
  // felt at 1 Hz, in free space
  double mass = std::numeric_limits<double>::quiet_NaN();     // [kg]
  double damping = std::numeric_limits<double>::quiet_NaN();  // [N s/m]
  // |F_felt − λ s F_env| / (λ s F_env), pressing still
  double force_error = std::numeric_limits<double>::quiet_NaN();
};

// Z_t at a frequency, which is moved to a whole number of ticks per period
ImpedancePoint transmitted_impedance(StudiedCoupling coupling,
                                     const StudiedEnvironment& environment,
                                     const StudiedScaling& scaling, double frequency);

// every coupling in every environment, without and with scaling
std::vector<CouplingCase> run_coupling_study();

// for a terminal of 80 columns; for a page of the manual; a row per case and frequency
std::string to_table(const std::vector<CouplingCase>& study);
std::string to_markdown(const std::vector<CouplingCase>& study);
std::string coupling_csv(const std::vector<CouplingCase>& study);
// felt over true, magnitude above phase, a column per environment
std::string coupling_figure(const std::vector<CouplingCase>& study, bool scaled);
// both figures and the table on one page without anything from elsewhere
std::string coupling_page(const std::vector<CouplingCase>& study);

}  // namespace tether::reproduction
