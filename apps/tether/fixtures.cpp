// tether fixtures: what a running tether assist holds, and edits of it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/fixture_table.hpp"
#include "tether/assistant/fixture_store.hpp"
#include "tether/assistant/protocol/fixture_client.hpp"
#include "tether/assistant/protocol/fixture_view.hpp"
#include "tether/core/error.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/scenario/fixture_file.hpp"

namespace tether::apps {
namespace {

using assistant::FixtureAction;

struct FixtureArguments {
  assistant::CatNetwork network;
  double wait = 1;  // for an answer [s]
  std::string file, which;
  std::vector<std::string> settings;
  bool stay = false;
};

// the process that runs, or a message and an exit status
class Client {
 public:
  explicit Client(const FixtureArguments& arguments)
      : arguments_(arguments), client_(arguments.network) {}

  assistant::FixtureReply ask(assistant::FixtureRequest request) {
    auto reply = client_.ask(std::move(request), core::duration_from_seconds(arguments_.wait));
    if (!reply) {
      throw core::InputError(fmt::format(
          "no tether assist answers on DDS domain {} within {:g} s; start one, or check --domain "
          "and --interface",
          arguments_.network.domain, arguments_.wait));
    }
    if (!reply->refused.empty()) throw core::InputError(assistant::printable(reply->refused));
    return std::move(*reply);
  }

  // page after page
  std::vector<assistant::FixtureState> all() {
    std::vector<assistant::FixtureState> states;
    while (true) {
      auto reply =
          ask({.action = FixtureAction::list, .from = static_cast<std::uint32_t>(states.size())});
      std::ranges::move(reply.states, std::back_inserter(states));
      if (reply.states.empty() || states.size() >= reply.total) return states;
    }
  }

