// Every fixture that acts, made ready to be asked in a tick: one tree over what they reach, one
// tree over the pieces of each curve. A scene never changes; what laws remember from tick to tick
// is in a SceneState beside it, which fits any scene and carries over to the next by id.
// Fixtures are added up in their order, so that the sum does not depend on how they were found.
// docs/design/fixtures.md.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "tether/assist/fixtures/curve.hpp"
#include "tether/assist/fixtures/fixture.hpp"
#include "tether/assist/fixtures/god_object.hpp"
#include "tether/assist/fixtures/tool.hpp"
#include "tether/assist/fixtures/two_way.hpp"
#include "tether/assist/scene/tree.hpp"
#include "tether/assist/scene/triangle_mesh.hpp"

namespace tether::assist {

inline constexpr std::size_t kMaxTwoWay = 256;  // two-way walls of a scene

struct SceneAnswer {
  spatial::Wrench wrench;                                  // on the tool, about the scene's origin
  double potential = 0;                                    // stored in all fixtures [J]
  spatial::Matrix3 motion = spatial::Matrix3::Identity();  // share that is sent to the other side
  int active = 0;                                          // fixtures that act
  std::int32_t nearest_id = -1;  // of those that act, the one with the least distance; -1: none
  spatial::Vector3 closest = spatial::Vector3::Zero();        // its point nearest to the tool [m]
  double distance = std::numeric_limits<double>::infinity();  // to it, negative inside [m]
};

// what laws remember, and room to work in; no heap
struct SceneState {
  static constexpr std::size_t kMaxCandidates = 1024;  // more are found by looking at all

  std::uint64_t scene = 0;  // whose it is; 0: of none yet
  std::array<Latch, kMaxTwoWay> latches{};
  std::size_t latch_count = 0;
  bool has_proxy = false;
  spatial::Vector3 proxy = spatial::Vector3::Zero();  // [m]
  std::array<std::uint32_t, kMaxCandidates> candidates{};
};

class Scene {
 public:
  Scene() : Scene(std::span<const Fixture* const>{}) {}
  // throws core::InputError: what why_refused says, an id that occurs twice, too many of a kind
  explicit Scene(std::span<const Fixture> fixtures);
  explicit Scene(std::span<const Fixture* const> fixtures);

  // Zero when the tool's pose or twist is not finite.
  SceneAnswer query(const Tool& tool, SceneState& state) const noexcept;
  // the same by asking every fixture, and every piece of every curve
  SceneAnswer query_all(const Tool& tool, SceneState& state) const noexcept;

  // enabled fixtures, but for those that ride on the tool
  std::size_t size() const noexcept { return items_.size(); }

 private:
  using Where = std::variant<Box, Sphere, Cylinder, Plane, Curve, MeshRef>;
  struct Item {
    std::int32_t id = 0;
    Law law = Law::wall;
    double stiffness = 0;
    double damping = 0;
    double range = 0;
    double threshold = 0;
    double scale = 0;
    double across = 0;
    std::size_t latch = 0;  // two_way: its place among the latches
    Where where;
  };
  struct Ask;  // one query under way

  void add(const Fixture& fixture);
  static Where made_ready(const Shape& shape);
  static Aabb reach(const Item& item);
  void adopt(SceneState& state) const noexcept;
  Aabb around_tool(const Tool& tool) const noexcept;
  void ask(std::size_t index, Ask& ask) const noexcept;
  void ask_wall(const Item& item, Ask& ask) const noexcept;
  void ask_curve(const Item& item, Ask& ask) const noexcept;
  void ask_proxy(Ask& ask) const noexcept;
  std::optional<Entry> first_entry(const spatial::Vector3& from, const spatial::Vector3& to,
                                   bool all) const noexcept;
  SceneAnswer begin_and_end(const Tool& tool, SceneState& state, bool all) const noexcept;

  std::uint64_t number_;  // no other scene has it
  std::vector<Item> items_;
  std::vector<std::uint32_t> two_way_;   // items
  std::vector<std::int32_t> latch_ids_;  // sorted
  std::vector<std::uint32_t> proxies_;   // items
  std::vector<Box> tool_boxes_;          // in the tool's frame
  Tree tree_;                            // over what items reach
  Tree proxy_tree_;                      // over proxies_
};

}  // namespace tether::assist
