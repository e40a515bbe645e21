#include "tether/assist/scene/scene.hpp"

#include <algorithm>
#include <atomic>
#include <unordered_set>

#include <fmt/format.h>

#include "assist/obstacles/box_overlap.hpp"
#include "tether/core/error.hpp"

namespace tether::assist {

using spatial::Vector3;

namespace {

std::vector<const Fixture*> pointers(std::span<const Fixture> fixtures) {
  std::vector<const Fixture*> out;
  out.reserve(fixtures.size());
  for (const Fixture& f : fixtures) out.push_back(&f);
  return out;
}

void require_few(const char* what, std::size_t count, std::size_t most) {
  if (count <= most) return;
  throw core::InputError(fmt::format("{} {}; at most {} in a scene", count, what, most));
}

// zero is a state's own
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

Scene::Scene(std::span<const Fixture> fixtures)
    : Scene(std::span<const Fixture* const>(pointers(fixtures))) {}

Scene::Scene(std::span<const Fixture* const> fixtures) : number_(next_number()) {
  require_few("fixtures", fixtures.size(), kMaxFixtures);
  std::unordered_set<std::int32_t> ids;
  for (const Fixture* fixture : fixtures) {
    if (const auto reason = why_refused(*fixture)) throw core::InputError(*reason);
    if (!ids.insert(fixture->id).second) {
      throw core::InputError(fmt::format("fixture {}: there are two of this id", fixture->id));
    }
    if (fixture->enabled) add(*fixture);
  }
  require_few("boxes on the tool", tool_boxes_.size(), kMaxToolBoxes);
  require_few("two-way walls", two_way_.size(), kMaxTwoWay);

  // a state's latches are in the order of ids, so that they carry over in one pass
  std::sort(latch_ids_.begin(), latch_ids_.end());
  for (const std::uint32_t i : two_way_) {
    const auto place = std::lower_bound(latch_ids_.begin(), latch_ids_.end(), items_[i].id);
    items_[i].latch = static_cast<std::size_t>(place - latch_ids_.begin());
  }
  std::vector<Aabb> reaches;
  for (const Item& item : items_) reaches.push_back(reach(item));
  tree_ = Tree(reaches);
  reaches.clear();
  for (const std::uint32_t i : proxies_) reaches.push_back(reach(items_[i]));
  proxy_tree_ = Tree(reaches);
}

void Scene::add(const Fixture& f) {
  if (f.end_effector) {
    tool_boxes_.push_back(std::get<Box>(f.shape));
    return;
  }
  const auto index = static_cast<std::uint32_t>(items_.size());
  if (f.law == Law::proxy) proxies_.push_back(index);
  if (f.law == Law::two_way) {
    two_way_.push_back(index);
    latch_ids_.push_back(f.id);
  }
  items_.push_back({f.id, f.law, f.stiffness, f.damping, f.range, f.threshold, f.scale, f.across, 0,
                    made_ready(f.shape)});
}

Scene::Where Scene::made_ready(const Shape& shape) {
  struct MadeReady {
    Where operator()(const Plane& plane) const {
      return Plane{plane.point, plane.normal.normalized()};
    }
    Where operator()(const Polyline& curve) const { return Curve(flatten(curve)); }
    Where operator()(const Spline& curve) const { return Curve(flatten(curve)); }
    Where operator()(const Box& box) const { return box; }
    Where operator()(const Sphere& sphere) const { return sphere; }
    Where operator()(const Cylinder& cylinder) const { return cylinder; }
    Where operator()(const MeshRef& mesh) const { return mesh; }
  };
  return std::visit(MadeReady{}, shape);
}

Aabb Scene::reach(const Item& item) {
  struct Reach {
    double range;
    Aabb operator()(const Box& box) const { return around(box); }
    Aabb operator()(const Sphere& s) const { return around(s.centre, s.centre).widened(s.radius); }
    Aabb operator()(const Cylinder& c) const {
      return around(Box{c.centre, {c.radius, c.radius, c.half_length}});
    }
    Aabb operator()(const Plane& /*plane*/) const {
      return around(Vector3::Zero(), Vector3::Zero())
          .widened(std::numeric_limits<double>::infinity());
    }
    Aabb operator()(const Curve& c) const { return around(c.low(), c.high()).widened(range); }
    Aabb operator()(const MeshRef& mesh) const { return mesh->bounds(); }
  };
  const Aabb own = std::visit(Reach{item.range}, item.where);
  // a rounded box reaches farther than it is by its smoothing, a proxy's solid by its seam
  const double more = (own.max - own.min).array().isInf().any() ? 0 : (own.max - own.min).sum();
  return own.widened(kSeam + kRounding * more);
}

void Scene::adopt(SceneState& state) const noexcept {
  if (state.scene == number_) return;
  std::array<Latch, kMaxTwoWay> carried{};
  std::size_t old = 0;
  for (std::size_t i = 0; i < latch_ids_.size(); ++i) {
    while (old < state.latch_count && state.latches[old].id < latch_ids_[i]) ++old;
    const bool known = old < state.latch_count && state.latches[old].id == latch_ids_[i];
    carried[i] = {latch_ids_[i], known && state.latches[old].kept_in};
  }
  state.latches = carried;
  state.latch_count = latch_ids_.size();
  state.scene = number_;
}

}  // namespace tether::assist
