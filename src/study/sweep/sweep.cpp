#include "tether/study/sweep/sweep.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "study/sweep/sweep_row.hpp"
#include "study/sweep/sweep_table.hpp"
#include "tether/core/csv.hpp"
#include "tether/core/error.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/study/batch.hpp"

namespace tether::study {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// A directory that this process alone writes to while it lives.
class ClaimedDirectory {
 public:
  explicit ClaimedDirectory(const fs::path& path) {
    core::make_directory(path);
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor_ < 0) throw core::IoError("open", path.string(), errno);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    const int error = errno;
    ::close(descriptor_);
    if (error != EWOULDBLOCK) throw core::IoError("lock", path.string(), error);
    throw core::InputError(
        fmt::format("another sweep is at work in {}; wait for it or give --out", path.string()));
  }
  ~ClaimedDirectory() { ::close(descriptor_); }
  ClaimedDirectory(const ClaimedDirectory&) = delete;
  ClaimedDirectory& operator=(const ClaimedDirectory&) = delete;

 private:
  int descriptor_;
};

// What the directory already has of this plan; a directory with another plan is refused.
SweepTable earlier_results(const ordered_json& plan, const SweepOptions& options) {
  constexpr std::array kFiles{"sweep.json", "sweep.csv", "sweep.partial.csv", "map.html"};
  const fs::path& directory = options.directory;
  if (options.fresh) {
    for (const char* file : kFiles) {
      std::error_code ignored;
      fs::remove(directory / file, ignored);
    }
  }
  if (!fs::exists(directory / "sweep.json") && !fs::exists(directory / "sweep.csv")) {
    return {plan, {}};
  }
  SweepTable table = load_table(directory);
  if (table.plan.at("fingerprint") != plan.at("fingerprint")) {
    throw core::InputError(fmt::format(
        "{} holds another sweep, which differs in: {}; --fresh drops it, --out DIR leaves it",
        directory.string(), difference(plan, table.plan)));
  }
  return table;
}

std::map<std::string, std::size_t> count_verdicts(const SweepTable& table) {
  std::size_t column = 0;
  while (table.plan.at("columns").at(column).at("name") != "verdict") ++column;
  std::map<std::string, std::size_t> counts;
  for (const auto& [job, line] : table.lines) ++counts[csv_cells(line).at(column)];
  return counts;
}

}  // namespace

SweepResult run_sweep(const SweepPlan& plan, const SweepOptions& options) {
  const ClaimedDirectory claim(options.directory);
  SweepTable table = earlier_results(plan.json(), options);
  core::write_whole(options.directory / "sweep.json", plan.json().dump(2) + "\n");

  SweepResult result;
  std::vector<std::size_t> open;
  for (std::size_t job = 0; job < plan.size(); ++job) {
    if (!options.shard.holds(job)) continue;
    ++result.total;
    if (!table.lines.contains(job)) open.push_back(job);
  }
  result.resumed = result.done = result.total - open.size();
  const auto report = [&] {
    if (options.progress) options.progress(result.done, result.total);
  };
  report();

  SweepJournal journal(options.directory / "sweep.partial.csv", plan.json(), table.lines);
  const auto scenario_of = [&](std::size_t i) {
    return scenario::load_scenario(plan.request().scenario, plan.overrides(plan.job(open[i])),
                                   plan.request().extensions);
  };
  const auto finished = [&](std::size_t i, const SessionOutcome& outcome) {
    const std::string line = core::csv_line(sweep_row(plan, open[i], outcome));
    journal.append(line);
    table.lines[open[i]] = line;
    ++result.done;
    report();
  };
  run_batch(open.size(), scenario_of,
            {.threads = options.threads, .stop = options.stop, .finished = finished});
  result.verdicts = count_verdicts(table);
  if (result.complete()) write_table(options.directory, table);
  return result;
}

SweepResult merge_sweeps(const std::vector<fs::path>& parts, const SweepOptions& options) {
  if (parts.empty()) throw core::InputError("--merge needs the directories of the parts");
  SweepTable whole = load_table(parts.front());
  for (const fs::path& part : parts) {
    const SweepTable table = load_table(part);
    if (table.plan.at("fingerprint") != whole.plan.at("fingerprint")) {
      throw core::InputError(
          fmt::format("{} and {} are parts of different sweeps; they differ in: {}",
                      parts.front().string(), part.string(), difference(whole.plan, table.plan)));
    }
    for (const auto& [job, line] : table.lines) {
      if (whole.lines.try_emplace(job, line).first->second == line) continue;
      throw core::InputError(
          fmt::format("job {} in {} came out otherwise than in another part; were they run by "
                      "different versions?",
                      job, part.string()));
    }
  }
  std::size_t missing = 0;
  while (whole.lines.contains(missing)) ++missing;
  if (missing < whole.jobs()) {
    throw core::InputError(
        fmt::format("{} of {} jobs are in none of the parts, the first is job {}",
                    whole.jobs() - whole.lines.size(), whole.jobs(), missing));
  }
  const ClaimedDirectory claim(options.directory);
  earlier_results(whole.plan, options);
  write_table(options.directory, whole);
  return {.done = whole.jobs(),
          .resumed = whole.jobs(),
          .total = whole.jobs(),
          .verdicts = count_verdicts(whole)};
}

}  // namespace tether::study
