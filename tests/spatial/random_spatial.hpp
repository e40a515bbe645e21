// Random spatial quantities, repeatable from a seed, of the sizes that occur at a robot's tool.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "tether/spatial/pose.hpp"

namespace tether::spatial {

inline constexpr double kPi = std::numbers::pi;

class RandomSpatial {
 public:
  explicit RandomSpatial(std::uint64_t seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  // each component within ±size
  Vector3 vector(double size) {
    return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
  }
  // evenly distributed over the sphere
  Vector3 direction() {
    std::normal_distribution<double> normal;
    return Vector3(normal(engine_), normal(engine_), normal(engine_)).normalized();
  }
  // by an angle up to max_angle [rad], made by Eigen so that it is independent of what is tested
  Matrix3 rotation(double max_angle = kPi) {
    return Eigen::AngleAxisd(uniform(0, max_angle), direction()).toRotationMatrix();
  }
  // within a cube of ±1 m
  Pose pose(double max_angle = kPi) { return {rotation(max_angle), vector(1)}; }
  Twist twist() { return {vector(1), vector(1)}; }
  Wrench wrench() { return {vector(10), vector(10)}; }

  // with principal values from low to high
  Matrix3 positive_definite(double low, double high) {
    return symmetric(Vector3(uniform(low, high), uniform(low, high), uniform(low, high)));
  }
  Matrix3 symmetric(double size) { return symmetric(vector(size)); }

 private:
  Matrix3 symmetric(const Vector3& principal) {
    const Matrix3 axes = rotation();
    const Matrix3 m = axes * principal.asDiagonal() * axes.transpose();
    return 0.5 * (m + m.transpose());
  }

  std::mt19937_64 engine_;
};

// number of random cases that a law is tried on
inline constexpr int kCases = 10'000;

}  // namespace tether::spatial
