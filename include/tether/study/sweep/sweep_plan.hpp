// What a sweep runs: every combination of its axes' values (the grid), or a Latin hypercube sample
// of its ranges with every combination of its lists; each cell with one or more seeds. Jobs are
// numbered from 0: seeds vary fastest, then the last axis, and the first axis, or the sample, last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tether/scenario/scenario.hpp"
#include "tether/study/sweep/sweep_axis.hpp"

namespace tether::study {

struct SweepRequest {
  std::string scenario;                // name or path
  std::vector<std::string> overrides;  // "key=value", the same for all jobs
  std::vector<SweepAxis> axes;
  std::size_t samples = 0;  // points of the Latin hypercube; 0 = the grid
  std::size_t seeds = 1;    // per cell: the scenario's seed and those that follow it
  std::string phase;        // whose metrics the table shows; empty = of the whole session
  std::shared_ptr<const scenario::Extensions> extensions = scenario::built_in();
  std::vector<std::string> plugins;  // files that they came from, for the command of one session
};

struct SweepJob {
  std::uint64_t seed = 0;
  std::vector<std::string> values;  // one per axis
};

class SweepPlan {
 public:
  // Checks every key and the extreme values of every axis; core::InputError, with the nearest name.
  explicit SweepPlan(SweepRequest request);

  std::size_t size() const noexcept { return size_; }
  SweepJob job(std::size_t index) const;
  // of the scenario, for scenario::load_scenario
  std::vector<std::string> overrides(const SweepJob& job) const;

  const SweepRequest& request() const noexcept { return request_; }
  // the values of an axis in order; of a sampled range, by sample
  const std::vector<std::string>& values(std::size_t axis) const { return values_.at(axis); }
  bool sampled(std::size_t axis) const;

  // Everything that the outcome depends on, the resolved scenario included, and what a reader of
  // the table needs: "columns", "command" (a template with {column} in it), "jobs"; "fingerprint"
  // is 16 hexadecimal digits over all the rest.
  const nlohmann::ordered_json& json() const noexcept { return json_; }

 private:
  void check_axes() const;
  void lay_out();
  void check_values(std::size_t axis) const;
  void describe(const scenario::Scenario& scenario);

  SweepRequest request_;
  std::string title_;
  std::uint64_t first_seed_ = 1;
  std::vector<std::vector<std::string>> values_;
  std::size_t size_ = 0;
  nlohmann::ordered_json json_;
};

// one of n parts of a sweep: the jobs whose index leaves the remainder `part` − 1
struct Shard {
  std::size_t part = 1;
  std::size_t of = 1;
  bool holds(std::size_t job) const noexcept { return job % of == part - 1; }
};

// "2/4"; core::InputError
Shard parse_shard(const std::string& text);

}  // namespace tether::study
