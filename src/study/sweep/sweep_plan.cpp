#include "tether/study/sweep/sweep_plan.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "study/latin_hypercube.hpp"
#include "study/sweep/sweep_row.hpp"
#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/core/shell_word.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::study {
namespace {

constexpr std::size_t kMaxJobs = 1'000'000;
constexpr std::uint64_t kSampleSeed = 1;  // of the Latin hypercube

// FNV-1a, 64 bits
std::string hash(const std::string& text) {
  std::uint64_t h = 0xcbf29ce484222325U;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return fmt::format("{:016x}", h);
}

std::string key_of(const std::string& assignment) {
  return assignment.substr(0, assignment.find('='));
}

core::InputError bad_axis(const SweepAxis& axis, const std::string& message) {
  return core::InputError({"--vary " + axis.text, 0, 0}, message);
}

void check_phase(const scenario::Scenario& scenario, const std::string& wanted) {
  std::vector<std::string> names;
  for (const scenario::Phase& phase : scenario.phases) names.push_back(phase.name);
  if (wanted.empty() || std::count(names.begin(), names.end(), wanted) > 0) return;
  if (names.empty()) throw core::InputError("--phase " + wanted + ": the scenario has no phases");
  throw core::InputError(fmt::format("--phase {}: unknown phase \"{}\"{}", wanted, wanted,
                                     core::suggestion(wanted, names)));
}

}  // namespace

SweepPlan::SweepPlan(SweepRequest request) : request_(std::move(request)) {
  const scenario::Scenario base =
      scenario::load_scenario(request_.scenario, request_.overrides, request_.extensions);
  title_ = base.title.empty() ? base.name : base.title;
  first_seed_ = base.seed;
  check_phase(base, request_.phase);
  check_axes();
  lay_out();
  for (std::size_t axis = 0; axis < values_.size(); ++axis) check_values(axis);
  describe(base);
}

bool SweepPlan::sampled(std::size_t axis) const {
  return request_.samples > 0 && request_.axes.at(axis).range;
}

void SweepPlan::check_axes() const {
  if (request_.axes.empty()) throw core::InputError("a sweep varies something: give --vary");
  for (std::size_t i = 0; i < request_.axes.size(); ++i) {
    const SweepAxis& axis = request_.axes[i];
    if (axis.key == "seed") throw bad_axis(axis, "seeds are varied by --seeds N");
    for (std::size_t j = 0; j < i; ++j) {
      if (request_.axes[j].key == axis.key) throw bad_axis(axis, "the key is varied twice");
    }
    for (const std::string& assignment : request_.overrides) {
      if (key_of(assignment) == axis.key) {
        throw bad_axis(axis, fmt::format("the key is also given by --set {}", assignment));
      }
    }
  }
}

// the values of all axes, and how many jobs they make
void SweepPlan::lay_out() {
  const auto ranges = static_cast<std::size_t>(std::ranges::count_if(
      request_.axes, [](const auto& axis) { return axis.range.has_value(); }));
  if (request_.samples > 0 && ranges == 0) {
    throw core::InputError("--samples draws from ranges; every --vary is a list");
  }
  if (request_.samples > kMaxJobs || request_.seeds > kMaxJobs || request_.seeds == 0) {
    throw core::InputError(fmt::format("--samples and --seeds are 1 to {}", kMaxJobs));
  }
  const auto sample = latin_hypercube(ranges, request_.samples, kSampleSeed);
  auto column = sample.begin();
  size_ = request_.seeds * std::max<std::size_t>(1, request_.samples);
  for (std::size_t i = 0; i < request_.axes.size(); ++i) {
    const SweepAxis& axis = request_.axes[i];
    if (sampled(i)) {
      values_.emplace_back();
      for (const double share : *column) {
        values_.back().push_back(axis_number(axis.range->at(share)));
      }
      ++column;
    } else {
      values_.push_back(grid_values(axis));
      size_ *= values_.back().size();
    }
    if (size_ > kMaxJobs) {
      throw core::InputError(fmt::format("the sweep has more than {} jobs", kMaxJobs));
    }
  }
}

