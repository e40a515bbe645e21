#include "bench/box_worlds.hpp"

#include <btBulletCollisionCommon.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>
#include <ode/ode.h>

#include "tether/assist/obstacles/overlap.hpp"
#include "tether/assist/scene/tree.hpp"

namespace tether::bench {
namespace {

using Hits = std::vector<std::int32_t>;
using spatial::Box;

std::vector<assist::Aabb> bounds(std::span<const Box> boxes) {
  std::vector<assist::Aabb> all;
  for (const Box& box : boxes) all.push_back(assist::around(box));
  return all;
}

// numbers ride as the pointer that every library lets its user attach, from 1: the tool has none
void* as_pointer(std::size_t number) {
  return reinterpret_cast<void*>(number + 1);  // NOLINT(performance-no-int-to-ptr)
}
std::int32_t as_number(const void* pointer) {
  return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(pointer)) - 1;
}

class OurWorld : public BoxWorld {
 public:
  explicit OurWorld(std::span<const Box> boxes) : tree_(bounds(boxes)), numbers_(tree_.renumber()) {
    for (const std::int32_t i : numbers_) boxes_.push_back(boxes[static_cast<std::size_t>(i)]);
  }

  void find(const Box& tool, Hits& hits) override {
    hits.clear();
    // boxes are on their way from memory while the tree is still searched
    tree_.visit(assist::around(tool), [&](std::int32_t i) {
      const Box& box = boxes_[static_cast<std::size_t>(i)];
      __builtin_prefetch(&box);
      __builtin_prefetch(&box.half_size);
      hits.push_back(i);
    });
    std::erase_if(hits, [&](std::int32_t i) {
      return !assist::overlap(tool, boxes_[static_cast<std::size_t>(i)]);
    });
    for (std::int32_t& hit : hits) hit = numbers_[static_cast<std::size_t>(hit)];
  }

 private:
  assist::Tree tree_;
  std::vector<std::int32_t> numbers_;
  std::vector<Box> boxes_;  // as they stand in the tree
};

class FclWorld : public BoxWorld {
 public:
  explicit FclWorld(std::span<const Box> boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      objects_.push_back(object(boxes[i]));
      objects_.back()->setUserData(as_pointer(i));
      manager_.registerObject(objects_.back().get());
    }
    manager_.setup();
    tool_ = object({});
  }

  void find(const Box& tool, Hits& hits) override {
    hits.clear();
    auto& shape =
        const_cast<fcl::Boxd&>(static_cast<const fcl::Boxd&>(*tool_->collisionGeometry()));
    if (shape.side != 2 * tool.half_size) {
      shape.side = 2 * tool.half_size;
      shape.computeLocalAABB();
    }
    tool_->setTransform(tool.centre.rotation, tool.centre.position);
    tool_->computeAABB();
    manager_.collide(tool_.get(), &hits, near);
  }

 private:
  static std::unique_ptr<fcl::CollisionObjectd> object(const Box& box) {
    return std::make_unique<fcl::CollisionObjectd>(
        std::make_shared<fcl::Boxd>(fcl::Vector3d(2 * box.half_size)), box.centre.rotation,
        box.centre.position);
  }
  static bool near(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* hits) {
    fcl::CollisionResultd result;
    if (fcl::collide(a, b, fcl::CollisionRequestd(1, false), result) == 0) return false;
    const void* number = a->getUserData() != nullptr ? a->getUserData() : b->getUserData();
    static_cast<Hits*>(hits)->push_back(as_number(number));
    return false;  // go on
  }

  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
  std::unique_ptr<fcl::CollisionObjectd> tool_;
};

