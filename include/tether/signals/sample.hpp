// What travels between the sides, once per tick and side. Signals are latest-wins; energy travels
// as a counter of all that was ever sent, so that the latest sample brings what lost ones should
// have. A sample carries the stamp of the newest one that its sender had from the receiver, and how
// long ago that had come, so that either side knows the round trip from its own clock alone.
// Declared once: the wire's codec and check, the log's message and its ROS 2 definition go along
// `describe` (core/describe.hpp).
#pragma once

#include <cstdint>

#include "tether/core/describe.hpp"
#include "tether/core/time.hpp"
#include "tether/passivity/layer.hpp"

namespace tether::signals {

// of the form on the wire; raised whenever what is described below changes
inline constexpr std::uint8_t kSampleVersion = 7;

// What is estimated or measured has no more figures than single precision.
using ShortVector = Eigen::Vector3f;

// One sample as it travels; turns are quaternions, as on every wire and in every log. Running
// number and echo are given by the endpoint that sends it.
struct Sample {
  std::uint32_t sequence = 0;  // counts up by one per sample sent
  core::Time sent;             // by the sender's clock
  bool echoes = false;         // something had come to be echoed
  core::Time echo;             // stamp of the newest sample that came, by its sender's clock
  core::Duration held{0};      // from its arrival to the sending of this one
  spatial::Vector3 position = spatial::Vector3::Zero();  // [m]
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
  spatial::Vector3 torque = spatial::Vector3::Zero();  // [N m]
  spatial::Vector3 force = spatial::Vector3::Zero();   // [N]
  double energy = 0;                                   // counter of all that was sent [J]
  spatial::Vector3 wave = spatial::Vector3::Zero();    // integral of the wave [√W s]
  double kinetic = 0;                                  // energy of the device's motion [J]
  // turning and velocity of the tool [rad/s], [m/s], and what is measured at it [N m], [N]
  ShortVector angular = ShortVector::Zero();
  ShortVector linear = ShortVector::Zero();
  ShortVector external_torque = ShortVector::Zero();
  ShortVector external_force = ShortVector::Zero();
  // around a vehicle, each from 0 to 1: forward, backward, left, right
  Eigen::Vector4f obstruction = Eigen::Vector4f::Zero();
  // how turning and velocity of the tool change [rad/s²], [m/s²]
  ShortVector angular_acceleration = ShortVector::Zero();
  ShortVector linear_acceleration = ShortVector::Zero();
  // one of the walls that were found (control/environment/contact_plane.hpp)
  std::uint8_t wall = 0;             // its slot
  std::uint8_t wall_generation = 0;  // of what is in the slot; 0 = nothing
  ShortVector wall_normal = ShortVector::Zero();
  ShortVector wall_point = ShortVector::Zero();  // on its surface [m]
  // stiffness [N/m], extent [m] and uncertainty [m]
  ShortVector wall_figures = ShortVector::Zero();
  // what the sender is doing, for the receiver to go along with
  std::uint8_t method = 0;      // number of the passivity method it keeps its account by
  std::uint8_t engagement = 0;  // control::Engagement: how far it is coupled
  std::uint8_t coupling = 0;    // number of the coupling it runs one half of
};

// who speaks, and when
template <class Visitor, core::Is<Sample> S>
constexpr void describe_stamp(Visitor& visit, S& s) {
  visit("sequence", s.sequence, "given by the sender");
  visit("sent", s.sent, "session time of the sender");
}
// and what is said
template <class Visitor, core::Is<Sample> S>
constexpr void describe_content(Visitor& visit, S& s) {
  visit("echoes", s.echoes, "the sender had received something");
  visit("echo", s.echo, "stamp of the newest that it had received");
  visit("held", s.held, "from receiving that to sending this [ns]");
  visit("pose", core::PoseFields{s.position, s.orientation});
  visit("wrench", core::WrenchFields{s.force, s.torque});
  visit("energy", s.energy, "counter of all that was promised [J]");
  visit("wave", s.wave, "integral of the wave [W^0.5 s]");
  visit("kinetic", s.kinetic, "energy of the motion of the sender's device [J]");
  visit("angular", s.angular, "how the sender's tool turns [rad/s]");
  visit("linear", s.linear, "velocity of its tool [m/s]");
  visit("external", core::WrenchFields{s.external_force, s.external_torque},
        "of hand or world on its tool, as measured");
  visit("obstruction", s.obstruction, "0 to 1: forward, backward, left, right");
  visit("angular_acceleration", s.angular_acceleration, "of its tool [rad/s^2]");
  visit("linear_acceleration", s.linear_acceleration, "of its tool [m/s^2]");
  visit("wall", s.wall, "slot of one of the walls that were found");
  visit("wall_generation", s.wall_generation, "of the wall in this slot; 0 = none");
  visit("wall_normal", s.wall_normal, "out of the wall");
  visit("wall_point", s.wall_point, "on its surface [m]");
  visit("wall_figures", s.wall_figures,
        "stiffness [N/m], 0 = gone; extent [m]; uncertainty of the surface [m]");
  visit("method", s.method, "of the sender's energy account");
  visit("engagement", s.engagement, "0 waiting, 1 engaging, 2 engaged, 3 holding, 4 clutched");
  visit("coupling", s.coupling,
        "0 position-force, 1 position-position, 2 four-channel, 3 rate, 4 drive, "
        "5 force-position, 6 model-mediated, 7 auto");
}
template <class Visitor, core::Is<Sample> S>
constexpr void describe(Visitor& visit, S& s) {
  describe_stamp(visit, s);
  describe_content(visit, s);
}

// what crosses the wire for a message, and back
Sample pack(core::Time sent, const passivity::Message& message) noexcept;
passivity::Message unpack(const Sample& sample) noexcept;

struct Received {
  bool valid = false;         // something has arrived in this epoch
  bool fresh = false;         // this sample was not there at the last tick
  std::uint32_t arrived = 0;  // samples since the last tick, late and repeated ones included
  std::uint32_t epoch = 0;    // counts the runs of the peer; valid anew for each
  Sample sample;
};

}  // namespace tether::signals
