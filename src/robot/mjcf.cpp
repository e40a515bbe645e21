#include "robot/mjcf.hpp"

#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

#include <Eigen/Geometry>
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/robot/mujoco_model.hpp"

namespace tether::robot {
namespace {

using spatial::Matrix3;
using spatial::Pose;
using spatial::Vector3;

constexpr int kNoLink = -2;
constexpr int kBaseLink = -1;

// the link a body moves with, and the body's frame in that link's joint frame
struct Attachment {
  int link = kNoLink;
  Pose pose;
};

// MuJoCo keeps the figures of all bodies, joints or sites in one array; these read those of one
const mjtNum* entry(const mjtNum* array, int id, std::ptrdiff_t width) {
  return array + width * id;
}

Vector3 vector3(const mjtNum* array, int id = 0) {
  const mjtNum* x = entry(array, id, 3);
  return {x[0], x[1], x[2]};
}

Pose pose_of(const mjtNum* positions, const mjtNum* quaternions, int id) {
  const mjtNum* x = entry(quaternions, id, 4);
  const Eigen::Quaterniond q(x[0], x[1], x[2], x[3]);
  return {q.normalized().toRotationMatrix(), vector3(positions, id)};
}

// a second body that moves with the link, given in the link's frame; inertia about its own centre
void fuse(Link& link, double mass, const Vector3& centre, const Matrix3& inertia) {
  const double total = link.mass + mass;
  if (total <= 0) return;
  const Vector3 common = (link.mass * link.centre + mass * centre) / total;
  const auto shifted = [&common](double m, const Vector3& c) -> Matrix3 {
    const Matrix3 arm = spatial::tilde(c - common);
    return -m * arm * arm;
  };
  link.inertia += shifted(link.mass, link.centre) + inertia + shifted(mass, centre);
  link.centre = common;
  link.mass = total;
}

// Walks the bodies in MuJoCo's order, parents before children, and grows the chain.
class ChainReader {
 public:
  ChainReader(const mjModel& model, const std::string& tool_site, const std::string& file,
              SideBranches branches)
      : model_(model),
        file_(file),
        branches_(branches),
        site_(mj_name2id(&model, mjOBJ_SITE, tool_site.c_str())),
        attachments_(static_cast<std::size_t>(model.nbody)),
        on_path_(static_cast<std::size_t>(model.nbody), false) {
    if (site_ < 0) {
      fail(fmt::format("has no site \"{}\"{}", tool_site, suggestion_of_sites(tool_site)));
    }
  }

  Chain read() {
    chain_.name = model_.names;
    mark_path();
    for (int body = 1; body < model_.nbody; ++body) {
      attach(body);
    }
    const Attachment& carrier = attachment(model_.site_bodyid[site_]);
    if (chain_.joint_count == 0) fail("has no joint between base and tool");
    chain_.tool = carrier.pose * pose_of(model_.site_pos, model_.site_quat, site_);
    chain_.gravity = chain_.base.rotation.transpose() * vector3(model_.opt.gravity);
    read_ratings("max_speed", &Joint::max_speed);
    read_ratings("max_effort", &Joint::max_effort);
    prepare(chain_);
    return chain_;
  }

 private:
  [[noreturn]] void fail(std::string_view message) const {
    throw core::InputError({file_}, message);
  }

  std::string name(mjtObj type, int id) const {
    const char* given = mj_id2name(&model_, type, id);
    return given != nullptr ? given : fmt::format("#{}", id);
  }

  std::string suggestion_of_sites(const std::string& wanted) const {
    std::vector<std::string> sites;
    for (int i = 0; i < model_.nsite; ++i) {
      if (const char* given = mj_id2name(&model_, mjOBJ_SITE, i)) sites.emplace_back(given);
    }
    return sites.empty() ? std::string{} : core::suggestion(wanted, sites);
  }

  Attachment& attachment(int body) { return attachments_[static_cast<std::size_t>(body)]; }
  bool on_path(int body) const { return on_path_[static_cast<std::size_t>(body)]; }

  void mark_path() {
    int body = model_.site_bodyid[site_];
    if (body == 0) fail("carries the tool site on the world itself");
    for (; body != 0; body = model_.body_parentid[body]) {
      on_path_[static_cast<std::size_t>(body)] = true;
      first_body_ = body;
    }
  }

