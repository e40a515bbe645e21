// Bytes are a sample, or refused with a reason; a sample has one form only, and its figures are
// such that a controller can take them.
#include "tether/link/wire_format.hpp"

#include <algorithm>
#include <cmath>

#include "fuzz/targets.hpp"

namespace tether::fuzz {

void wire_format(link::Bytes input) {
  signals::Sample sample;
  link::SampleError error = link::SampleError::none;
  const bool read = link::decode(input, sample, error);
  promise(read == (error == link::SampleError::none), "a reason exactly where it is refused");
  if (!read) return;
  link::SampleBytes again;
  link::encode(sample, again);
  promise(std::ranges::equal(again, input), "one form only");
  const passivity::Message message = signals::unpack(sample);
  promise(message.signals.pose.rotation.allFinite() && message.signals.pose.position.allFinite() &&
              message.signals.wrench.force.allFinite() &&
              message.signals.wrench.torque.allFinite() && std::isfinite(message.energy) &&
              message.wave.allFinite() && message.signals.twist.vector().allFinite() &&
              message.signals.external.vector().allFinite() &&
              message.signals.acceleration.vector().allFinite(),
          "finite figures");
  const control::ContactPlane& wall = message.signals.plane;
  promise(wall.slot < control::kContactPlanes && wall.normal.allFinite() &&
              wall.point.allFinite() && wall.stiffness >= 0 && wall.extent >= 0 &&
              wall.uncertainty >= 0,
          "a wall in a slot that there is");
  promise(sample.obstruction.minCoeff() >= 0 && sample.obstruction.maxCoeff() <= 1,
          "an obstruction is a share");
}

}  // namespace tether::fuzz
