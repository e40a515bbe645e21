#include "tether/scenario/fixture_file.hpp"

#include <array>

#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::scenario {
namespace {

using assist::Law;

std::string refusal(const std::string& text) {
  try {
    parse_fixtures(text, "f.toml");
    return "";
  } catch (const core::InputError& error) {
    return error.what();
  }
}

constexpr const char* kApproachFile = R"([[fixtures]]
id = 1
name = "approach"
law = "guide"
shape = "polyline"
points = [[0, 0, 0.3], [0, 0, 0]]
stiffness = 50
range = 0.2
)";

TEST(FixtureFile, HoldsWhatTheUserWrote) {
  const auto fixtures = parse_fixtures(kApproachFile, "f.toml");
  ASSERT_EQ(fixtures.size(), 1U);
  const assist::Fixture& f = fixtures.front();
  EXPECT_EQ(f.id, 1);
  EXPECT_EQ(f.name, "approach");
  EXPECT_TRUE(f.enabled);
  EXPECT_EQ(f.law, Law::guide);
  EXPECT_EQ(f.stiffness, 50);
  EXPECT_EQ(f.range, 0.2);
  const auto& points = std::get<assist::Polyline>(f.shape).points;
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0], spatial::Vector3(0, 0, 0.3));
}

// every law and every shape that goes with it
std::vector<assist::Fixture> one_of_each() {
  const spatial::Pose turned{spatial::exp_rotation({0.1, -0.2, 0.7}), {0.1, 0.2, 0.3}};
  const assist::Box box{turned, {0.1, 0.2, 0.3}};
  const assist::Polyline line{{{0, 0, 0}, {0.1, 0, 0}, {0.1, 1.0 / 3, 0}}};
  std::vector<assist::Fixture> all;
  const auto add = [&](Law law, assist::Shape shape) -> assist::Fixture& {
    assist::Fixture f{.id = static_cast<std::int32_t>(all.size() + 1), .law = law};
    f.shape = std::move(shape);
    return all.emplace_back(std::move(f));
  };
  add(Law::wall, box).damping = 12.5;
  add(Law::wall, box).end_effector = true;
  add(Law::wall, assist::Sphere{{1, 2, 3}, 0.4}).name = "ball \"A\"";
  add(Law::wall, assist::Cylinder{turned, 0.2, 0.5}).enabled = false;
  add(Law::proxy, assist::Plane{{0, 0, 1}, {0, 0, 1}}).stiffness = 1e4;
  add(Law::scaling, box).scale = 0.25;
  add(Law::two_way, box).threshold = 0.015;
  add(Law::channel, line).across = 0.3;
  add(Law::guide, assist::Spline{line.points}).range = 0.07;
  return all;
}

TEST(FixtureFile, ReadsBackWhatItWrites) {
  const auto before = one_of_each();
  const std::string text = fixtures_toml(before);
  const auto after = parse_fixtures(text, "f.toml");
  ASSERT_EQ(after.size(), before.size());
  EXPECT_EQ(fixtures_toml(after), text);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(after[i].id, before[i].id);
    EXPECT_EQ(after[i].name, before[i].name);
    EXPECT_EQ(after[i].enabled, before[i].enabled);
    EXPECT_EQ(after[i].law, before[i].law);
    EXPECT_EQ(after[i].shape.index(), before[i].shape.index());
  }
  EXPECT_EQ(std::get<assist::Box>(after[0].shape).centre.rotation,
            std::get<assist::Box>(before[0].shape).centre.rotation);
  EXPECT_EQ(after[0].damping, 12.5);
  EXPECT_TRUE(after[1].end_effector);
  EXPECT_EQ(after[7].across, 0.3);
}

TEST(FixtureFile, SaysWhereAndWhatIsWrong) {
  const std::string path = kApproachFile;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = path;
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_EQ(refusal(with("\"guide\"", "\"giude\"")),
            "f.toml:4:7: unknown law \"giude\"; did you mean \"guide\"?");
  EXPECT_EQ(refusal(with("range = 0.2", "range = nan")),
            "f.toml:8:9: range must be a finite number, found nan");
  EXPECT_EQ(refusal(with("[0, 0, 0.3], ", "")),
            "f.toml:6:10: expected an array of 2 to 100000 rows of 3 numbers [m], found 1");
  EXPECT_EQ(refusal(with("[0, 0, 0.3]", "[0, 0]")),
            "f.toml:6:11: expected a row of 3 numbers [m], found 2");
  EXPECT_EQ(refusal(with("stiffness = 50", "stiffness = 1e9")),
            "f.toml:7:13: stiffness must be in [0, 100000] N/m, found 1000000000");
  EXPECT_EQ(refusal(path + path), "f.toml:10:6: id 1 is taken");
  EXPECT_EQ(
      refusal(with("range", "damping")),
      "f.toml:8:1: unknown key \"damping\" in [[fixtures]]; expected one of id, name, enabled, "
      "law, stiffness, range, shape, points");
}

TEST(FixtureOfAssignments, TakesBareWordsForStrings) {
  const std::array<std::string, 5> words{"id=3", "law=wall", "shape=sphere", "centre=[1,2,3]",
                                         "radius=0.1"};
  const assist::Fixture fixture = fixture_of(words);
  EXPECT_EQ(fixture.id, 3);
  EXPECT_EQ(std::get<assist::Sphere>(fixture.shape).centre, spatial::Vector3(1, 2, 3));
  EXPECT_THROW(fixture_of(std::span(words).first(2)), core::InputError);
}

TEST(FixtureFile, MayHoldTenThousandBoxes) {
  std::vector<assist::Fixture> boxes(10'000);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i].id = static_cast<std::int32_t>(i);
    assist::Box box{.half_size = {0.1, 0.1, 0.1}};
    box.centre.position.x() = 0.001 * static_cast<double>(i);
    boxes[i].shape = box;
  }
  EXPECT_EQ(parse_fixtures(fixtures_toml(boxes), "f.toml").size(), boxes.size());
}

}  // namespace
}  // namespace tether::scenario
