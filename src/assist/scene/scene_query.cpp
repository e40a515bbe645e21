#include <algorithm>
#include <cmath>

#include "assist/fixtures/channel.hpp"
#include "assist/obstacles/box_overlap.hpp"
#include "tether/assist/scene/scene.hpp"

namespace tether::assist {

using spatial::Vector3;
using spatial::Wrench;

struct Scene::Ask {
  const Tool& tool;
  SceneState& state;
  bool all;  // every fixture, every piece
  Vector3 place;
  Vector3 velocity;
  SceneAnswer answer;

  void add(const Item& item, const Wrench& wrench, double potential, const Vector3& closest,
           double distance) noexcept {
    answer.wrench = answer.wrench + wrench;
    answer.potential += potential;
    ++answer.active;
    if (distance >= answer.distance) return;
    answer.nearest_id = item.id;
    answer.closest = closest;
    answer.distance = distance;
  }
  // at the tool point
  void add(const Item& item, const Push& push, const Vector3& closest, double distance) noexcept {
    add(item, Wrench::from_point(Vector3::Zero(), push.force, place), push.potential, closest,
        distance);
  }
  void add(const Item& item, const Push& push, const Surface& surface) noexcept {
    add(item, push, place - surface.distance * surface.normal, surface.distance);
  }
};

namespace {

// what `ask` says of the shape; std::visit might throw
template <class Ask, class... Shapes>
auto asked(const std::variant<Shapes...>& where, const Ask& ask) noexcept {
  using Answer = decltype(ask(*std::get_if<0>(&where)));
  Answer answer{};
  const auto try_one = [&](const auto* shape) noexcept {
    if (shape != nullptr) answer = ask(*shape);
  };
  (try_one(std::get_if<Shapes>(&where)), ...);
  return answer;
}

Surface mesh_surface(const TriangleMesh& mesh, const Vector3& point) noexcept {
  const auto nearest = mesh.nearest(point);
  if (!nearest) return {.distance = std::numeric_limits<double>::infinity()};
  const Vector3 outward = point - nearest->point;
  const double length = outward.norm();
  // on the surface itself there is only its normal
  if (!(length > 0)) return {nearest->distance, nearest->normal};
  return {nearest->distance, outward / (nearest->distance < 0 ? -length : length)};
}

Surface surface_at(const Box& s, const Vector3& p) noexcept { return surface_of(s, p); }
Surface surface_at(const Sphere& s, const Vector3& p) noexcept { return surface_of(s, p); }
Surface surface_at(const Cylinder& s, const Vector3& p) noexcept { return surface_of(s, p); }
Surface surface_at(const Plane& s, const Vector3& p) noexcept { return surface_of(s, p); }
Surface surface_at(const MeshRef& s, const Vector3& p) noexcept { return mesh_surface(*s, p); }
Surface surface_at(const Curve& /*curve*/, const Vector3& /*p*/) noexcept { return {}; }

Depth depth_at(const Box& s, const Vector3& p) noexcept { return soft_depth(s, p); }
Depth depth_at(const Sphere& s, const Vector3& p) noexcept { return soft_depth(s, p); }
Depth depth_at(const Cylinder& s, const Vector3& p) noexcept { return soft_depth(s, p); }
Depth depth_at(const Plane& s, const Vector3& p) noexcept { return soft_depth(s, p); }
Depth depth_at(const Curve& /*curve*/, const Vector3& /*p*/) noexcept { return {}; }
Depth depth_at(const MeshRef& mesh, const Vector3& p) noexcept {
  const Surface surface = mesh_surface(*mesh, p);
  if (!(surface.distance < 0)) return {};
  return {-surface.distance, -surface.normal};
}

Overlap overlap_of(const Box& s, const Box& tool) noexcept { return box_overlap(s, tool); }
Overlap overlap_of(const Plane& s, const Box& tool) noexcept {
  return plane_overlap(s.point, s.normal, tool);
}
template <class Other>
Overlap overlap_of(const Other& /*shape*/, const Box& /*tool*/) noexcept {
  return {};
}

bool finite(const Tool& tool) noexcept {
  return tool.pose.rotation.allFinite() && tool.pose.position.allFinite() &&
         tool.twist.angular.allFinite() && tool.twist.linear.allFinite();
}

}  // namespace

void Scene::ask_wall(const Item& item, Ask& ask) const noexcept {
  const bool by_boxes = !tool_boxes_.empty() && (std::holds_alternative<Box>(item.where) ||
                                                 std::holds_alternative<Plane>(item.where));
  if (!by_boxes) {
    const Depth depth =
        asked(item.where, [&](const auto& s) noexcept { return depth_at(s, ask.place); });
    if (!depth.inside()) return;
    const Surface surface =
        asked(item.where, [&](const auto& s) noexcept { return surface_at(s, ask.place); });
    ask.add(item, wall(item.stiffness, item.damping, depth, ask.velocity), surface);
    return;
  }
  Wrench wrench;
  double potential = 0;
  double deepest = 0;
  Vector3 at = Vector3::Zero();
  for (const Box& own : tool_boxes_) {
    const Box box{ask.tool.pose * own.centre, own.half_size};
    const Overlap overlap =
        asked(item.where, [&](const auto& s) noexcept { return overlap_of(s, box); });
    if (!(overlap.depth > 0)) continue;
    const Vector3& centre = box.centre.position;
    const double rate = overlap.slope.dot(ask.tool.twist.velocity_at(centre)) +
                        overlap.moment.dot(ask.tool.twist.angular);
    const double force = wall_force(item.stiffness, item.damping, overlap.depth, rate);
    wrench = wrench + Wrench::from_point(-force * overlap.moment, -force * overlap.slope, centre);
    potential += 0.5 * item.stiffness * overlap.depth * overlap.depth;
    if (overlap.depth <= deepest) continue;
    deepest = overlap.depth;
    const Surface surface =
        asked(item.where, [&](const auto& s) noexcept { return surface_at(s, centre); });
    at = centre - surface.distance * surface.normal;
  }
  if (deepest > 0) ask.add(item, wrench, potential, at, -deepest);
}

void Scene::ask_curve(const Item& item, Ask& ask) const noexcept {
  const Curve& curve = *std::get_if<Curve>(&item.where);
  const OnCurve nearest =
      ask.all ? curve.nearest_of_all(ask.place, item.range) : curve.nearest(ask.place, item.range);
  if (!nearest.found) return;
  const double distance = std::sqrt(nearest.square);
  if (item.law == Law::guide) {
    ask.add(item, guide(item.stiffness, item.range, nearest.point - ask.place), nearest.point,
            distance);
    return;
  }
  const double share = share_in_range(item.range, distance);
  const spatial::Matrix3 whole = spatial::Matrix3::Identity();
  ask.answer.motion =
      (whole + share * (channel_share(nearest.tangent, item.across) - whole)) * ask.answer.motion;
  ask.add(item, Push{}, nearest.point, distance);
}

void Scene::ask(std::size_t index, Ask& ask) const noexcept {
  const Item& item = items_[index];
  if (item.law == Law::wall) return ask_wall(item, ask);
  if (item.law == Law::guide || item.law == Law::channel) return ask_curve(item, ask);
  if (item.law == Law::proxy) return;  // all of them together
  const Depth depth =
      asked(item.where, [&](const auto& s) noexcept { return depth_at(s, ask.place); });
  const Surface surface =
      asked(item.where, [&](const auto& s) noexcept { return surface_at(s, ask.place); });
  if (item.law == Law::scaling) {
    if (!depth.inside()) return;
    ask.answer.motion *= item.scale;
    ask.add(item, Push{}, surface);
    return;
  }
  const Push push = two_way({item.stiffness, item.damping, item.threshold}, depth, surface,
                            ask.velocity, ask.state.latches[item.latch]);
  if (push.potential > 0) ask.add(item, push, surface);
}

std::optional<Entry> Scene::first_entry(const Vector3& from, const Vector3& to,
                                        bool all) const noexcept {
  struct Enter {
    const Vector3& from;
    const Vector3& to;
    std::optional<Entry> operator()(const MeshRef& mesh) const noexcept {
      const auto hit = mesh->first_hit(from, to);
      // from within it is a way out
      if (!hit || hit->normal.dot(to - from) >= 0) return std::nullopt;
      return Entry{.share = hit->share, .normal = hit->normal};
    }
    std::optional<Entry> operator()(const Curve& /*curve*/) const noexcept { return std::nullopt; }
    std::optional<Entry> operator()(const Box& s) const noexcept { return entry(s, from, to); }
    std::optional<Entry> operator()(const Sphere& s) const noexcept { return entry(s, from, to); }
    std::optional<Entry> operator()(const Cylinder& s) const noexcept { return entry(s, from, to); }
    std::optional<Entry> operator()(const Plane& s) const noexcept { return entry(s, from, to); }
  };
  std::optional<Entry> first;
  const auto look = [&](std::int32_t proxy) noexcept {
    const auto item = static_cast<int>(proxies_[static_cast<std::size_t>(proxy)]);
    std::optional<Entry> met = asked(items_[static_cast<std::size_t>(item)].where, Enter{from, to});
    if (!met) return;
    met->item = item;
    // of solids that are met at once the first in order
    const bool sooner =
        !first || met->share < first->share || (met->share == first->share && item < first->item);
    if (sooner) first = met;
  };
  if (all) {
    for (std::size_t i = 0; i < proxies_.size(); ++i) look(static_cast<std::int32_t>(i));
  } else {
    proxy_tree_.visit(around(from, to), look);
  }
  return first;
}

void Scene::ask_proxy(Ask& ask) const noexcept {
  SceneState& state = ask.state;
  if (!state.has_proxy || proxies_.empty()) state.proxy = ask.place;
  state.has_proxy = !proxies_.empty();
  if (!state.has_proxy) return;
  const Follow now = follow(state.proxy, ask.place, [&](const Vector3& from, const Vector3& to) {
    return first_entry(from, to, ask.all);
  });
  state.proxy = now.place;
  if (now.item < 0) return;
  const Item& item = items_[static_cast<std::size_t>(now.item)];
  const Vector3 to_proxy = now.place - ask.place;
  const Push push = proxy_push(item.stiffness, item.damping, to_proxy, ask.velocity);
  if (push.potential > 0) ask.add(item, push, now.place, -to_proxy.norm());
}

Aabb Scene::around_tool(const Tool& tool) const noexcept {
  Aabb reach = around(tool.pose.position, tool.pose.position);
  for (const Box& own : tool_boxes_) {
    // rounded, as for walls
    const double more = 3 * kRounding * own.half_size.sum();
    reach.grow(around(Box{tool.pose * own.centre, own.half_size}).widened(more));
  }
  return reach;
}

SceneAnswer Scene::begin_and_end(const Tool& tool, SceneState& state, bool all) const noexcept {
  if (!finite(tool)) return {};
  adopt(state);
  Ask ask{tool, state, all, tool.pose.position, tool.velocity(), {}};
  std::size_t count = 0;
  if (!all) {
    // two-way walls remember: they are asked wherever the tool is
    const auto keep = [&](std::uint32_t item) noexcept {
      if (count < SceneState::kMaxCandidates) state.candidates[count] = item;
      ++count;
    };
    tree_.visit(around_tool(tool), [&](std::int32_t item) noexcept {
      const auto index = static_cast<std::size_t>(item);
      if (items_[index].law != Law::two_way) keep(static_cast<std::uint32_t>(item));
    });
    for (const std::uint32_t item : two_way_) keep(item);
  }
  if (all || count > SceneState::kMaxCandidates) {
    for (std::size_t i = 0; i < items_.size(); ++i) this->ask(i, ask);
  } else {
    const auto end = state.candidates.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(state.candidates.begin(), end);
    std::for_each(state.candidates.begin(), end, [&](std::uint32_t i) { this->ask(i, ask); });
  }
  ask_proxy(ask);
  return ask.answer;
}

SceneAnswer Scene::query(const Tool& tool, SceneState& state) const noexcept {
  return begin_and_end(tool, state, false);
}

SceneAnswer Scene::query_all(const Tool& tool, SceneState& state) const noexcept {
  return begin_and_end(tool, state, true);
}

}  // namespace tether::assist
