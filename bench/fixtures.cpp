// Thousands of fixtures around a tool: boxes beside FCL, ODE and Bullet, how the cost grows with
// their number, a large mesh, and a whole scene as a tick asks it.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "bench/box_worlds.hpp"
#include "bench/budget.hpp"
#include "bench/comparison.hpp"
#include "tests/support/oracles/meshes.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/assist/scene/scene.hpp"
#include "tether/assist/scene/tree.hpp"

namespace tether::bench {
namespace {

using spatial::Box;
using spatial::Vector3;
using test::RandomDraw;

constexpr std::size_t kPoses = 1024;

Vector3 point_within(RandomDraw& draw, double reach) {
  return {draw.between(-reach, reach), draw.between(-reach, reach), draw.between(-reach, reach)};
}

spatial::Matrix3 any_turn(RandomDraw& draw) {
  Eigen::Vector4d q;
  do {
    for (int i = 0; i < 4; ++i) q[i] = draw.between(-1, 1);
  } while (q.squaredNorm() > 1 || q.squaredNorm() < 0.01);
  return Eigen::Quaterniond(q.normalized()).toRotationMatrix();
}

// 10,000 in a cube of 2 m, others as densely
struct BoxScene {
  // tools stand within a share of the cube
  explicit BoxScene(int count, double share = 1) {
    RandomDraw draw(static_cast<std::uint64_t>(count));
    const double reach = std::cbrt(count / 10'000.0);
    for (int i = 0; i < count; ++i) {
      const Vector3 half(draw.between(0.01, 0.04), draw.between(0.01, 0.04),
                         draw.between(0.01, 0.04));
      boxes.push_back({{any_turn(draw), point_within(draw, reach)}, half});
    }
    for (std::size_t i = 0; i < kPoses; ++i) {
      tools.push_back(
          {{any_turn(draw), point_within(draw, share * reach)}, Vector3(0.025, 0.025, 0.05)});
    }
  }
  std::vector<Box> boxes;
  std::vector<Box> tools;
};

std::function<void(int)> asking(const std::shared_ptr<const BoxScene>& scene,
                                const std::shared_ptr<BoxWorld>& world) {
  return [scene, world, next = std::size_t{0},
          hits = std::vector<std::int32_t>()](int repetitions) mutable {
    for (int i = 0; i < repetitions; ++i) {
      world->find(scene->tools[next++ % kPoses], hits);
      keep(hits.size());
    }
  };
}

// how many of the hits of `truth` the other finds, and how many more, over all poses
std::string found(const BoxScene& scene, BoxWorld& truth, BoxWorld& other) {
  std::size_t all = 0, missed = 0, more = 0;
  std::vector<std::int32_t> right, theirs;
  for (const Box& tool : scene.tools) {
    truth.find(tool, right);
    other.find(tool, theirs);
    std::sort(right.begin(), right.end());
    std::sort(theirs.begin(), theirs.end());
    std::vector<std::int32_t> difference;
    std::set_difference(right.begin(), right.end(), theirs.begin(), theirs.end(),
                        std::back_inserter(difference));
    all += right.size();
    missed += difference.size();
    more += theirs.size() + difference.size() - right.size();
  }
  return fmt::format("of {} hits {} missed, {} too many", all, missed, more);
}

const Registration kBoxes([]() -> std::vector<Comparison> {
  const auto scene = std::make_shared<BoxScene>(10'000);
  const std::shared_ptr<BoxWorld> ours = our_world(scene->boxes);
  std::vector<Comparison> all;
  const auto add = [&](const char* name, const char* rival, double aim,
                       const std::shared_ptr<BoxWorld>& world) {
    all.push_back({.name = name,
                   .rival = fmt::format("{}; {}", rival, found(*scene, *ours, *world)),
                   .aim = aim,
                   .ours = asking(scene, ours),
                   .theirs = asking(scene, world),
                   .batches = 21});
  };  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): it loses sight of std::function's own
  add("boxes_10000_fcl", "FCL dynamic AABB tree", 3, fcl_world(scene->boxes));
  add("boxes_10000_ode", "ODE quadtree space", 5, ode_world(scene->boxes));
  add("boxes_10000_bullet", "Bullet contactTest", 5, bullet_world(scene->boxes));
  return all;
});

// The rival is ours among 100; the aim, that the cost grows with the logarithm. Tools stay in the
// inner half: around a small cube there is much empty space.
const Registration kGrowth([]() -> std::vector<Comparison> {
  const auto few = std::make_shared<BoxScene>(100, 0.5);
  const std::shared_ptr<BoxWorld> small = our_world(few->boxes);
  std::vector<Comparison> all;
  for (const int count : {1'000, 10'000, 100'000}) {
    const auto many = std::make_shared<BoxScene>(count, 0.5);
    all.push_back({.name = fmt::format("boxes_grow_to_{}", count),
                   .rival = "100 boxes",
                   .aim = std::log(100) / std::log(count),
                   .ours = asking(many, our_world(many->boxes)),
                   .theirs = asking(few, small)});
  }
  return all;
});  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): the same

// a million triangles, made when first asked
struct LargeMesh {
  assist::TriangleMesh mesh = test::bumpy_sphere(0.5, 0.1, 500, 1000).mesh();
  std::vector<Vector3> anywhere;  // up to 2 cm off the surface
  std::vector<Vector3> path;      // 1 mm from each to the next

