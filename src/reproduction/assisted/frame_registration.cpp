// Frames by least squares from point pairs, in the place of document 4's offsets by hand: eight
// points, touched with 1 mm of error on every coordinate, over many draws.
#include <random>

#include <fmt/format.h>

#include "reproduction/assisted/assisted_families.hpp"
#include "reproduction/seeded_sessions.hpp"
#include "tether/spatial/registration.hpp"

namespace tether::reproduction {
namespace {

using spatial::Vector3;

constexpr int kPoints = 8;
constexpr double kPointsReach = 0.4;  // half the side of the cube that holds the points [m]
constexpr double kNoise = 1e-3;       // of every coordinate [m]

struct Trial {
  double residual = 0;  // root mean square [m]
  double error = 0;     // of the frame, at the middle of the points [m]
};

Trial register_once(std::mt19937_64& random) {
  std::uniform_real_distribution<double> place(-kPointsReach, kPointsReach);
  std::normal_distribution<double> error(0, kNoise);
  const spatial::Pose truth{spatial::exp_rotation({0.3, -0.2, 1.1}), Vector3(1.2, -0.4, 0.6)};
  std::vector<spatial::PointPair> pairs;
  for (int i = 0; i < kPoints; ++i) {
    const Vector3 from(place(random), place(random), place(random));
    const Vector3 missed(error(random), error(random), error(random));
    pairs.push_back({from, truth * from + missed});
  }
  const spatial::Registration found = spatial::register_points(pairs);
  return {found.rms, (found.pose.position - truth.position).norm()};
}

Outcome measure_frame_registration(const Effort& effort) {
  std::mt19937_64 random(1);
  std::vector<double> residuals, errors;
  for (int i = 0; i < (effort.quick ? 100 : 1000); ++i) {
    const Trial trial = register_once(random);
    residuals.push_back(1e3 * trial.residual);
    errors.push_back(1e3 * trial.error);
  }
  const std::string by_hand = "the document set its frames by hand and gives no figure";
  const std::string remark =
      fmt::format("{} points in a cube of 0.8 m, 1 mm of error on every coordinate", kPoints);
  return {.rows = {{.document = 4,
                    .id = "4.registration.residual",
                    .quantity = "residual of the point pairs, root mean square",
                    .unit = "mm",
                    .source = "section 4.2.1",
                    .theirs = std::nullopt,
                    .ours = figure(residuals),
                    .not_comparable = by_hand,
                    .remark = remark},
                   {.document = 4,
                    .id = "4.registration.error",
                    .quantity = "error of the frame in the middle of the points",
                    .unit = "mm",
                    .source = "section 4.2.1",
                    .theirs = std::nullopt,
                    .ours = figure(errors),
                    .not_comparable = by_hand,
                    .remark = remark}},
          .files = {}};
}

}  // namespace

Experiment frame_registration() {
  return {.id = "4.registration",
          .title = "Registering frames",
          .what = "Frames of a view and a robot from eight point pairs with simulated errors.",
          .command = "tether register pairs.csv",
          .seconds = 1,
          .quick_seconds = 1,
          .run = measure_frame_registration};
}

}  // namespace tether::reproduction
