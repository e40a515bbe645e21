#include "tether/reproduction/run.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <exception>
#include <set>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "tether/core/whole_file.hpp"
#include "tether/reproduction/selection.hpp"
#include "tether/reproduction/store.hpp"

namespace tether::reproduction {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double stated(const Experiment& experiment, bool quick) {
  // nobody takes no time at all
  return std::max(quick ? experiment.quick_seconds : experiment.seconds, 0.1);
}

// how long what is left will take, from what was stated and how true that was so far
class TimeLeft {
 public:
  TimeLeft(std::span<const Experiment> pending, bool quick) {
    for (const Experiment& e : pending) total_ += stated(e, quick);
  }
  void skip(double stated) { total_ -= stated; }
  void finish(double stated) { done_ += stated; }
  double done(double stated, double share) const {
    return total_ > 0 ? (done_ + stated * share) / total_ : 1;
  }
  double left(double stated, double share) const {
    const double so_far = done_ + stated * share;
    // a second of work says little yet
    const double elapsed = since(begin_);
    const double scale = elapsed > 5 && so_far > 1 ? elapsed / so_far : 1;
    return std::max(total_ - so_far, 0.0) * scale;
  }

 private:
  Clock::time_point begin_ = Clock::now();
  double total_ = 0, done_ = 0;
};

Finished measure_experiment(const Experiment& experiment, const RunOptions& options,
                            const std::function<void(double)>& progress) {
  Finished finished{.id = experiment.id};
  Effort effort{.quick = options.quick,
                .threads = options.threads,
                .out = store_of(options) / experiment.id,
                .stop = options.stop,
                .progress = progress};
  core::make_directory(effort.out);
  finished.when = fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)));
  const auto begin = Clock::now();
  try {
    Outcome outcome = experiment.run(effort);
    finished.rows = std::move(outcome.rows);
    finished.files = std::move(outcome.files);
  } catch (const std::exception& e) {
    finished.failure = e.what();
  }
  finished.seconds = since(begin);
  return finished;
}

}  // namespace

std::vector<Finished> run(std::span<const Experiment> experiments, const RunOptions& options) {
  core::make_directory(store_of(options));
  std::vector<Finished> all;
  TimeLeft time(experiments, options.quick);
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const Experiment& experiment = experiments[i];
    const double takes = stated(experiment, options.quick);
    Loaded there = options.fresh ? Loaded{} : load(experiment.id, options);
    if (there.finished) {
      time.skip(takes);
      all.push_back(std::move(*there.finished));
    } else {
      if (options.stop != nullptr && options.stop->load()) break;
      const auto report = [&](double share) {
        share = std::clamp(share, 0.0, 1.0);
        if (!options.progress) return;
        options.progress({i + 1, experiments.size(), experiment.id, experiment.title, share,
                          time.done(takes, share), time.left(takes, share)});
      };
      report(0);
      Finished finished = measure_experiment(experiment, options, report);
      if (options.stop != nullptr && options.stop->load()) break;
      time.finish(takes);
      if (!there.objection.empty()) finished.remark = there.objection + "; measured again";
      if (finished.failure.empty()) save(finished, options);
      all.push_back(std::move(finished));
    }
    if (options.finished) options.finished(experiment, all.back());
  }
  return all;
}

std::vector<Finished> stored(std::span<const Experiment> experiments, const RunOptions& options) {
  std::vector<Finished> all;
  for (const Experiment& experiment : experiments) {
    if (Loaded there = load(experiment.id, options); there.finished) {
      all.push_back(std::move(*there.finished));
    }
  }
  return all;
}

std::vector<std::string> objections(std::span<const Finished> finished) {
  std::vector<std::string> said;
  std::set<std::string> names;
  for (const Finished& f : finished) {
    if (f.failure.empty() && f.rows.empty()) said.push_back(f.id + ": no rows");
    for (const Row& row : f.rows) {
      if (std::string lacks = objection(row); !lacks.empty()) said.push_back(std::move(lacks));
      if (!names.insert(row.id).second) said.push_back(row.id + ": twice");
      if (!begins_with(row.id, f.id)) {
        said.push_back(fmt::format("{}: not of {}", row.id, f.id));
      }
    }
  }
  return said;
}

}  // namespace tether::reproduction
