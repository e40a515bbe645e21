#include "tests/support/oracles/kdl_oracle.hpp"

#include <cmath>
#include <string>

#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>

namespace tether::oracle {
namespace {

KDL::Vector vector(const double* x) { return {x[0], x[1], x[2]}; }

KDL::Frame frame(const double* r, const double* p) {
  return {KDL::Rotation(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]), vector(p)};
}

// KDL is fastest with joints about the coordinate axes, so it gets those where they fit
KDL::Joint aligned_joint(const KdlJoint& joint) {
  constexpr KDL::Joint::JointType kRevolute[] = {KDL::Joint::RotX, KDL::Joint::RotY,
                                                 KDL::Joint::RotZ};
  constexpr KDL::Joint::JointType kPrismatic[] = {KDL::Joint::TransX, KDL::Joint::TransY,
                                                  KDL::Joint::TransZ};
  for (int k = 0; k < 3; ++k) {
    if (std::abs(joint.axis[k]) == 1) {
      return KDL::Joint(joint.revolute ? kRevolute[k] : kPrismatic[k], joint.axis[k], 0,
                        joint.armature);
    }
  }
  return KDL::Joint(KDL::Vector::Zero(), vector(joint.axis),
                    joint.revolute ? KDL::Joint::RotAxis : KDL::Joint::TransAxis, 1, 0,
                    joint.armature);
}

// a KDL segment turns about its root and carries its inertia at its tip, the next joint's place
KDL::Chain chain_of(const KdlModel& model) {
  KDL::Chain chain;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const KdlJoint& joint = model.joints[i];
    const bool last = i + 1 == model.joints.size();
    const KDL::Frame next = last
                                ? frame(model.tool_rotation, model.tool_position)
                                : frame(model.joints[i + 1].rotation, model.joints[i + 1].position);
    const KDL::Rotation to_tip = next.M.Inverse();
    const double* m = joint.inertia;
    const KDL::RotationalInertia inertia(m[0], m[4], m[8], m[1], m[2], m[5]);
    const KDL::RigidBodyInertia body(joint.mass, vector(joint.centre), inertia);
    const KDL::RigidBodyInertia at_tip = KDL::Frame(to_tip, -(to_tip * next.p)) * body;
    if (i == 0) {
      const KDL::Frame root = frame(joint.rotation, joint.position);
      const KDL::Joint first(root.p, root.M * vector(joint.axis),
                             joint.revolute ? KDL::Joint::RotAxis : KDL::Joint::TransAxis, 1, 0,
                             joint.armature);
      chain.addSegment(KDL::Segment(first, root * next, at_tip));
    } else {
      chain.addSegment(KDL::Segment(aligned_joint(joint), next, at_tip));
    }
  }
  return chain;
}

void copy(const KDL::JntArray& from, double* to) {
  for (unsigned i = 0; i < from.rows(); ++i) to[i] = from(i);
}

}  // namespace

struct KdlArm::Solvers {
  explicit Solvers(const KdlModel& model)
      : chain(chain_of(model)),
        joint_count(chain.getNrOfJoints()),
        fk(chain),
        jac(chain),
        dynamics(chain, vector(model.gravity)),
        newton_euler(chain, vector(model.gravity)),
        q(joint_count),
        velocity(joint_count),
        zero(joint_count),
        jacobian(joint_count),
        mass(joint_count),
        gravity(joint_count),
        coriolis(joint_count),
        bias(joint_count),
        no_wrenches(chain.getNrOfSegments(), KDL::Wrench::Zero()) {}

  void set(const double* from, KDL::JntArray& to) const {
    for (unsigned i = 0; i < joint_count; ++i) to(i) = from[i];
  }

  KDL::Chain chain;
  unsigned joint_count;
  KDL::ChainFkSolverPos_recursive fk;
  KDL::ChainJntToJacSolver jac;
  KDL::ChainDynParam dynamics;
  KDL::ChainIdSolver_RNE newton_euler;
  KDL::JntArray q, velocity, zero;
  KDL::Frame tool;
  KDL::Jacobian jacobian;
  KDL::JntSpaceInertiaMatrix mass;
  KDL::JntArray gravity, coriolis, bias;
  KDL::Wrenches no_wrenches;
};

KdlArm::KdlArm(const KdlModel& model) : solvers_(std::make_unique<Solvers>(model)) {}
KdlArm::~KdlArm() = default;

void KdlArm::compute_kinematics(const double* q) {
  Solvers& s = *solvers_;
  s.set(q, s.q);
  s.fk.JntToCart(s.q, s.tool);
  s.jac.JntToJac(s.q, s.jacobian);
}

void KdlArm::compute_mass(const double* q) {
  Solvers& s = *solvers_;
  s.set(q, s.q);
  s.dynamics.JntToMass(s.q, s.mass);
}

void KdlArm::compute_gravity(const double* q) {
  Solvers& s = *solvers_;
  s.set(q, s.q);
  s.dynamics.JntToGravity(s.q, s.gravity);
}

void KdlArm::compute_coriolis(const double* q, const double* velocity) {
  Solvers& s = *solvers_;
  s.set(q, s.q);
  s.set(velocity, s.velocity);
  s.dynamics.JntToCoriolis(s.q, s.velocity, s.coriolis);
}

void KdlArm::compute_bias(const double* q, const double* velocity) {
  Solvers& s = *solvers_;
  s.set(q, s.q);
  s.set(velocity, s.velocity);
  s.newton_euler.CartToJnt(s.q, s.velocity, s.zero, s.no_wrenches, s.bias);
}

void KdlArm::tool(double rotation[9], double position[3]) const {
  for (int i = 0; i < 9; ++i) rotation[i] = solvers_->tool.M.data[i];
  for (int i = 0; i < 3; ++i) position[i] = solvers_->tool.p[i];
}

void KdlArm::jacobian(double* out) const {
  const unsigned n = solvers_->joint_count;
  for (unsigned i = 0; i < n; ++i) {
    // KDL's columns refer to the tool point
    const KDL::Twist column = solvers_->jacobian.getColumn(i).RefPoint(-solvers_->tool.p);
    for (unsigned k = 0; k < 3; ++k) {
      out[k * n + i] = column.rot[static_cast<int>(k)];
      out[(k + 3) * n + i] = column.vel[static_cast<int>(k)];
    }
  }
}

void KdlArm::mass(double* out) const {
  const unsigned n = solvers_->joint_count;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j < n; ++j) out[i * n + j] = solvers_->mass(i, j);
  }
}

void KdlArm::gravity(double* out) const { copy(solvers_->gravity, out); }
void KdlArm::coriolis(double* out) const { copy(solvers_->coriolis, out); }
void KdlArm::bias(double* out) const { copy(solvers_->bias, out); }

}  // namespace tether::oracle
