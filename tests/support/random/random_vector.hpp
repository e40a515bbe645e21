// Vectors anywhere in a cube about the origin, repeatable from a seed.
#pragma once

#include "tests/support/random/random_draw.hpp"
#include "tether/spatial/vectors.hpp"

namespace tether::test {

inline spatial::Vector3 any_vector(RandomDraw& draw, double size) {
  return {draw.between(-size, size), draw.between(-size, size), draw.between(-size, size)};
}

}  // namespace tether::test