  LargeMesh() {
    RandomDraw draw(1);
    const auto near = [&](const Vector3& direction) {
      return Vector3((test::bumpy_radius(direction, 0.5, 0.1) + draw.between(-0.02, 0.02)) *
                     direction);
    };
    for (std::size_t i = 0; i < 64 * kPoses; ++i) {
      anywhere.push_back(near(point_within(draw, 1).normalized()));
    }
    for (std::size_t i = 0; i < kPoses; ++i) {
      const double t = 0.002 * static_cast<double>(i);
      const Vector3 direction = Vector3(std::cos(t), std::sin(t), std::sin(0.7 * t)).normalized();
      path.push_back((test::bumpy_radius(direction, 0.5, 0.1) + 0.005) * direction);
    }
  }
};

LargeMesh& large_mesh() {
  static LargeMesh mesh;
  return mesh;
}

const Registration kMesh([]() -> std::vector<Comparison> {
  return {{.name = "mesh_1000000_anywhere",
           .rival = "20 us",
           .ours =
               [next = std::size_t{0}](int repetitions) mutable {
                 const LargeMesh& large = large_mesh();
                 for (int i = 0; i < repetitions; ++i) {
                   keep(large.mesh.nearest(large.anywhere[next++ % large.anywhere.size()]));
                 }
               },
           .theirs = budget(20)},
          {.name = "mesh_1000000_along_a_path",
           .rival = "20 us",
           .ours =
               [next = std::size_t{0}, triangle = std::int32_t{-1}](int repetitions) mutable {
                 const LargeMesh& large = large_mesh();
                 for (int i = 0; i < repetitions; ++i) {
                   const auto found =
                       large.mesh.nearest(large.path[next++ % kPoses],
                                          std::numeric_limits<double>::infinity(), triangle);
                   triangle = found->triangle;
                 }
                 keep(triangle);
               },
           .theirs = budget(20)}};
});

// all that a tick asks: 10,000 box walls and 1,000 guides of 100 points, with and without a box on
// the tool
struct WholeScene {
  explicit WholeScene(bool tool_box) {
    const BoxScene boxes(10'000);
    RandomDraw draw(3);
    std::int32_t id = 0;
    for (const Box& box : boxes.boxes) {
      assist::Fixture wall{.id = id++, .law = assist::Law::wall};
      wall.shape = box;
      fixtures.push_back(std::move(wall));
    }
    for (int i = 0; i < 1'000; ++i) {
      assist::Fixture guide{.id = id++, .law = assist::Law::guide};
      guide.range = draw.between(0.05, 0.1);
      guide.shape = assist::Polyline{wandering(draw)};
      fixtures.push_back(std::move(guide));
    }
    if (tool_box) {
      assist::Fixture box{.id = id++, .law = assist::Law::wall, .end_effector = true};
      box.shape = Box{{}, Vector3(0.025, 0.025, 0.05)};
      fixtures.push_back(std::move(box));
    }
    scene = std::make_unique<assist::Scene>(fixtures);
    for (const Box& tool : boxes.tools) {
      tools.push_back({tool.centre, {point_within(draw, 0.1), point_within(draw, 0.1)}});
    }
  }
  // 1 cm from each point to the next
  static std::vector<Vector3> wandering(RandomDraw& draw) {
    std::vector<Vector3> points{point_within(draw, 1)};
    Vector3 way = point_within(draw, 1).normalized();
    while (points.size() < 100) {
      way = (way + 0.3 * point_within(draw, 1)).normalized();
      points.push_back((points.back() + 0.01 * way).cwiseMax(-1).cwiseMin(1));
    }
    return points;
  }

  std::vector<assist::Fixture> fixtures;
  std::unique_ptr<assist::Scene> scene;
  assist::SceneState state;
  std::vector<assist::Tool> tools;
};

const Registration kScene([]() -> std::vector<Comparison> {
  std::vector<Comparison> all;
  for (const bool tool_box : {false, true}) {
    const auto whole = std::make_shared<WholeScene>(tool_box);
    all.push_back({.name = tool_box ? "scene_query_tool_box" : "scene_query",
                   .rival = "10 us",
                   .aim = 1,
                   .ours =
                       [whole, next = std::size_t{0}](int repetitions) mutable {
                         for (int i = 0; i < repetitions; ++i) {
                           keep(whole->scene->query(whole->tools[next++ % kPoses], whole->state));
                         }
                       },
                   .theirs = budget(10)});
  }
  return all;
});

}  // namespace
}  // namespace tether::bench
