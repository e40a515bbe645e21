#include <csignal>
#include <cstdio>
#include <ctime>
#include <exception>
#include <string>

#include <fmt/format.h>

#include "apps/tether/command_line/command_line.hpp"
#include "apps/tether/command_line/unknown_word.hpp"
#include "apps/tether/commands.hpp"
#include "tether/core/error.hpp"

namespace tether::apps {

namespace {

static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");
static_assert(std::atomic<double>::is_always_lock_free, "a signal handler may set it");

// one wish to stop may come twice: timeout, make and npm signal a program and then its group
constexpr double kSameWish = 0.5;    // [s]
std::atomic<double> first_asked{0};  // [s]

double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void request_stop(int signal) {
  const double now = seconds_now();
  double first = 0;
  if (first_asked.compare_exchange_strong(first, now)) {
    stop_requested = true;
  } else if (now - first > kSameWish) {
    // a second Ctrl-C ends the program at once
    std::_Exit(128 + signal);
  }
}

// the command that was begun, as it is typed
std::string typed(const CLI::App& app) {
  std::string command = "tether";
  for (auto begun = app.get_subcommands(); !begun.empty();
       begun = begun.back()->get_subcommands()) {
    command += ' ' + begun.back()->get_name();
  }
  return command;
}

int run(int argc, char** argv) {
  int status = kOk;
  const auto app = make_command_line(status);
  try {
    app->parse(argc, argv);
  } catch (const CLI::CallForHelp& e) {
    return app->exit(e);
  } catch (const CLI::CallForAllHelp& e) {
    return app->exit(e);
  } catch (const CLI::CallForVersion& e) {
    return app->exit(e);
  } catch (const CLI::ParseError& e) {
    // a word that is not known explains what else went wrong
    const std::string unknown = unknown_word(*app);
    if (unknown.empty()) {
      fmt::print(stderr, "tether: {}; see {} --help\n", e.what(), typed(*app));
    } else {
      fmt::print(stderr, "{}\n", unknown);
    }
    return kBadInput;
  }
  return status;
}

}  // namespace
}  // namespace tether::apps

int main(int argc, char** argv) {
  using namespace tether;  // NOLINT(google-build-using-namespace): the program is the namespace's
  std::signal(SIGINT, apps::request_stop);
  std::signal(SIGTERM, apps::request_stop);
  // a file that grows beyond a limit is a write error with a message, not a killed program
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return apps::run(argc, argv);
  } catch (const core::InputError& e) {
    fmt::print(stderr, "{}\n", e.what());
    return apps::kBadInput;
  } catch (const core::IoError& e) {
    fmt::print(stderr, "tether: {}\n", e.what());
    return apps::kFault;
  } catch (const std::exception& e) {
    fmt::print(stderr, "tether: unexpected error: {}\n", e.what());
    return apps::kFault;
  }
}
