#include "station/page/fixture_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tether/core/error.hpp"
#include "tether/scenario/fixture_file.hpp"

namespace tether::station {
namespace {

using nlohmann::json;

assist::Fixture turned_box() {
  assist::Fixture f;
  f.id = 7;
  f.name = "table";
  f.law = assist::Law::two_way;
  f.stiffness = 350;
  f.threshold = 0.03;
  assist::Box box;
  box.centre.position = {0.1, -0.2, 0.3};
  box.centre.rotation = spatial::exp_rotation({0.1, 0.2, 0.3});
  box.half_size = {0.4, 0.5, 0.6};
  f.shape = box;
  return f;
}

std::string refusal(const json& object, std::span<const assist::Fixture> known = {}) {
  try {
    fixture_from(object, known);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return {};
}

// the text of a file names everything that a fixture is
std::string text_of(const assist::Fixture& fixture) {
  return scenario::fixtures_toml(std::span(&fixture, 1));
}

TEST(FixtureJson, ComesBackAsItWentForEveryShape) {
  std::vector<assist::Shape> shapes{
      assist::Sphere{{1, 2, 3}, 0.5},
      assist::Cylinder{{spatial::Matrix3::Identity(), {1, 2, 3}}, 0.25, 0.5},
      assist::Plane{{0, 0, 1}, {0, 1, 0}}, assist::Polyline{{{0, 0, 0}, {0, 0, 1}, {0, 1, 1}}},
      assist::Spline{{{0, 0, 0}, {0.5, 0, 1}}}};
  for (const assist::Shape& shape : shapes) {
    assist::Fixture fixture;
    fixture.id = -3;
    fixture.shape = shape;
    fixture.enabled = false;
    fixture.law = shape.index() >= 4 ? assist::Law::guide : assist::Law::proxy;
    const json object = json::parse(fixture_json(fixture).dump());
    EXPECT_EQ(text_of(fixture_from(object, {})), text_of(fixture)) << object;
  }
}

TEST(FixtureJson, HasHalfSizesAndAQuaternionForABox) {
  const json object = fixture_json(turned_box());
  EXPECT_EQ(object.at("shape"), "box");
  EXPECT_EQ(object.at("law"), "two-way");
  EXPECT_EQ(object.at("half_size"), json({0.4, 0.5, 0.6}));
  const assist::Fixture back = fixture_from(object, {});
  const auto& box = std::get<assist::Box>(back.shape);
  EXPECT_TRUE(box.centre.rotation.isApprox(spatial::exp_rotation({0.1, 0.2, 0.3}), 1e-12));
  EXPECT_EQ(back.threshold, 0.03);
  EXPECT_EQ(back.name, "table");
}

TEST(FixtureJson, RefusesWhatIsNoFixture) {
  const json good = fixture_json(turned_box());
  EXPECT_EQ(refusal(good), "");
  const auto with = [&](const char* key, const json& value) {
    json changed = good;
    changed[key] = value;
    return refusal(changed);
  };
  EXPECT_EQ(refusal(json::array()), "fixture must be an object");
  EXPECT_EQ(with("id", 1.5), "fixture: \"id\" must be an integer from -2147483648 to 2147483647");
  EXPECT_EQ(with("id", 3e9), "fixture: \"id\" must be an integer from -2147483648 to 2147483647");
  EXPECT_NE(with("law", "tow-way").find("did you mean \"two-way\"?"), std::string::npos);
  EXPECT_NE(with("stifness", 5).find("did you mean \"stiffness\"?"), std::string::npos);
  EXPECT_EQ(with("stiffness", 1e9), "fixture: \"stiffness\" must be from 0 to 100000");
  EXPECT_EQ(with("half_size", json({1, 2})), "fixture: \"half_size\" must be 3 numbers");
  EXPECT_EQ(with("half_size", json({1, 2, "3"})), "fixture: \"half_size\" must hold numbers");
  EXPECT_NE(with("half_size", json({1, 2, 0})), "");
  EXPECT_EQ(with("quaternion", json({0, 0, 0, 0})), "fixture: \"quaternion\" must be of length 1");
  EXPECT_EQ(with("name", std::string(101, 'x')), "fixture: \"name\" must have at most 100 bytes");
  json missing = good;
  missing.erase("centre");
  EXPECT_EQ(refusal(missing), "fixture: \"centre\" is missing");
}

TEST(FixtureJson, NeverReadsAFileThatAPageNames) {
  const json object{{"id", 1}, {"law", "wall"}, {"shape", "mesh"}, {"file", "/etc/passwd"}};
  EXPECT_EQ(refusal(object), "fixture: \"file\" must be that of the mesh that this fixture has");
}

}  // namespace
}  // namespace tether::station
