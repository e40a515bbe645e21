#include "tether/assist/scene/live_scene.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace tether::assist {

using spatial::Pose;
using spatial::Vector3;

namespace {

std::string unknown(std::int32_t id) { return fmt::format("fixture {}: there is none", id); }

struct Moved {
  const Pose& by;

  bool operator()(Box& box) const { return turn(box.centre); }
  bool operator()(Cylinder& cylinder) const { return turn(cylinder.centre); }
  bool operator()(Sphere& sphere) const {
    sphere.centre = by * sphere.centre;
    return true;
  }
  bool operator()(Plane& plane) const {
    plane.point = by * plane.point;
    plane.normal = by.rotation * plane.normal;
    return true;
  }
  bool operator()(Polyline& curve) const { return all(curve.points); }
  bool operator()(Spline& curve) const { return all(curve.points); }
  bool operator()(MeshRef& /*mesh*/) const { return false; }

 private:
  bool turn(Pose& pose) const {
    pose = by * pose;
    return true;
  }
  bool all(std::vector<Vector3>& points) const {
    for (Vector3& p : points) p = by * p;
    return true;
  }
};

}  // namespace

LiveScene::LiveScene() : scene_(new Scene) {}

LiveScene::~LiveScene() {
  free_returned();
  delete fresh_.load();
  delete scene_;
}

LiveScene::Refusal LiveScene::too_many(const Fixture& coming) const {
  const auto count = [&](auto&& like) {
    return static_cast<std::size_t>(std::count_if(
        fixtures_.begin(), fixtures_.end(),
        [&](const auto& entry) { return entry.first != coming.id && like(entry.second); }));
  };
  if (!fixtures_.contains(coming.id) && fixtures_.size() >= kMaxFixtures) {
    return fmt::format("fixture {}: the scene is full, {} fixtures", coming.id, kMaxFixtures);
  }
  if (coming.end_effector &&
      count([](const Fixture& f) { return f.end_effector; }) >= kMaxToolBoxes) {
    return fmt::format("fixture {}: at most {} boxes ride on the tool", coming.id, kMaxToolBoxes);
  }
  if (coming.law == Law::two_way &&
      count([](const Fixture& f) { return f.law == Law::two_way; }) >= kMaxTwoWay) {
    return fmt::format("fixture {}: at most {} two-way walls in a scene", coming.id, kMaxTwoWay);
  }
  return std::nullopt;
}

LiveScene::Refusal LiveScene::add(Fixture fixture) {
  if (fixtures_.contains(fixture.id)) {
    return fmt::format("fixture {}: there is one of this id", fixture.id);
  }
  return replace(std::move(fixture));
}

LiveScene::Refusal LiveScene::replace(Fixture fixture) {
  if (Refusal why = why_refused(fixture)) return why;
  if (Refusal why = too_many(fixture)) return why;
  const std::int32_t id = fixture.id;
  fixtures_.insert_or_assign(id, std::move(fixture));
  return std::nullopt;
}

LiveScene::Refusal LiveScene::move(std::int32_t id, const Pose& by) {
  const auto found = fixtures_.find(id);
  if (found == fixtures_.end()) return unknown(id);
  // what a displacement that is none makes of it is refused as a whole
  Fixture moved = found->second;
  if (!std::visit(Moved{by}, moved.shape)) {
    return fmt::format("fixture {}: a mesh stays where it was loaded", id);
  }
  if (Refusal why = why_refused(moved)) return why;
  found->second = std::move(moved);
  return std::nullopt;
}

LiveScene::Refusal LiveScene::enable(std::int32_t id, bool on) {
  const auto found = fixtures_.find(id);
  if (found == fixtures_.end()) return unknown(id);
  found->second.enabled = on;
  return std::nullopt;
}

LiveScene::Refusal LiveScene::remove(std::int32_t id) {
  if (fixtures_.erase(id) == 0) return unknown(id);
  return std::nullopt;
}

void LiveScene::clear() { fixtures_.clear(); }

void LiveScene::free_returned() {
  const Scene* old = nullptr;
  while (returned_.pop(old)) delete old;
}

void LiveScene::publish() {
  free_returned();
  std::vector<const Fixture*> all;
  all.reserve(fixtures_.size());
  for (const auto& [id, fixture] : fixtures_) all.push_back(&fixture);
  auto scene = std::make_unique<const Scene>(std::span<const Fixture* const>(all));
  // what the tick did not take yet comes back
  delete fresh_.exchange(scene.release(), std::memory_order_acq_rel);
}

SceneAnswer LiveScene::query(const Tool& tool) noexcept {
  if (fresh_.load(std::memory_order_relaxed) != nullptr) {
    // without room for the old one it stays a tick longer
    if (const Scene** slot = returned_.claim()) {
      *slot = scene_;
      scene_ = fresh_.exchange(nullptr, std::memory_order_acq_rel);
      returned_.commit();
    }
  }
  return scene_->query(tool, state_);
}

}  // namespace tether::assist
