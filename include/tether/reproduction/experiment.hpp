// An experiment of a document: what has to be run to get some rows. Experiments know nothing of
// each other; the order, the time left, resuming and the page are run.hpp's and page.hpp's affair.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tether/reproduction/row.hpp"

namespace tether::reproduction {

// how much is to be done, and how an experiment says how far it is
struct Effort {
  bool quick = false;         // fewer seeds and people, shorter sessions; the same rows
  unsigned threads = 0;       // 0 = one per core
  std::filesystem::path out;  // a folder of the experiment's own, made before it begins
  const std::atomic<bool>* stop = nullptr;
  std::function<void(double share)> progress = {};  // 0 … 1

  bool stopped() const noexcept { return stop != nullptr && stop->load(); }
};

struct Outcome {
  std::vector<Row> rows;
  std::vector<std::filesystem::path> files;  // that were left in Effort::out, for who wants more
};

struct Experiment {
  std::string id;       // "1.positioning": document and name
  std::string title;    // "Positioning task, three links"
  std::string what;     // what is run here, in a sentence or two; says that people are simulated
  std::string command;  // the subcommand that shows it at length; may be empty
  double seconds = 0;   // roughly, on two cores, for the time left before anything is measured
  double quick_seconds = 0;
  // Measures wall-clock behaviour: nothing else runs meanwhile.
  bool exclusive = false;
  // Rows of what was stopped are of no interest. core::InputError, core::IoError
  std::function<Outcome(const Effort&)> run;
};

// of each document, in the order of its spec; one source file per experiment or family of them
std::vector<Experiment> passive_arm_experiments();  // 1
std::vector<Experiment> driving_experiments();      // 2
std::vector<Experiment> safe_arm_experiments();     // 3
std::vector<Experiment> assisted_experiments();     // 4
std::vector<Experiment> multibody_experiments();    // 5

// all of them, in that order
std::vector<Experiment> all_experiments();

}  // namespace tether::reproduction
