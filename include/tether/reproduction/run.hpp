// Experiments one after the other: those that were measured before are taken over from the store,
// each that ends is stored at once, one that fails does not keep the others from running. The time
// left is what the experiments say they take, scaled by how long those of this run took.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/reproduction/experiment.hpp"

namespace tether::reproduction {

// what came of one experiment
struct Finished {
  std::string id;  // of the experiment
  std::vector<Row> rows = {};
  std::vector<std::filesystem::path> files = {};
  double seconds = 0;        // that it took, when it was measured
  std::string when = {};     // it was measured, UTC
  std::string failure = {};  // why there are no rows
  std::string remark =
      {};  // what a reader of the rows should know, such as a store that was damaged
  bool taken_over = false;
};

struct RunProgress {
  std::size_t number = 0;  // of the experiment, from 1
  std::size_t of = 0;
  std::string_view id, title;
  double share = 0;  // of this experiment
  double done = 0;   // of all, by time
  double left = 0;   // [s]
};

struct RunOptions {
  bool quick = false;
  bool fresh = false;    // forget what is stored
  unsigned threads = 0;  // 0 = one per core
  std::filesystem::path out = "out/reproduction";
  std::string version;  // of the program; what another one measured is measured again
  const std::atomic<bool>* stop = nullptr;
  // called by one thread at a time
  std::function<void(const RunProgress&)> progress = {};
  std::function<void(const Experiment&, const Finished&)> finished = {};
};

// In the order of the experiments; after a stop only those that were finished before. core::IoError
// when the store cannot be written.
std::vector<Finished> run(std::span<const Experiment> experiments, const RunOptions& options);

// what is stored of these experiments, without running any
std::vector<Finished> stored(std::span<const Experiment> experiments, const RunOptions& options);

// What is wrong with the rows: no verdict, no cause, a name twice or of another experiment. One
// sentence each.
std::vector<std::string> objections(std::span<const Finished> finished);

}  // namespace tether::reproduction
