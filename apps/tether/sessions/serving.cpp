#include "apps/tether/sessions/serving.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>

#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "operator_page.hpp"
#include "tether/core/error.hpp"
#include "tether/station/page/live_controls.hpp"
#include "tether/station/page/operator_host.hpp"
#include "tether/station/page/watcher.hpp"
#include "tether/station/server/access_token.hpp"
#include "tether/station/server/listen_address.hpp"
#include "tether/station/server/server.hpp"

namespace tether::apps {
namespace {

constexpr const char* kAddress = "127.0.0.1:8080";
constexpr const char* kDuration = "duration=3600";  // [s]
constexpr const char* kOnStop = "guard.on_stop=hold";
constexpr std::chrono::seconds kLastWords{2};  // for pages that do not answer the farewell

std::string read_token(const std::string& file) {
  std::ifstream in(file);
  std::string token;
  if (!(in >> token)) throw core::InputError("--token-file: cannot read a token from " + file);
  station::check_token(token);
  return token;
}

// who is on this machine needs none
std::string token_of(const ServingArguments& arguments, const std::string& address) {
  if (!arguments.token_file.empty()) return read_token(arguments.token_file);
  return station::parse_listen_address(address).loopback() ? std::string()
                                                           : station::random_token();
}

bool given(const std::vector<std::string>& overrides, std::string_view key) {
  return std::ranges::any_of(overrides, [&](const auto& o) { return o.starts_with(key); });
}

station::StaticFiles page_files() {
  station::StaticFiles files;
  for (const web::PageFile& file : web::operator_page()) {
    files.add_gzip(std::string(file.path), std::string(file.content_type), std::string(file.gzip));
  }
  return files;
}

}  // namespace

void add_serving_options(CLI::App& command, ServingArguments& arguments) {
  command
      .add_option_function<std::string>(
          "--serve",
          [&arguments](const std::string& address) {
            arguments.wanted = true;
            arguments.address = address;
          },
          "In wall time, with a page to see it and take the handle (127.0.0.1:8080); another "
          "address than loopback asks for a token, which is printed")
      ->type_name("ADDR:PORT")
      ->expected(0, 1)
      ->default_str(kAddress);
  command.add_option("--token-file", arguments.token_file, "The token that pages must know")
      ->type_name("FILE");
}

void let_it_last(std::vector<std::string>& overrides) {
  if (!given(overrides, "duration=")) overrides.emplace_back(kDuration);
  if (!given(overrides, "guard.on_stop=")) overrides.emplace_back(kOnStop);
}

void leave_out_bounds(scenario::Scenario& scenario, const std::vector<std::string>& overrides) {
  if (!given(overrides, "expect=")) scenario.expect.clear();
}

struct Serving::Parts {
  Parts(const ServingArguments& arguments, const scenario::Scenario& scenario,
        const std::filesystem::path& directory)
      : controls({scenario, mailbox, watcher, directory, &pause_requested}),
        host(controls),
        server(params_of(arguments), page_files(), host) {}

  static station::ServerParams params_of(const ServingArguments& arguments) {
    station::ServerParams params;
    params.address = arguments.address.empty() ? kAddress : arguments.address;
    params.token = token_of(arguments, params.address);
    return params;
  }

  session::CommandMailbox mailbox;
  station::Watcher watcher;
  station::LiveControls controls;
  station::OperatorHost host;
  station::Server server;
};

Serving::Serving(const ServingArguments& arguments, const scenario::Scenario& scenario,
                 const std::filesystem::path& directory)
    : parts_(std::make_unique<Parts>(arguments, scenario, directory)) {}

Serving::~Serving() = default;

record::Observer& Serving::observer() { return parts_->watcher; }
session::CommandMailbox& Serving::mailbox() { return parts_->mailbox; }

std::string Serving::invitation() const {
  return fmt::format("page       {}  (Ctrl-C ends the session)", parts_->server.url());
}

void Serving::end(const station::Ending& ending) {
  parts_->controls.end();
  parts_->server.finish([&host = parts_->host, ending] { host.end(ending); }, kLastWords);
}

}  // namespace tether::apps
