// The model of the ropod against the geometry that its controllers know.
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "tether/core/data_path.hpp"
#include "tether/robot/platform.hpp"
#include "tether/sim/world/world.hpp"

namespace tether::sim {
namespace {

const robot::PlatformGeometry kRopod;

TEST(RopodModel, AgreesWithThePlatformGeometry) {
  const World world(core::data_path("worlds/open_floor.xml").string());
  const mjModel& model = world.model();
  const mjData& data = world.data();
  constexpr std::array<const char*, 4> kNames{"front_left", "rear_left", "rear_right",
                                              "front_right"};
  const auto body_at = [&](const std::string& name) {
    const int id = mj_name2id(&model, mjOBJ_BODY, name.c_str());
    EXPECT_GE(id, 0) << name;
    return spatial::Vector3(data.xpos + 3 * std::ptrdiff_t{id});
  };
  for (std::size_t k = 0; k < kNames.size(); ++k) {
    const Eigen::Vector2d pivot = kRopod.pivots[k];
    EXPECT_LT((body_at(kNames[k]).head<2>() - pivot).norm(), 1e-12);
    for (const double side : {1.0, -1.0}) {
      const std::string wheel = std::string(kNames[k]) + (side > 0 ? "_left" : "_right");
      const spatial::Vector3 expected(pivot.x() - kRopod.caster_offset,
                                      pivot.y() + side * kRopod.wheel_distance / 2,
                                      kRopod.wheel_radius);
      EXPECT_LT((body_at(wheel) - expected).norm(), 1e-12) << wheel;
    }
  }
  int treads = 0;
  for (std::ptrdiff_t geom = 0; geom < model.ngeom; ++geom) {
    if (model.geom_type[geom] != mjGEOM_SPHERE) continue;
    EXPECT_DOUBLE_EQ(model.geom_size[3 * geom], kRopod.wheel_radius);
    ++treads;
  }
  EXPECT_EQ(treads, robot::kDrivenWheels);
  const std::ptrdiff_t hull = mj_name2id(&model, mjOBJ_GEOM, "hull");
  EXPECT_DOUBLE_EQ(model.geom_size[3 * hull], kRopod.half_length);
  EXPECT_DOUBLE_EQ(model.geom_size[3 * hull + 1], kRopod.half_width);
  const std::ptrdiff_t scanner = mj_name2id(&model, mjOBJ_SITE, "scanner");
  EXPECT_DOUBLE_EQ(model.site_pos[3 * scanner], kRopod.scanner_ahead);
}

TEST(RopodModel, WeighsWhatThePlatformGeometryStates) {
  const World world(core::data_path("worlds/open_floor.xml").string());
  const mjModel& model = world.model();
  const mjData& data = world.data();
  double mass = 0, turning = 0;
  for (int body = 1; body < model.nbody; ++body) {
    const mjtNum* p = data.xipos + 3 * std::ptrdiff_t{body};
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> axes(
        data.ximat + 9 * std::ptrdiff_t{body});
    const Eigen::Map<const spatial::Vector3> inertia(model.body_inertia + 3 * std::ptrdiff_t{body});
    const spatial::Vector3 up = axes.transpose() * spatial::Vector3::UnitZ();
    mass += model.body_mass[body];
    turning += up.cwiseAbs2().dot(inertia) + model.body_mass[body] * (p[0] * p[0] + p[1] * p[1]);
  }
  EXPECT_NEAR(mass, kRopod.mass, 1e-9);
  EXPECT_NEAR(turning, kRopod.turning_inertia, 1e-5);
}

}  // namespace
}  // namespace tether::sim
