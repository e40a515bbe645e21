// Orocos KDL as an independent oracle and as the rival in benchmarks. It lives in a shared library
// of its own, built like Debian's KDL, because Eigen objects do not cross between code compiled for
// different processors; hence plain numbers only. Matrices are row by row.
#pragma once

#include <memory>
#include <vector>

namespace tether::oracle {

struct KdlJoint {
  bool revolute = true;
  double axis[3] = {0, 0, 1};
  double rotation[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};  // placement in the frame before
  double position[3] = {0, 0, 0};
  double armature = 0;
  double mass = 0;
  double centre[3] = {0, 0, 0};
  double inertia[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};  // about the centre of mass
};

struct KdlModel {
  std::vector<KdlJoint> joints;
  double tool_rotation[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  double tool_position[3] = {0, 0, 0};
  double gravity[3] = {0, 0, -9.81};
};

class __attribute__((visibility("default"))) KdlArm {
 public:
  explicit KdlArm(const KdlModel& model);
  ~KdlArm();
  KdlArm(const KdlArm&) = delete;
  KdlArm& operator=(const KdlArm&) = delete;

  // what KDL computes, kept in its own objects; this is what benchmarks time
  void compute_kinematics(const double* q);
  void compute_mass(const double* q);
  void compute_gravity(const double* q);
  void compute_coriolis(const double* q, const double* velocity);
  // coriolis + gravity in one run of its recursive Newton-Euler solver
  void compute_bias(const double* q, const double* velocity);

  // copies of the last results
  void tool(double rotation[9], double position[3]) const;
  void jacobian(double* out) const;  // 6 x n, rows (angular, linear) about the base origin
  void mass(double* out) const;      // n x n
  void gravity(double* out) const;
  void coriolis(double* out) const;
  void bias(double* out) const;

 private:
  struct Solvers;
  std::unique_ptr<Solvers> solvers_;
};

}  // namespace tether::oracle
