// Addressed samples into and out of the messages of idl/, whichever generator made their types: all
// have the same fields.
#pragma once

#include <algorithm>
#include <iterator>

#include "tether/link/message_stamps.hpp"
#include "tether/link/udp/addressed_sample.hpp"

namespace tether::link {

// frame of poses and wrenches, whichever side they are of
inline constexpr const char* kMessageFrame = "leader_base";

template <class Vector>
void write(Vector& to, const spatial::Vector3& v) noexcept {
  to.x = v.x();
  to.y = v.y();
  to.z = v.z();
}
template <class Vector>
spatial::Vector3 read_vector(const Vector& from) noexcept {
  return {from.x, from.y, from.z};
}

template <class Vector>
signals::ShortVector read_short(const Vector& from) noexcept {
  return spatial::Vector3(from.x, from.y, from.z).cast<float>();
}

template <class Pose>
void write_pose(Pose& to, const signals::Sample& sample) noexcept {
  write(to.position, sample.position);
  write(to.orientation, spatial::Vector3(sample.orientation.vec()));
  to.orientation.w = sample.orientation.w();
}
template <class Wrench>
void write_wrench(Wrench& to, const signals::Sample& sample) noexcept {
  write(to.force, sample.force);
  write(to.torque, sample.torque);
}

// all but the header
template <class Message>
void write_addressed(Message& to, const AddressedSample& addressed) noexcept {
  const signals::Sample& sample = addressed.sample;
  to.sequence = sample.sequence;
  write(to.sent, sample.sent);
  to.fresh = true;
  to.arrived = 1;
  to.echoes = sample.echoes;
  write(to.echo, sample.echo);
  to.held = sample.held.count();
  write_pose(to.pose, sample);
  write_wrench(to.wrench, sample);
  to.energy = sample.energy;
  write(to.wave, sample.wave);
  to.kinetic = sample.kinetic;
  write(to.angular, spatial::Vector3(sample.angular.cast<double>()));
  write(to.linear, spatial::Vector3(sample.linear.cast<double>()));
  write(to.external.force, spatial::Vector3(sample.external_force.cast<double>()));
  write(to.external.torque, spatial::Vector3(sample.external_torque.cast<double>()));
  std::copy(sample.obstruction.begin(), sample.obstruction.end(), std::begin(to.obstruction));
  write(to.angular_acceleration, spatial::Vector3(sample.angular_acceleration.cast<double>()));
  write(to.linear_acceleration, spatial::Vector3(sample.linear_acceleration.cast<double>()));
  to.wall = sample.wall;
  to.wall_generation = sample.wall_generation;
  write(to.wall_normal, spatial::Vector3(sample.wall_normal.cast<double>()));
  write(to.wall_point, spatial::Vector3(sample.wall_point.cast<double>()));
  write(to.wall_figures, spatial::Vector3(sample.wall_figures.cast<double>()));
  to.method = sample.method;
  to.engagement = sample.engagement;
  to.coupling = sample.coupling;
  to.sender = addressed.address.from;
  to.receiver = addressed.address.to;
  to.met = addressed.address.met;
}

template <class Message>
AddressedSample read_addressed(const Message& from) noexcept {
  const auto& turn = from.pose.orientation;
  const auto& ways = from.obstruction;
  return {.address = {from.sender, from.receiver, from.met != 0},
          .sample = {.sequence = from.sequence,
                     .sent = read_time(from.sent),
                     .echoes = from.echoes != 0,
                     .echo = read_time(from.echo),
                     .held = core::Duration(from.held),
                     .position = read_vector(from.pose.position),
                     .orientation = Eigen::Quaterniond(turn.w, turn.x, turn.y, turn.z),
                     .torque = read_vector(from.wrench.torque),
                     .force = read_vector(from.wrench.force),
                     .energy = from.energy,
                     .wave = read_vector(from.wave),
                     .kinetic = from.kinetic,
                     .angular = read_short(from.angular),
                     .linear = read_short(from.linear),
                     .external_torque = read_short(from.external.torque),
                     .external_force = read_short(from.external.force),
                     .obstruction = Eigen::Vector4f(ways[0], ways[1], ways[2], ways[3]),
                     .angular_acceleration = read_short(from.angular_acceleration),
                     .linear_acceleration = read_short(from.linear_acceleration),
                     .wall = from.wall,
                     .wall_generation = from.wall_generation,
                     .wall_normal = read_short(from.wall_normal),
                     .wall_point = read_short(from.wall_point),
                     .wall_figures = read_short(from.wall_figures),
                     .method = from.method,
                     .engagement = from.engagement,
                     .coupling = from.coupling}};
}

}  // namespace tether::link