class OdeWorld : public BoxWorld {
 public:
  explicit OdeWorld(std::span<const Box> boxes) {
    dInitODE();
    assist::Aabb all;
    for (const Box& box : boxes) all.grow(assist::around(box));
    const spatial::Vector3 middle = 0.5 * (all.min + all.max);
    const spatial::Vector3 half = 0.5 * (all.max - all.min);
    const dVector3 centre = {dReal(middle.x()), dReal(middle.y()), dReal(middle.z())};
    const dVector3 extents = {dReal(half.x()), dReal(half.y()), dReal(half.z())};
    constexpr int kDepth = 5;  // 3 to 8 make no difference here
    space_ = dQuadTreeSpaceCreate(nullptr, centre, extents, kDepth);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      dGeomID geom = dCreateBox(space_, 1, 1, 1);
      place(geom, boxes[i]);
      dGeomSetData(geom, as_pointer(i));
    }
    dSpaceClean(space_);
    tool_ = dCreateBox(nullptr, 1, 1, 1);
  }
  ~OdeWorld() override {
    dGeomDestroy(tool_);
    dSpaceDestroy(space_);
    dCloseODE();
  }
  OdeWorld(const OdeWorld&) = delete;
  OdeWorld& operator=(const OdeWorld&) = delete;

  void find(const Box& tool, Hits& hits) override {
    hits.clear();
    place(tool_, tool);
    collider_ = {tool_, &hits};
    dSpaceCollide2(tool_, reinterpret_cast<dGeomID>(space_), &collider_, near);
  }

 private:
  struct Collider {
    dGeomID tool = nullptr;
    Hits* hits = nullptr;
  };

  static void place(dGeomID geom, const Box& box) {
    const spatial::Matrix3& r = box.centre.rotation;
    const spatial::Vector3& p = box.centre.position;
    dMatrix3 rotation = {};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) rotation[4 * i + j] = dReal(r(i, j));
    }
    const spatial::Vector3 size = 2 * box.half_size;
    dGeomBoxSetLengths(geom, dReal(size.x()), dReal(size.y()), dReal(size.z()));
    dGeomSetPosition(geom, dReal(p.x()), dReal(p.y()), dReal(p.z()));
    dGeomSetRotation(geom, rotation);
  }
  static void near(void* data, dGeomID a, dGeomID b) {
    dContactGeom contact;
    if (dCollide(a, b, 1, &contact, sizeof contact) == 0) return;
    const auto& collider = *static_cast<Collider*>(data);
    collider.hits->push_back(as_number(dGeomGetData(a == collider.tool ? b : a)));
  }

  dSpaceID space_ = nullptr;
  dGeomID tool_ = nullptr;
  Collider collider_;
};

class BulletWorld : public BoxWorld {
 public:
  explicit BulletWorld(std::span<const Box> boxes)
      : dispatcher_(&configuration_), world_(&dispatcher_, &broadphase_, &configuration_) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      shapes_.push_back(shape(boxes[i]));
      objects_.push_back(std::make_unique<btCollisionObject>());
      objects_.back()->setCollisionShape(shapes_.back().get());
      objects_.back()->setWorldTransform(transform(boxes[i]));
      objects_.back()->setUserPointer(as_pointer(i));
      world_.addCollisionObject(objects_.back().get());
    }
  }
  ~BulletWorld() override {
    for (const auto& object : objects_) world_.removeCollisionObject(object.get());
  }
  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;

  void find(const Box& tool, Hits& hits) override {
    hits.clear();
    if (tool_shape_ == nullptr || tool_size_ != tool.half_size) {
      tool_size_ = tool.half_size;
      tool_shape_ = shape(tool);
      tool_.setCollisionShape(tool_shape_.get());
    }
    tool_.setWorldTransform(transform(tool));
    Contacts contacts(tool_, hits);
    world_.contactTest(&tool_, contacts);
  }

 private:
  struct Contacts : btCollisionWorld::ContactResultCallback {
    Contacts(const btCollisionObject& of, Hits& into) : tool(of), hits(into) {}
    // called for every contact point, of one box after the other
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper* a, int, int,
                             const btCollisionObjectWrapper* b, int, int) override {
      if (point.getDistance() > 0) return 0;
      const auto* other = a->getCollisionObject() == &tool ? b : a;
      const std::int32_t number = as_number(other->getCollisionObject()->getUserPointer());
      if (hits.empty() || hits.back() != number) hits.push_back(number);
      return 0;
    }
    const btCollisionObject& tool;
    Hits& hits;
  };

  static btVector3 vector(const spatial::Vector3& v) {
    return {btScalar(v.x()), btScalar(v.y()), btScalar(v.z())};
  }
  static std::unique_ptr<btBoxShape> shape(const Box& box) {
    return std::make_unique<btBoxShape>(vector(box.half_size));
  }
  static btTransform transform(const Box& box) {
    const spatial::Matrix3& r = box.centre.rotation;
    return btTransform(btMatrix3x3(btScalar(r(0, 0)), btScalar(r(0, 1)), btScalar(r(0, 2)),
                                   btScalar(r(1, 0)), btScalar(r(1, 1)), btScalar(r(1, 2)),
                                   btScalar(r(2, 0)), btScalar(r(2, 1)), btScalar(r(2, 2))),
                       vector(box.centre.position));
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btCollisionWorld world_;
  std::vector<std::unique_ptr<btBoxShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
  btCollisionObject tool_;
  std::unique_ptr<btBoxShape> tool_shape_;
  spatial::Vector3 tool_size_;
};

}  // namespace

std::unique_ptr<BoxWorld> our_world(std::span<const Box> boxes) {
  return std::make_unique<OurWorld>(boxes);
}
std::unique_ptr<BoxWorld> fcl_world(std::span<const Box> boxes) {
  return std::make_unique<FclWorld>(boxes);
}
std::unique_ptr<BoxWorld> ode_world(std::span<const Box> boxes) {
  return std::make_unique<OdeWorld>(boxes);
}
std::unique_ptr<BoxWorld> bullet_world(std::span<const Box> boxes) {
  return std::make_unique<BulletWorld>(boxes);
}

}  // namespace tether::bench
