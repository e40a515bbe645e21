#include "tether/report/certificate.hpp"

#include <cmath>

#include <fmt/format.h>

#include "tether/passivity/refund.hpp"
#include "tether/scenario/session_traits.hpp"

namespace tether::report {
namespace {

using scenario::EnergyPort;
using signals::SideName;

constexpr double kNothing = 1e-9;  // energies below it are rounding [J]

// three digits, in J, mJ or µJ
std::string energy_in_words(double joules) {
  const double magnitude = std::abs(joules);
  if (magnitude < kNothing) return "0 J";
  if (magnitude >= 0.1) return fmt::format("{:.3g} J", joules);
  if (magnitude >= 1e-4) return fmt::format("{:.3g} mJ", 1e3 * joules);
  return fmt::format("{:.3g} µJ", 1e6 * joules);
}

std::string who(const scenario::Scenario& scenario, signals::LocalSides sides) {
  if (sides == signals::LocalSides::leader) return "the leader's port and its link";
  if (sides == signals::LocalSides::follower) return "the follower's port and its link";
  if (energy_port(scenario, SideName::follower) == EnergyPort::own) return "the hand's port";
  if (energy_port(scenario, SideName::leader) == EnergyPort::hand) {
    return "the hand and the simulated system";
  }
  const bool at_tools = energy_port(scenario, SideName::leader) == EnergyPort::tool &&
                        energy_port(scenario, SideName::follower) == EnergyPort::tool;
  return at_tools ? "the two tools" : "the two device ports";
}

// what may be given out beyond what was taken in
std::string allowance(const passivity::Certificate& c) {
  std::string tolerance = energy_in_words(c.tolerance_j) + " of tolerance";
  if (c.uncertain_j > 0) {
    tolerance += fmt::format(", {} of it for the error of measured wrenches",
                             energy_in_words(c.uncertain_j));
  }
  if (c.stored_j <= 0) return tolerance;
  return fmt::format("{} in store at the start and {}", energy_in_words(c.stored_j), tolerance);
}

std::string promise(const passivity::Certificate& c, const scenario::Scenario& scenario) {
  if (c.verdict != passivity::Verdict::passive) return " Nothing guaranteed it.";
  if (energy_port(scenario, SideName::follower) == EnergyPort::own) {
    return " The store of the obstacles' force guarantees it; the platform has its own supply.";
  }
  return fmt::format(" The method, {}, guarantees it.", passivity_method(scenario).name);
}

std::string capitalised(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

}  // namespace

std::string counted(const scenario::Scenario& scenario, signals::SideName side) {
  const bool leads = side == SideName::leader;
  const scenario::SideParams& params = leads ? scenario.leader.side : scenario.follower.side;
  switch (energy_port(scenario, side)) {
    case EnergyPort::joints:
      return "motors × motion of the joints";
    case EnergyPort::hand:
      return "force given to the hand × motion of the tool";
    case EnergyPort::own:
      return "nothing: its own supply";
    case EnergyPort::tool:
      break;
  }
  if (!measures_wrench(scenario, side)) {
    return fmt::format("motors × motion of the joints, less {:g} of the model's friction",
                       passivity::RefundParams().surely);
  }
  if (params.force_error == 0 && params.torque_error == 0) {
    return "wrench × motion of the tool, as the simulation knows it";
  }
  return fmt::format("wrench × motion of the tool, measured within {:g} N and {:g} N m",
                     params.force_error, params.torque_error);
}

std::string violation_in_words(const passivity::Certificate& c) {
  return fmt::format("first at {:.3f} s, up to {} more given out than taken in, where {} may be",
                     c.first_violation_s.value_or(0), energy_in_words(-c.least_j), allowance(c));
}

std::string finding(const passivity::Certificate& c, const scenario::Scenario& scenario,
                    signals::LocalSides sides) {
  const std::string ports = who(scenario, sides);
  if (c.first_violation_s) {
    return fmt::format(
        "{} gave out up to {} more than had been taken in, where {} may be, first "
        "at {:.3f} s.",
        capitalised(ports), energy_in_words(-c.least_j), allowance(c), *c.first_violation_s);
  }
  std::string text;
  if (c.least_j < -kNothing) {
    text = fmt::format("{} gave out up to {} more than had been taken in, within the {}.",
                       capitalised(ports), energy_in_words(-c.least_j), allowance(c));
  } else {
    text = fmt::format(
        "At no time had {} given out more energy than had been taken in; after the "
        "first charge at least {} was left.",
        ports, energy_in_words(c.margin_j));
    if (c.uncertain_j > 0) {
      text += fmt::format(" Errors of the measured wrenches may hide up to {}.",
                          energy_in_words(c.uncertain_j));
    }
  }
  return text + promise(c, scenario);
}

}  // namespace tether::report