 private:
  const FixtureArguments& arguments_;
  assistant::FixtureClient client_;
};

const char* plural(std::size_t count) { return count == 1 ? "" : "s"; }

int list(const FixtureArguments& arguments) {
  fmt::print("{}", fixture_table(Client(arguments).all()));
  return kOk;
}

int save(const FixtureArguments& arguments) {
  std::vector<assist::Fixture> fixtures;
  std::set<std::int32_t> ids;
  std::size_t left_out = 0;
  for (assistant::FixtureState& state : Client(arguments).all()) {
    if (!state.refused.empty()) continue;
    if (std::holds_alternative<assist::MeshRef>(state.fixture.shape)) {
      ++left_out;
      continue;
    }
    // a file has one space of ids: those of our own topic come first and keep theirs
    while (!ids.insert(state.fixture.id).second) ++state.fixture.id;
    fixtures.push_back(std::move(state.fixture));
  }
  core::write_whole(arguments.file, scenario::fixtures_toml(fixtures));
  fmt::print("{}: {} fixture{}\n", arguments.file, fixtures.size(), plural(fixtures.size()));
  if (left_out > 0) fmt::print("{} mesh fixture{} left out\n", left_out, plural(left_out));
  return kOk;
}

int add(const FixtureArguments& arguments, const std::vector<assist::Fixture>& fixtures) {
  Client client(arguments);
  std::size_t taken = 0, refused = 0;
  for (std::size_t from = 0; from < fixtures.size(); from += assistant::kFixturesAtOnce) {
    assistant::FixtureRequest request{.action = FixtureAction::add};
    for (std::size_t i = from; i < std::min(from + assistant::kFixturesAtOnce, fixtures.size());
         ++i) {
      request.updates.push_back({.key = {}, .fixture = fixtures[i], .malformed = {}});
    }
    const auto reply = client.ask(std::move(request));
    taken += reply.changed;
    refused += reply.states.size();
    for (const assistant::FixtureState& state : reply.states) {
      fmt::print(stderr, "fixture {} refused: {}\n", to_string(state.key),
                 assistant::printable(state.refused));
    }
  }
  fmt::print("{} fixture{} taken\n", taken, plural(taken));
  return refused == 0 ? kOk : kBadInput;
}

// as the view of the document does: whoever comes gets them, as long as this runs
int stay(const FixtureArguments& arguments, const std::vector<assist::Fixture>& fixtures) {
  assistant::FixtureView view(arguments.network);
  for (const assist::Fixture& fixture : fixtures)
    view.show(assistant::FixtureTopic::fixtures, fixture);
  fmt::print("{} fixture{} shown to every tether assist on DDS domain {}; Ctrl-C ends it\n",
             fixtures.size(), plural(fixtures.size()), arguments.network.domain);
  std::fflush(stdout);
  std::uint32_t processes = 0;
  while (!stop_requested) {
    if (const auto now = view.processes(); now != processes) {
      processes = now;
      fmt::print("{} process{}\n", now, now == 1 ? "" : "es");
      std::fflush(stdout);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return kOk;
}

int change(const FixtureArguments& arguments, FixtureAction action) {
  const auto reply = Client(arguments).ask({.action = action, .which = arguments.which});
  fmt::print("{} fixture{} {}d\n", reply.changed, plural(reply.changed), name(action));
  return kOk;
}

using Arguments = std::shared_ptr<FixtureArguments>;

void add_changes(CLI::App& fixtures, const Arguments& arguments, int& status) {
  const auto command = [&](const char* name, const char* help, FixtureAction action) {
    CLI::App* sub = fixtures.add_subcommand(name, help);
    sub->add_option("id", arguments->which, "7, path:7, field:7, or all")
        ->type_name("ID|all")
        ->required();
    sub->footer(fmt::format("Example:  tether fixtures {} path:7 --interface lo", name));
    sub->callback([arguments, action, &status] { status = change(*arguments, action); });
  };
  command("enable", "Let one act, or all", FixtureAction::enable);
  command("disable", "Keep one from acting, or all", FixtureAction::disable);
  command("remove", "Take one away, or all", FixtureAction::remove);
}

void add_files(CLI::App& fixtures, const Arguments& arguments, int& status) {
  CLI::App* loading = fixtures.add_subcommand("load", "Add those of a file");
  loading->add_option("file", arguments->file, "Of fixtures")->type_name("FILE")->required();
  loading->add_flag("--stay", arguments->stay,
                    "Show them to processes that start later too, until Ctrl-C");
  loading->footer("Example:  tether fixtures load guides.toml --interface lo");
  loading->callback([arguments, &status] {
    status = (arguments->stay ? stay : add)(*arguments, scenario::read_fixtures(arguments->file));
  });
  CLI::App* saving = fixtures.add_subcommand("save", "Write those it holds to a file");
  saving->add_option("file", arguments->file, "To write")->type_name("FILE")->required();
  saving->footer("Example:  tether fixtures save guides.toml --interface lo");
  saving->callback([arguments, &status] { status = save(*arguments); });
  CLI::App* adding = fixtures.add_subcommand("add", "Add one, given as the keys of a file");
  adding->add_option("settings", arguments->settings, "Such as law=guide")
      ->type_name("KEY=VALUE")
      ->required();
  adding->footer(
      "Example:  tether fixtures add id=3 law=guide shape=polyline \\\n"
      "            'points=[[0, 0, 0.3], [0, 0, 0]]' stiffness=50 range=0.2");
  adding->callback([arguments, &status] {
    status = add(*arguments, {scenario::fixture_of(arguments->settings)});
  });
}

}  // namespace

void add_fixtures(CLI::App& app, int& status) {
  auto arguments = std::make_shared<FixtureArguments>();
  CLI::App* command =
      app.add_subcommand("fixtures", "Edit the fixtures of a running tether assist");
  command->require_subcommand(1);
  command->fallthrough();
  add_network(*command, arguments->network.domain, arguments->network.interface);
  command->add_option("--wait", arguments->wait, "For an answer [s]")
      ->check(CLI::Range(0.01, 3600.0))
      ->capture_default_str();
  CLI::App* listing = command->add_subcommand("list", "What it holds, and what it refused and why");
  listing->footer("Example:  tether fixtures list --interface lo");
  listing->callback([arguments, &status] { status = list(*arguments); });
  add_files(*command, arguments, status);
  add_changes(*command, arguments, status);
  command->footer(
      "Example:  tether fixtures load guides.toml --interface lo\n"
      "          tether fixtures disable all --interface lo\n"
      "          tether fixtures list --interface lo");
}

}  // namespace tether::apps
