// What joins the two sides. Each side holds one endpoint: it sends one sample per tick and takes
// the latest that has arrived; signals are latest-wins.
#pragma once

#include <cstdint>

#include "tether/control/coupling.hpp"
#include "tether/core/time.hpp"

namespace tether::link {

// one sample as it travels; turns are quaternions, as on every wire and in every log
struct Sample {
  std::uint32_t sequence = 0;  // counts up by one per sample sent; by the endpoint
  core::Time sent;             // session time of the sender
  spatial::Vector3 position = spatial::Vector3::Zero();  // [m]
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
  spatial::Vector3 torque = spatial::Vector3::Zero();  // [N m]
  spatial::Vector3 force = spatial::Vector3::Zero();   // [N]
};

// without its running number, which the endpoint gives when it sends
inline Sample pack(core::Time sent, const control::PortSignals& signals) noexcept {
  return {.sent = sent,
          .position = signals.pose.position,
          .orientation = signals.pose.quaternion(),
          .torque = signals.wrench.torque,
          .force = signals.wrench.force};
}

inline control::PortSignals unpack(const Sample& sample) noexcept {
  return {{sample.orientation.toRotationMatrix(), sample.position}, {sample.torque, sample.force}};
}

struct Received {
  bool valid = false;  // something has arrived since the session began
  bool fresh = false;  // this sample was not there at the last tick
  Sample sample;
};

class Endpoint {
 public:
  virtual ~Endpoint() = default;
  virtual void send(core::Time now, const Sample& sample) noexcept = 0;
  virtual Received receive(core::Time now) noexcept = 0;
};

}  // namespace tether::link
