// A ROS master of one's own on a port that nobody else has, within this machine.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>

#include "tests/support/processes/child_process.hpp"

namespace tether::test {

class RosMaster {
 public:
  RosMaster() {
    // below the ports that the system gives away by itself
    const unsigned port = 20000 + std::random_device()() % 10000;
    uri_ = "http://127.0.0.1:" + std::to_string(port);
    // logs go with the master
    home_ = std::filesystem::temp_directory_path() / ("tether_ros_" + std::to_string(port));
    setenv("ROS_HOME", home_.c_str(), 1);
    // the name of this machine need not lead anywhere
    setenv("ROS_IP", "127.0.0.1", 1);
    try {
      process_ = std::make_unique<ChildProcess>(
          std::vector<std::string>{"rosmaster", "--core", "-p", std::to_string(port)});
    } catch (const std::runtime_error&) {
      // python3-rosmaster is not installed
    }
  }
  ~RosMaster() {
    process_.reset();
    std::error_code left_behind;
    std::filesystem::remove_all(home_, left_behind);
  }
  RosMaster(const RosMaster&) = delete;
  RosMaster& operator=(const RosMaster&) = delete;

  // it may still take a while to answer
  bool started() const noexcept { return process_ != nullptr; }
  const std::string& uri() const noexcept { return uri_; }

 private:
  std::string uri_;
  std::filesystem::path home_;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace tether::test
