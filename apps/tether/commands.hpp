// The subcommands of the program, one file each or one for a family. Each adds itself to the
// command line and, when chosen, leaves the exit status to end with.
#pragma once

#include <atomic>

#include <CLI/CLI.hpp>

namespace tether::apps {

enum ExitStatus : int {
  kOk = 0,
  kExpectationFailed = 1,  // the verdict is fail or never met, or a replay differs
  kBadInput = 2,
  kFault = 3,          // a fault, a safety stop, a disk that is full
  kInterrupted = 130,  // Ctrl-C, as shells have it
};

// set by Ctrl-C and SIGTERM
extern std::atomic<bool> stop_requested;
// changed by Ctrl-Z while a session in wall time runs, and by its page
extern std::atomic<bool> pause_requested;

void add_run(CLI::App& app, int& status);
void add_sides(CLI::App& app, int& status);
void add_sweep(CLI::App& app, int& status);
void add_study(CLI::App& app, int& status);
void add_reproduce(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_list(CLI::App& app, int& status);
void add_replay(CLI::App& app, int& status);
void add_report(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
void add_stats(CLI::App& app, int& status);
void add_doctor(CLI::App& app, int& status);
void add_keygen(CLI::App& app, int& status);
void add_emulate(CLI::App& app, int& status);
void add_scan(CLI::App& app, int& status);
void add_register(CLI::App& app, int& status);
void add_tlx(CLI::App& app, int& status);
void add_assist(CLI::App& app, int& status);
void add_fixtures(CLI::App& app, int& status);
void add_completion(CLI::App& app, int& status);
void add_man(CLI::App& app, int& status);
void add_help(CLI::App& app, int& status);
void add_version(CLI::App& app, int& status);

}  // namespace tether::apps
