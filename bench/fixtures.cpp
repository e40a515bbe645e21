// Thousands of fixtures around a tool: boxes beside FCL, ODE and Bullet, how the cost grows with
// their number, a large mesh, and many paths.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "bench/box_worlds.hpp"
#include "bench/budget.hpp"
#include "bench/comparison.hpp"
#include "tests/support/meshes.hpp"
#include "tests/support/random_draw.hpp"
#include <fmt/format.h>

#include "tether/assist/tree.hpp"

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

std::function<void(int)> asking(std::shared_ptr<const BoxScene> scene,
                                std::shared_ptr<BoxWorld> world) {
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
                       std::shared_ptr<BoxWorld> world) {
    all.push_back({.name = name,
                   .rival = fmt::format("{}; {}", rival, found(*scene, *ours, *world)),
                   .aim = aim,
                   .ours = asking(scene, ours),
                   .theirs = asking(scene, world),
                   .batches = 21});
  };
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
});

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

// 1,000 paths of 100 points, 1 cm from each to the next, that act within 5 to 10 cm
class Paths {
 public:
  Paths() {
    RandomDraw draw(1);
    std::vector<assist::Aabb> boxes;
    for (std::int32_t path = 0; path < kPaths; ++path) {
      const double range = draw.between(0.05, 0.1);
      Vector3 at = point_within(draw, 1);
      Vector3 way = point_within(draw, 1).normalized();
      for (int i = 1; i < 100; ++i) {
        way = (way + 0.3 * point_within(draw, 1)).normalized();
        const Vector3 next = (at + 0.01 * way).cwiseMax(-1).cwiseMin(1);
        segments_.push_back({at, next - at, path});
        boxes.push_back(assist::around(at, next).widened(range));
        at = next;
      }
      ranges_.push_back(range);
    }
    tree_ = assist::Tree(boxes);
    const std::vector<Segment> drawn = segments_;
    const std::vector<std::int32_t> order = tree_.renumber();
    std::transform(order.begin(), order.end(), segments_.begin(),
                   [&](std::int32_t i) { return drawn[static_cast<std::size_t>(i)]; });
    best_.resize(kPaths);
    seen_.assign(kPaths, 0);
    for (std::size_t i = 0; i < kPoses; ++i) points_.push_back(point_within(draw, 1));
  }

  // of every path within its range the nearest point; their distances from there, summed
  double ask() {
    const Vector3& p = points_[asked_++ % kPoses];
    std::array<std::int32_t, kPaths> near;
    std::size_t count = 0;
    tree_.visit({p, p}, [&](std::int32_t i) {
      const Segment& segment = segments_[static_cast<std::size_t>(i)];
      const double share =
          std::clamp((p - segment.from).dot(segment.way) / segment.way.squaredNorm(), 0.0, 1.0);
      const double squared = (segment.from + share * segment.way - p).squaredNorm();
      const auto path = static_cast<std::size_t>(segment.path);
      if (seen_[path] != asked_) {
        seen_[path] = asked_;
        best_[path] = squared;
        near[count++] = segment.path;
      } else {
        best_[path] = std::min(best_[path], squared);
      }
    });
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto path = static_cast<std::size_t>(near[i]);
      if (best_[path] <= ranges_[path] * ranges_[path]) sum += std::sqrt(best_[path]);
    }
    return sum;
  }

 private:
  static constexpr std::int32_t kPaths = 1000;
  struct Segment {
    Vector3 from, way;
    std::int32_t path;
  };

  std::vector<Segment> segments_;
  std::vector<double> ranges_;
  assist::Tree tree_;
  std::vector<double> best_;
  std::vector<std::size_t> seen_;
  std::vector<Vector3> points_;
  std::size_t asked_ = 0;
};

const Registration kPathsInRange([]() -> std::vector<Comparison> {
  const auto paths = std::make_shared<Paths>();
  return {{.name = "paths_1000_in_range",
           .rival = "5 us",
           .ours =
               [paths](int repetitions) {
                 for (int i = 0; i < repetitions; ++i) keep(paths->ask());
               },
           .theirs = budget(5)}};
});

}  // namespace
}  // namespace tether::bench
