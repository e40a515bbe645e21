#include <array>
#include <cmath>

#include <fmt/format.h>

#include "tether/core/csv.hpp"
#include "tether/reproduction/assisted/coupling_study.hpp"

namespace tether::reproduction {
namespace {

bool is_scaled(const CouplingCase& c) { return c.scaling.motion != 1 || c.scaling.force != 1; }
bool touches(const CouplingCase& c) { return c.environment.stiffness > 0; }

// the studied frequency next to one [Hz]
const ImpedancePoint& near(const CouplingCase& c, double frequency) {
  const ImpedancePoint* best = &c.points.front();
  for (const ImpedancePoint& point : c.points) {
    if (std::abs(std::log(point.frequency / frequency)) <
        std::abs(std::log(best->frequency / frequency))) {
      best = &point;
    }
  }
  return *best;
}

constexpr std::array kShown{0.2, 2.0, 9.3};  // [Hz]

std::string percent(double share) {
  return share < 0.995e-2 ? fmt::format("{:.2f}", 100 * share) : fmt::format("{:.0f}", 100 * share);
}

// gain and phase at the frequencies shown, and the error of the force
std::array<std::string, 2 * kShown.size() + 1> cells(const CouplingCase& c) {
  std::array<std::string, 2 * kShown.size() + 1> out;
  for (std::size_t i = 0; i < kShown.size(); ++i) {
    const ImpedancePoint& point = near(c, kShown[i]);
    out[2 * i] = fmt::format("{:.1f}", point.gain_db());
    out[2 * i + 1] = fmt::format("{:.0f}", point.phase_deg());
  }
  out.back() = percent(c.force_error);
  return out;
}

std::string scaling_title(const CouplingCase& c) {
  return is_scaled(c)
             ? fmt::format("motion times {:g}, force times {:g}", c.scaling.motion, c.scaling.force)
             : std::string("without scaling");
}

std::string short_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "";
}

}  // namespace

std::string to_table(const std::vector<CouplingCase>& study) {
  std::string text =
      "What a hand feels through each coupling: one axis, 1 kHz, no delay\n"
      "leader 0.5 kg, 1 N s/m; follower 2 kg, 20 N s/m; springs 500 N/m, 10 N s/m\n";
  std::string_view environment;
  for (const CouplingCase& c : study) {
    if (c.environment.name != environment) {
      environment = c.environment.name;
      if (touches(c)) {
        text += fmt::format("\n{} environment ({:g} N/m, {:g} N s/m), {}\n", environment,
                            c.environment.stiffness, c.environment.damping, scaling_title(c));
        text += fmt::format("{:<20}{:>14}{:>16}{:>16}{:>14}\n", "felt over true", "0.2 Hz", "2 Hz",
                            "9.3 Hz", "force error");
        text += fmt::format("{:<20}", "");
        for (int i = 0; i < 3; ++i) text += fmt::format("{:>{}}{:>7}", "dB", i == 0 ? 7 : 9, "deg");
        text += fmt::format("{:>14}\n", "%");
      } else {
        text += fmt::format("\nfree space, {}: felt at 1 Hz\n{:<20}{:>12}{:>18}\n",
                            scaling_title(c), "", "mass [kg]", "damping [N s/m]");
      }
    }
    text += fmt::format("{:<20}", name(c.coupling));
    if (touches(c)) {
      const auto row = cells(c);
      for (std::size_t i = 0; i + 1 < row.size(); ++i) {
        text += fmt::format("{:>{}}", row[i], i % 2 == 1 || i == 0 ? 7 : 9);
      }
      text += fmt::format("{:>14}\n", row.back());
    } else {
      text += fmt::format("{:>12.2f}{:>18.1f}\n", c.mass, c.damping);
    }
  }
  return text;
}

std::string to_markdown(const std::vector<CouplingCase>& study) {
  std::string text;
  std::string_view environment;
  for (const CouplingCase& c : study) {
    if (c.environment.name != environment) {
      environment = c.environment.name;
      if (touches(c)) {
        text += fmt::format(
            "\n{} environment ({:g} N/m, {:g} N s/m), {}:\n\n"
            "| felt over true | 0.2 Hz [dB] | [deg] | 2 Hz [dB] | [deg] | 9.3 Hz [dB] | [deg] | "
            "force error [%] |\n|---|---|---|---|---|---|---|---|\n",
            environment == "soft" ? "Soft" : "Hard", c.environment.stiffness, c.environment.damping,
            scaling_title(c));
      } else {
        text += fmt::format(
            "\nFree space, {}, felt at 1 Hz:\n\n| coupling | mass [kg] | damping [N s/m] |\n"
            "|---|---|---|\n",
            scaling_title(c));
      }
    }
    if (touches(c)) {
      text += fmt::format("| {} ", name(c.coupling));
      for (const std::string& cell : cells(c)) text += "| " + cell + " ";
      text += "|\n";
    } else {
      text += fmt::format("| {} | {:.2f} | {:.1f} |\n", name(c.coupling), c.mass, c.damping);
    }
  }
  return text;
}

std::string coupling_csv(const std::vector<CouplingCase>& study) {
  std::string text;
  core::append_csv_row(
      text, std::array<std::string, 12>{"coupling", "environment", "motion_scale", "force_scale",
                                        "frequency_hz", "felt_re", "felt_im", "true_re", "true_im",
                                        "gain_db", "phase_deg", "force_error"});
  for (const CouplingCase& c : study) {
    for (const ImpedancePoint& p : c.points) {
      core::append_csv_row(
          text, std::array<std::string, 12>{
                    std::string(name(c.coupling)), std::string(c.environment.name),
                    short_number(c.scaling.motion), short_number(c.scaling.force),
                    short_number(p.frequency), short_number(p.felt.real()),
                    short_number(p.felt.imag()), short_number(p.truth.real()),
                    short_number(p.truth.imag()), touches(c) ? short_number(p.gain_db()) : "",
                    touches(c) ? short_number(p.phase_deg()) : "", short_number(c.force_error)});
    }
  }
  return text;
}

}  // namespace tether::reproduction
