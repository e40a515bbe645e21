// Samples as a link may carry them, drawn from a seed.
#pragma once

#include "tests/support/random/random_draw.hpp"
#include "tether/link/link.hpp"

namespace tether::test {

inline signals::Sample random_sample(RandomDraw& draw) {
  const auto vector = [&draw] {
    return spatial::Vector3(draw.between(-1, 1), draw.between(-1, 1), draw.between(-1, 1));
  };
  const auto time = [&draw] { return core::duration_from_seconds(draw.between(0, 1e5)); };
  signals::Sample sample;
  sample.sequence = static_cast<std::uint32_t>(draw.bits());
  sample.sent = core::Time(time());
  sample.echoes = draw.bernoulli(0.5);
  if (sample.echoes) {
    sample.echo = core::Time(time());
    sample.held = time();
  }
  sample.position = vector();
  sample.orientation = Eigen::Quaterniond(draw.between(-1, 1), draw.between(-1, 1),
                                          draw.between(-1, 1), draw.between(0.1, 1))
                           .normalized();
  sample.torque = 10 * vector();
  sample.force = 100 * vector();
  sample.energy = draw.between(0, 1000);
  sample.wave = 1000 * vector();
  sample.kinetic = draw.between(0, 50);
  sample.angular = vector().cast<float>();
  sample.linear = vector().cast<float>();
  sample.external_torque = vector().cast<float>();
  sample.external_force = (100 * vector()).cast<float>();
  for (float& way : sample.obstruction) way = static_cast<float>(draw.between(0, 1));
  sample.angular_acceleration = (10 * vector()).cast<float>();
  sample.linear_acceleration = (10 * vector()).cast<float>();
  sample.wall = static_cast<std::uint8_t>(draw.pick(control::kContactPlanes));
  sample.wall_generation = static_cast<std::uint8_t>(draw.pick(3));
  sample.wall_normal = (vector() + spatial::Vector3(0, 0, 2)).normalized().cast<float>();
  sample.wall_point = vector().cast<float>();
  for (float& figure : sample.wall_figures) figure = static_cast<float>(draw.between(0, 1e4));
  sample.method = static_cast<std::uint8_t>(draw.pick(6));
  sample.engagement = static_cast<std::uint8_t>(draw.pick(5));
  sample.coupling = static_cast<std::uint8_t>(draw.pick(control::kCouplings));
  return sample;
}

}  // namespace tether::test
