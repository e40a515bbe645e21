#include "tether/sim/world/range_scanner.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::sim {

namespace {

// groups of geoms, as the rays of this world see them
constexpr int kSeen = 0;
constexpr int kUnseen = 1;
constexpr std::array<mjtByte, mjNGROUP> kSeenOnly{1, 0, 0, 0, 0, 0};

spatial::Vector3 place_of_scanner(const World& world, const std::string& file) {
  const int site = mj_name2id(&world.model(), mjOBJ_SITE, "scanner");
  if (site < 0) throw core::InputError({file}, "the world has no site \"scanner\"");
  return spatial::Vector3(world.model().site_pos + 3 * std::ptrdiff_t{site});
}

double remission(const mjModel& model, int geom) noexcept {
  const float* colour = model.geom_rgba + 4 * std::ptrdiff_t{geom};
  return (double{colour[0]} + double{colour[1]} + double{colour[2]}) / 3;
}

double fourth_power(double x) noexcept { return (x * x) * (x * x); }

}  // namespace

RangeScanner::RangeScanner(const RangeScannerParams& params)
    : params_(params),
      world_(params.world),
      place_(place_of_scanner(world_, params.world)),
      random_(params.seed),
      offset_(random_.uniform(-params.systematic_error, params.systematic_error)) {
  if (params.beams < 1 || params.beams > assist::kMaxBeams) {
    throw core::InputError(
        fmt::format("a scan has 1 to {} beams, not {}", assist::kMaxBeams, params.beams));
  }
  mjModel& model = world_.model();
  for (int geom = 0; geom < model.ngeom; ++geom) {
    const bool fixed = model.body_weldid[model.geom_bodyid[geom]] == 0;
    const bool solid = model.geom_contype[geom] != 0 || model.geom_conaffinity[geom] != 0;
    const bool floor = model.geom_type[geom] == mjGEOM_PLANE;
    model.geom_group[geom] = (fixed && solid && !floor) ? kSeen : kUnseen;
  }
  for (int ray = 0; ray < params.beams + 2; ++ray) {
    const double angle = params.first_angle + (ray - 1) * params.angle_step;
    ways_[static_cast<std::size_t>(ray)] = {std::sin(angle), -std::cos(angle), 0};
  }
}

void RangeScanner::scan(const spatial::Pose& platform, core::Time now,
                        assist::RangeScan& scan) noexcept {
  cast({platform.rotation, platform * place_});
  scan.time = now;
  scan.number = ++number_;
  scan.first_angle = params_.first_angle;
  scan.angle_step = params_.angle_step;
  scan.count = params_.beams;
  for (int beam = 0; beam < params_.beams; ++beam) {
    scan.ranges[static_cast<std::size_t>(beam)] = answer(beam + 1);
  }
}

void RangeScanner::cast(const spatial::Pose& scanner) noexcept {
  for (int i = 0; i < params_.beams + 2; ++i) {
    Ray& ray = rays_[static_cast<std::size_t>(i)];
    const spatial::Vector3 way = scanner.rotation * ways_[static_cast<std::size_t>(i)];
    ray.range = mj_ray(&world_.model(), &world_.data(), scanner.position.data(), way.data(),
                       kSeenOnly.data(), 1, -1, &ray.thing);
  }
}

// cosine of the angle between a ray and the normal of what it meets, from where its neighbours meet
// the same thing; 1 for one that only this ray meets
double RangeScanner::incidence(int ray) const noexcept {
  const auto at = [this](int i) -> spatial::Vector3 {
    return rays_[static_cast<std::size_t>(i)].range * ways_[static_cast<std::size_t>(i)];
  };
  const int thing = rays_[static_cast<std::size_t>(ray)].thing;
  const int before = rays_[static_cast<std::size_t>(ray - 1)].thing == thing ? ray - 1 : ray;
  const int after = rays_[static_cast<std::size_t>(ray + 1)].thing == thing ? ray + 1 : ray;
  if (before == after) return 1;
  const spatial::Vector3 surface = at(after) - at(before);
  return surface.cross(ways_[static_cast<std::size_t>(ray)]).norm() / surface.norm();
}

// range of a spot that may lie on an edge
double RangeScanner::spot(int ray, double mixed, double share) const noexcept {
  double front = rays_[static_cast<std::size_t>(ray)].range, back = front;
  for (const int i : {ray - 1, ray + 1}) {
    const Ray& neighbour = rays_[static_cast<std::size_t>(i)];
    if (neighbour.thing < 0) continue;
    front = std::min(front, neighbour.range);
    back = std::max(back, neighbour.range);
  }
  const bool mixes = back - front > params_.edge && mixed < params_.mixed_probability;
  return mixes ? front + share * (back - front) : rays_[static_cast<std::size_t>(ray)].range;
}

float RangeScanner::answer(int index) noexcept {
  // the same draws whatever is seen, so that one beam does not change the luck of the next
  const double lost = random_.uniform(0, 1), mixed = random_.uniform(0, 1);
  const double share = random_.uniform(0, 1), error = random_.normal(params_.deviation);
  const Ray& ray = rays_[static_cast<std::size_t>(index)];
  if (ray.thing < 0 || ray.range > params_.farthest) return assist::kNothing;

  const double light =
      remission(world_.model(), ray.thing) * incidence(index) / (ray.range * ray.range);
  const double least = params_.darkest / (params_.darkest_range * params_.darkest_range);
  // s⁴ / (1 + s⁴) with s = light / least, also for a scanner that needs no light
  const double a = fourth_power(light), b = fourth_power(least);
  const double answered = (a + b > 0) ? (1 - params_.loss) * a / (a + b) : 0;
  if (lost >= answered) return assist::kNoAnswer;

  const double measured = spot(index, mixed, share) + offset_ + error;
  const double rounded = (params_.resolution > 0)
                             ? params_.resolution * std::round(measured / params_.resolution)
                             : measured;
  if (rounded < params_.nearest) return assist::kNoAnswer;
  return rounded > params_.farthest ? assist::kNothing : static_cast<float>(rounded);
}

}  // namespace tether::sim
