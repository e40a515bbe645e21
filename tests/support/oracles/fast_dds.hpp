// The messages that tether puts on DDS, seen and spoken by an implementation of DDS that is not
// ours: Fast DDS, with encoders written out by hand. Within this machine, without multicast.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tether::test {

struct PoseStamped {
  static constexpr const char* kType = "geometry_msgs::msg::dds_::PoseStamped_";
  std::int32_t seconds = 0;
  std::uint32_t nanoseconds = 0;
  std::string frame_id;
  double position[3] = {};     // [m]
  double orientation[4] = {};  // x, y, z, w
};

struct WrenchStamped {
  static constexpr const char* kType = "geometry_msgs::msg::dds_::WrenchStamped_";
  std::int32_t seconds = 0;
  std::uint32_t nanoseconds = 0;
  std::string frame_id;
  double force[3] = {};   // [N]
  double torque[3] = {};  // [N m]
};

struct CatForce {
  static constexpr const char* kType = "DTP2DDS::CATForce";
  double force[3] = {};   // [N]
  double torque[3] = {};  // [N m]
};

// a message as bytes, whatever they are; its type says which topic it may go to
struct RawMessage {
  std::vector<std::uint8_t> bytes;  // with the four bytes that name the encoding
};

class FastDds {
 public:
  explicit FastDds(std::uint32_t domain);
  ~FastDds();

  // `take` is called on a thread of Fast DDS; the subscription lasts as long as this
  void subscribe(const std::string& topic, std::function<void(const PoseStamped&)> take);
  void subscribe(const std::string& topic, std::function<void(const WrenchStamped&)> take);
  void subscribe(const std::string& topic, std::function<void(const CatForce&)> take);
  // writes messages to `topic`, which has the named type
  std::function<void(RawMessage)> publish(const std::string& topic, const std::string& type);

 private:
  struct Participant;
  std::unique_ptr<Participant> participant_;
};

}  // namespace tether::test
