#include "tether/passivity/accounted.hpp"

namespace tether::passivity {

double Accounted::settle(const Port& port, const Heard& heard) noexcept {
  const double given = motion_.update(port);
  tank_.exchange(given);
  if (heard.valid) tank_.receive(heard.message.energy);
  return given;
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
