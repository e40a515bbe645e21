// Kinematics and dynamics of the LWR4+ beside Orocos KDL and MuJoCo.
#include <array>
#include <cstddef>
#include <memory>
#include <random>

#include <mujoco/mujoco.h>

#include "bench/comparison.hpp"
#include "tests/support/oracles/kdl_model.hpp"
#include "tests/support/oracles/kdl_oracle.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::bench {
namespace {

using robot::Chain;
using robot::ChainState;
using robot::JointVector;

// both sides walk through the same postures, since libraries keep results of a repeated one
constexpr std::size_t kPostures = 64;

struct Posture {
  JointVector q;
  JointVector velocity;
};
using Postures = std::array<Posture, kPostures>;

Postures random_postures(const Chain& chain) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> share(0, 1);
  Postures postures;
  for (Posture& p : postures) {
    p.q.resize(chain.joint_count);
    p.velocity.resize(chain.joint_count);
    for (int i = 0; i < chain.joint_count; ++i) {
      const robot::Joint& joint = chain.joints[static_cast<std::size_t>(i)];
      p.q[i] = joint.lower + share(random) * (joint.upper - joint.lower);
      p.velocity[i] = 2 * share(random) - 1;
    }
  }
  return postures;
}

struct ModelDeleter {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
  void operator()(mjData* d) const { mj_deleteData(d); }
};

struct Arm {
  Chain chain;
  ChainState state;
  Postures postures;
  oracle::KdlArm kdl;
  std::unique_ptr<mjModel, ModelDeleter> model;
  std::unique_ptr<mjData, ModelDeleter> data;
  int site;
  std::array<mjtNum, std::size_t{3} * robot::kMaxJoints> linear{};   // rows of MuJoCo's Jacobian
  std::array<mjtNum, std::size_t{3} * robot::kMaxJoints> angular{};  // rows of MuJoCo's Jacobian

  explicit Arm(const robot::CatalogueEntry& entry)
      : chain(robot::load(entry)),
        postures(random_postures(chain)),
        kdl(oracle::kdl_model(chain)),
        model(mj_loadXML(robot::model_path(entry).c_str(), nullptr, nullptr, 0)),
        data(mj_makeData(model.get())),
        site(mj_name2id(model.get(), mjOBJ_SITE, "tool")) {
    // the places of geometry are MuJoCo's business and not part of the comparison
    model->ngeom = 0;
  }

  template <typename Work>
  auto over_postures(Work work) {
    return [this, work](int repetitions) {
      for (int i = 0; i < repetitions; ++i) {
        work(*this, postures[static_cast<std::size_t>(i) % kPostures]);
      }
      keep(state);
    };
  }
};

void mujoco_pass(Arm& arm, const Posture& posture) {
  const mjModel* m = arm.model.get();
  mjData* d = arm.data.get();
  for (int i = 0; i < arm.chain.joint_count; ++i) {
    d->qpos[i] = posture.q[i];
    d->qvel[i] = posture.velocity[i];
  }
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_crb(m, d);
  mj_comVel(m, d);
  mj_rne(m, d, 0, d->qfrc_bias);
  mj_jacSite(m, d, arm.linear.data(), arm.angular.data(), arm.site);
}

std::vector<Comparison> robot_comparisons() {
  const auto arm = std::make_shared<Arm>(robot::find("kuka_lwr4"));
  const auto work = [arm](auto f) {
    return [arm, run = arm->over_postures(f)](int repetitions) { run(repetitions); };
  };
  const auto ours_all =
      work([](Arm& a, const Posture& p) { robot::all_terms(a.chain, p.q, p.velocity, a.state); });
  return {
      {"lwr4_pose_jacobian", "KDL", 5,
       work([](Arm& a, const Posture& p) { robot::jacobian(a.chain, p.q, a.state); }),
       work([](Arm& a, const Posture& p) { a.kdl.compute_kinematics(p.q.data()); })},
      {"lwr4_mass_matrix", "KDL", 3,
       work([](Arm& a, const Posture& p) { robot::mass_matrix(a.chain, p.q, a.state); }),
       work([](Arm& a, const Posture& p) { a.kdl.compute_mass(p.q.data()); })},
      {"lwr4_all_terms_kdl", "KDL", 6, ours_all, work([](Arm& a, const Posture& p) {
         a.kdl.compute_kinematics(p.q.data());
         a.kdl.compute_mass(p.q.data());
         a.kdl.compute_bias(p.q.data(), p.velocity.data());
       })},
      {"lwr4_all_terms_mujoco", "MuJoCo", 1.6, ours_all, work(mujoco_pass)},
  };
}

const Registration kRegistration(robot_comparisons);

}  // namespace
}  // namespace tether::bench
