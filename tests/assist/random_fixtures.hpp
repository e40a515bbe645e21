// Random fixtures of every kind in a cube of one metre, repeatable from a seed.
#pragma once

#include <vector>

#include "tests/support/random/random_draw.hpp"
#include "tests/support/random/random_vector.hpp"
#include "tether/assist/scene/scene.hpp"

namespace tether::test {

using spatial::Vector3;

inline spatial::Pose any_pose(RandomDraw& draw, double size) {
  return {spatial::exp_rotation(any_vector(draw, 2)), any_vector(draw, size)};
}

inline spatial::Box any_box(RandomDraw& draw, double size = 0.5) {
  return {any_pose(draw, size),
          {draw.between(0.01, 0.1), draw.between(0.01, 0.1), draw.between(0.01, 0.1)}};
}

// a walk with steps of up to 5 cm
inline std::vector<Vector3> any_points(RandomDraw& draw, int count) {
  std::vector<Vector3> points = {any_vector(draw, 0.45)};
  while (static_cast<int>(points.size()) < count) {
    points.emplace_back(points.back() + any_vector(draw, 0.05));
  }
  return points;
}

inline assist::Shape any_solid(RandomDraw& draw) {
  switch (draw.pick(3)) {
    case 0:
      return any_box(draw);
    case 1:
      return assist::Sphere{any_vector(draw, 0.5), draw.between(0.01, 0.15)};
    default:
      return assist::Cylinder{any_pose(draw, 0.5), draw.between(0.01, 0.1),
                              draw.between(0.01, 0.1)};
  }
}

inline assist::Fixture any_fixture(RandomDraw& draw, int id) {
  assist::Fixture f;
  f.id = id;
  f.enabled = draw.bernoulli(0.9);
  f.stiffness = draw.between(50, 2000);
  f.damping = draw.between(0, 30);
  f.range = draw.between(0.01, 0.1);
  f.threshold = draw.between(0.001, 0.005);
  f.scale = draw.between(0.1, 1);
  f.across = draw.between(0, 1);
  switch (draw.pick(8)) {
    case 0:
      f.law = assist::Law::channel;
      break;
    case 1:
      f.law = assist::Law::scaling;
      break;
    case 2:
      f.law = assist::Law::two_way;
      break;
    case 3:
      f.law = assist::Law::proxy;
      break;
    case 4:
    case 5:
      f.law = assist::Law::guide;
      break;
    default:
      f.law = assist::Law::wall;
  }
  const bool curve = f.law == assist::Law::guide || f.law == assist::Law::channel;
  if (!curve) {
    f.shape = any_solid(draw);
  } else if (draw.bernoulli(0.5)) {
    f.shape = assist::Polyline{any_points(draw, 2 + draw.pick(40))};
  } else {
    f.shape = assist::Spline{any_points(draw, 2 + draw.pick(4))};
  }
  return f;
}

inline std::vector<assist::Fixture> any_fixtures(RandomDraw& draw, int count) {
  std::vector<assist::Fixture> all;
  for (int i = 0; i < count; ++i) all.push_back(any_fixture(draw, i));
  return all;
}

inline assist::Tool any_tool(RandomDraw& draw, double size = 0.5) {
  return {any_pose(draw, size), {any_vector(draw, 1), any_vector(draw, 1)}};
}

}  // namespace tether::test
