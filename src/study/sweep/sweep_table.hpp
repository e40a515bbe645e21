// The results of a sweep in their directory:
//   sweep.json         the plan (SweepPlan::json)
//   sweep.csv          one line per job, in the order of jobs, when all of them have ended
//   map.html           the same as a page
//   sweep.partial.csv  the journal: lines as they come while the sweep runs
// A line holds nothing that depends on the machine, so two directories with the same plan have the
// same lines, and the parts of a sweep can be put together.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace tether::study {

// NOLINTNEXTLINE(bugprone-exception-escape): moving JSON throws only on a broken invariant
struct SweepTable {
  nlohmann::ordered_json plan;
  std::map<std::size_t, std::string> lines;  // by job, without line break

  std::size_t jobs() const { return plan.at("jobs").get<std::size_t>(); }
};

// RFC 4180: cells with a comma, a quote or a line break stand in quotes
std::vector<std::string> csv_cells(const std::string& line);

// Plan and lines of a directory, those in the journal included. What follows the last whole line of
// a journal that was cut off is left out. core::InputError when there is no sweep, or a damaged one
SweepTable load_table(const std::filesystem::path& directory);

// writes sweep.json, sweep.csv and map.html, each at once, and drops the journal; core::IoError
void write_table(const std::filesystem::path& directory, const SweepTable& table);

// The lines of a sweep that runs, as they come. Each is in the file before the next job is taken,
// so a sweep that is killed loses only the sessions under way.
class SweepJournal {
 public:
  // begins the file anew with these lines; core::IoError
  SweepJournal(std::filesystem::path path, const nlohmann::ordered_json& plan,
               const std::map<std::size_t, std::string>& lines);
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  // core::IoError
  void append(const std::string& line);

 private:
  std::filesystem::path path_;
  int descriptor_;
};

// the keys in which two plans differ, for messages: "vary, jobs"
std::string difference(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b);

}  // namespace tether::study
