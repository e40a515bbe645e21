// A session with a station beside it: who watches, who gives commands, and the server for pages.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "tether/record/observer.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/session/command_mailbox.hpp"
#include "tether/station/page/ending.hpp"

namespace tether::apps {

struct ServingArguments {
  bool wanted = false;
  std::string address;     // empty: loopback, port 8080
  std::string token_file;  // empty: one is made at random where one is needed
};

void add_serving_options(CLI::App& command, ServingArguments& arguments);

// the keys that a served session has unless they are given: it lasts long, and a stop only holds
void let_it_last(std::vector<std::string>& overrides);
// A scenario's bounds are for what the simulated person does alone: they are left out unless they
// were given, too.
void leave_out_bounds(scenario::Scenario& scenario, const std::vector<std::string>& overrides);

class Serving {
 public:
  // listens when it returns. core::InputError, core::IoError
  Serving(const ServingArguments& arguments, const scenario::Scenario& scenario,
          const std::filesystem::path& directory);
  ~Serving();

  record::Observer& observer();
  session::CommandMailbox& mailbox();
  // one line for people: where the page is
  std::string invitation() const;
  // the session is over: every page is sent how it ended, and leaves
  void end(const station::Ending& ending);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tether::apps