  void attach(int body) {
    const Pose placed = pose_of(model_.body_pos, model_.body_quat, body);
    const bool has_joints = model_.body_jntnum[body] > 0;
    if (body == first_body_ && !has_joints) {
      chain_.base = placed;
      attachment(body) = {kBaseLink, Pose{}};
      return;
    }
    const Attachment parent = body == first_body_ ? Attachment{kBaseLink, Pose{}}
                                                  : attachment(model_.body_parentid[body]);
    if (parent.link == kNoLink) return;
    if (has_joints && !on_path(body) && branches_ == SideBranches::left_out) return;
    attachment(body) = {parent.link, parent.pose * placed};
    if (has_joints) {
      if (!on_path(body)) {
        fail(fmt::format("body \"{}\" moves but is not between base and tool",
                         name(mjOBJ_BODY, body)));
      }
      append_joints(body);
    }
    add_mass(body);
  }

  void append_joints(int body) {
    for (int k = 0; k < model_.body_jntnum[body]; ++k) {
      append_joint(model_.body_jntadr[body] + k, attachment(body));
    }
  }

  // the new joint's frame is the body's, moved to the joint's anchor
  void append_joint(int id, Attachment& body) {
    if (chain_.joint_count == kMaxJoints) {
      fail(fmt::format("has more than {} joints between base and tool", kMaxJoints));
    }
    const int type = model_.jnt_type[id];
    if (type != mjJNT_HINGE && type != mjJNT_SLIDE) {
      fail(fmt::format("joint \"{}\" is neither hinge nor slide", name(mjOBJ_JOINT, id)));
    }
    Joint& joint = chain_.joints[static_cast<std::size_t>(chain_.joint_count)];
    joint.name = name(mjOBJ_JOINT, id);
    joint.type = type == mjJNT_HINGE ? JointType::revolute : JointType::prismatic;
    joint.axis = vector3(model_.jnt_axis, id).normalized();
    const Vector3 anchor = vector3(model_.jnt_pos, id);
    joint.placement = body.pose * Pose{Matrix3::Identity(), anchor};
    move_to_zero(joint, model_.qpos0[model_.jnt_qposadr[id]]);
    joint.armature = model_.dof_armature[model_.jnt_dofadr[id]];
    joint.coulomb = model_.dof_frictionloss[model_.jnt_dofadr[id]];
    joint.viscous = model_.dof_damping[model_.jnt_dofadr[id]];
    constexpr double kFree = std::numeric_limits<double>::infinity();
    const mjtNum* range = entry(model_.jnt_range, id, 2);
    const bool limited = model_.jnt_limited[id] != 0;
    joint.lower = limited ? range[0] : -kFree;
    joint.upper = limited ? range[1] : kFree;
    body = {chain_.joint_count, Pose{Matrix3::Identity(), -anchor}};
    ++chain_.joint_count;
  }

  // MJCF gives placements at the joint's reference position, a chain at zero
  static void move_to_zero(Joint& joint, double reference) {
    Matrix3& rotation = joint.placement.rotation;
    if (joint.type == JointType::revolute) {
      rotation = rotation * spatial::exp_rotation(-reference * joint.axis);
    } else {
      joint.placement.position -= rotation * joint.axis * reference;
    }
  }

  void add_mass(int body) {
    const Attachment& placed = attachment(body);
    if (placed.link == kBaseLink) return;
    const Pose principal = placed.pose * pose_of(model_.body_ipos, model_.body_iquat, body);
    const Matrix3& axes = principal.rotation;
    const Matrix3 inertia =
        axes * vector3(model_.body_inertia, body).asDiagonal() * axes.transpose();
    fuse(chain_.links[static_cast<std::size_t>(placed.link)], model_.body_mass[body],
         principal.position, inertia);
  }

  void read_ratings(const char* numeric, double Joint::*rating) {
    const int id = mj_name2id(&model_, mjOBJ_NUMERIC, numeric);
    if (id < 0) return;
    if (model_.numeric_size[id] != chain_.joint_count) {
      fail(fmt::format("numeric \"{}\" has {} figures for {} joints", numeric,
                       model_.numeric_size[id], chain_.joint_count));
    }
    for (int i = 0; i < chain_.joint_count; ++i) {
      chain_.joints[static_cast<std::size_t>(i)].*rating =
          model_.numeric_data[model_.numeric_adr[id] + i];
    }
  }

  const mjModel& model_;
  const std::string& file_;
  SideBranches branches_;
  int site_;
  int first_body_ = 0;
  std::vector<Attachment> attachments_;
  std::vector<bool> on_path_;
  Chain chain_;
};

}  // namespace

Chain chain_from_model(const mjModel_& model, const std::string& tool_site, const std::string& file,
                       SideBranches branches) {
  return ChainReader(model, tool_site, file, branches).read();
}

Chain load_chain(const std::string& path, const std::string& tool_site) {
  return chain_from_model(*load_model(path), tool_site, path);
}

}  // namespace tether::robot