SweepJob SweepPlan::job(std::size_t index) const {
  SweepJob job{.seed = first_seed_ + index % request_.seeds,
               .values = std::vector<std::string>(values_.size())};
  std::size_t rest = index / request_.seeds;
  for (std::size_t i = values_.size(); i-- > 0;) {
    if (sampled(i)) continue;
    job.values[i] = values_[i][rest % values_[i].size()];
    rest /= values_[i].size();
  }
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (sampled(i)) job.values[i] = values_[i][rest];
  }
  return job;
}

std::vector<std::string> SweepPlan::overrides(const SweepJob& job) const {
  std::vector<std::string> all = request_.overrides;
  for (std::size_t i = 0; i < job.values.size(); ++i) {
    all.push_back(request_.axes[i].key + "=" + job.values[i]);
  }
  all.push_back(fmt::format("seed={}", job.seed));
  return all;
}

// Sets up the scenario with the extremes of a range, or with each value of a list, while the other
// axes are at their first value.
void SweepPlan::check_values(std::size_t axis) const {
  const SweepAxis& what = request_.axes[axis];
  std::vector<std::string> values = values_[axis];
  if (what.range) {
    const auto less = [](const std::string& a, const std::string& b) {
      return std::stod(a) < std::stod(b);
    };
    const auto [low, high] = std::minmax_element(values.begin(), values.end(), less);
    values = {*low, *high};
  }
  for (const std::string& value : values) {
    SweepJob job = this->job(0);
    job.values[axis] = value;
    try {
      const session::VirtualSession dry_run(
          scenario::load_scenario(request_.scenario, overrides(job), request_.extensions));
    } catch (const core::InputError& error) {
      // what load_scenario took for --set was --vary
      const std::string place = fmt::format("--set {}={}", what.key, value);
      if (error.where().file != place) throw;
      const std::string message = error.what();
      throw bad_axis(what, message.substr(core::to_string(error.where()).size() + 2));
    }
  }
}

void SweepPlan::describe(const scenario::Scenario& scenario) {
  std::string command = "tether run " + core::shell_word(request_.scenario);
  for (const std::string& plugin : request_.plugins) {
    command += " --plugin " + core::shell_word(plugin);
  }
  for (const std::string& assignment : request_.overrides) {
    command += " --set " + core::shell_word(assignment);
  }
  nlohmann::ordered_json axes = nlohmann::ordered_json::array();
  for (const SweepAxis& axis : request_.axes) {
    command += fmt::format(" --set {}{{{}}}", core::shell_word(axis.key + "="), axis.key);
    axes.push_back(axis.text);
  }
  command += " --set seed={seed}";
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const SweepColumn& column : sweep_columns(request_.axes, scenario)) {
    columns.push_back({{"name", column.name}, {"unit", column.unit}, {"role", column.role}});
  }
  for (std::size_t i = 0; i < request_.axes.size(); ++i) {
    auto& column = *std::find_if(columns.begin(), columns.end(), [&](const auto& c) {
      return c["role"] == "axis" && c["name"] == request_.axes[i].key;
    });
    column["sampled"] = sampled(i);
    column["log"] = request_.axes[i].range && request_.axes[i].range->log;
  }
  json_ = {{"scenario", request_.scenario}, {"title", title_},
           {"set", request_.overrides},     {"vary", std::move(axes)},
           {"samples", request_.samples},   {"seeds", request_.seeds},
           {"phase", request_.phase},       {"jobs", size_},
           {"columns", std::move(columns)}, {"command", command},
           {"scenario_text", scenario.text}};
  json_["fingerprint"] = hash(json_.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Shard parse_shard(const std::string& text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto part = std::from_chars(text.data(), end, shard.part);
  const bool slash = part.ec == std::errc{} && part.ptr != end && *part.ptr == '/';
  const auto of = slash ? std::from_chars(part.ptr + 1, end, shard.of) : part;
  if (!slash || of.ec != std::errc{} || of.ptr != end || shard.part < 1 || shard.part > shard.of) {
    throw core::InputError(
        fmt::format("--shard {}: expected i/n with i from 1 to n, such as 2/4", text));
  }
  return shard;
}

}  // namespace tether::study
