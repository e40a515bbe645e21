// A program that runs beside a test, and is killed with it.
#pragma once

#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tether::test {

class ChildProcess {
 public:
  // searched for in PATH when it has no slash; `output`: file for what it prints, empty = ours
  explicit ChildProcess(std::vector<std::string> command, const std::string& output = {}) {
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (std::string& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    if (!output.empty()) {
      posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(),
                                       O_WRONLY | O_CREAT | O_TRUNC, 0644);
      posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    }
    const int error =
        posix_spawnp(&id_, arguments.front(), &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) throw std::runtime_error("cannot start " + command.front());
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() { kill(); }

  void signal(int number) noexcept {
    if (id_ > 0) ::kill(id_, number);
  }
  // until it ends by itself; its exit status, or 128 and the signal that ended it
  int wait() noexcept {
    if (id_ > 0) waitpid(id_, &status_, 0);
    id_ = 0;
    return exit_status();
  }
  bool running() noexcept {
    if (id_ > 0 && waitpid(id_, &status_, WNOHANG) == id_) id_ = 0;
    return id_ > 0;
  }
  // at once, as by kill -9, and gone when this returns
  void kill() noexcept {
    signal(SIGKILL);
    wait();
  }

 private:
  int exit_status() const noexcept {
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  }

  pid_t id_ = 0;
  int status_ = 0;
};

}  // namespace tether::test
