// A session as the terminal shows it: the same for one process and for two.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "apps/tether/sessions/serving.hpp"
#include "tether/report/session_report.hpp"

namespace tether::apps {

struct SessionArguments {
  std::string command;  // "run", "leader" or "follower"
  std::string scenario = "omega_lwr_wall";
  std::vector<std::string> overrides;
  std::vector<std::string> plugins;
  std::string out;
  report::Pace pace = report::Pace::virtual_time;
  signals::LocalSides local_sides = signals::LocalSides::both;
  ServingArguments serving;
};

// the options that all of these commands have
void add_session_options(CLI::App& command, SessionArguments& arguments);

// what came of a session, from its metrics to the report's path; the exit status
int print_outcome(const report::ReportedRun& run, const scenario::Scenario& scenario,
                  signals::LocalSides sides);

// runs the session with progress, prints what came of it; the exit status
int run_session(const SessionArguments& arguments);

}  // namespace tether::apps
