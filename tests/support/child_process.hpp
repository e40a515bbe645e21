// A program that runs beside a test, and is killed with it.
#pragma once

#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tether::test {

class ChildProcess {
 public:
  // searched for in PATH when it has no slash
  explicit ChildProcess(std::vector<std::string> command) {
    std::vector<char*> arguments;
    for (std::string& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error =
        posix_spawnp(&id_, arguments.front(), nullptr, nullptr, arguments.data(), environ);
    if (error != 0) throw std::runtime_error("cannot start " + command.front());
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() { kill(); }

  // at once, as by kill -9, and gone when this returns
  void kill() noexcept {
    if (id_ <= 0) return;
    ::kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
    id_ = 0;
  }

 private:
  pid_t id_ = 0;
};

}  // namespace tether::test
