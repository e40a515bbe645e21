// The lines of a sweep that runs, as they come. Each is in the file before the next job is taken,
// so a sweep that is killed loses only the sessions under way.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tether::study {

// the lines of a journal by job; empty when there is none, or it belongs to another plan
std::map<std::size_t, std::string> read_journal(const std::filesystem::path& path,
                                                const nlohmann::ordered_json& plan);

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

// the name of each column
std::string csv_header(const nlohmann::ordered_json& plan);

// the job that a line is about; nothing when it does not fit the plan
std::optional<std::size_t> job_of(const std::string& line, const nlohmann::ordered_json& plan);

}  // namespace tether::study
