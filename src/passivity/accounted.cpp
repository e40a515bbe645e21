#include "tether/passivity/accounted.hpp"

namespace tether::passivity {

double Accounted::settle(const Port& port, const Heard& heard) noexcept {
  const double given = motion_.update(port);
  tank_.exchange(given);
  if (heard.valid) tank_.receive(heard.message.energy);
  return given;
}

robot::JointVector Accounted::braking(const Port& port) const noexcept {
  robot::JointVector effort = robot::JointVector::Zero(port.position.size());
  for (Eigen::Index i = 0; i < port.damping.size(); ++i) {
    if (port.damping[i] * motion_.rate()[i] < 0) effort[i] = port.damping[i];
  }
  return effort;
}

void Accounted::close(double held_back) noexcept {
  report_.tank = tank_.level();
  report_.reserve = tank_.reserved();
  report_.exchanged = tank_.exchanged();
  report_.received = tank_.received();
  report_.sent = tank_.sent();
  report_.held_back = held_back;
}

}  // namespace tether::passivity
