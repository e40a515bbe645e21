#include "study/sweep/sweep_journal.hpp"

#include <cerrno>
#include <charconv>
#include <fstream>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "study/sweep/sweep_table.hpp"
#include "tether/core/csv.hpp"
#include "tether/core/error.hpp"
#include "tether/core/whole_file.hpp"

namespace tether::study {
namespace {

using nlohmann::ordered_json;

// ties the journal to its plan
std::string first_line(const ordered_json& plan) {
  return "# plan " + plan.at("fingerprint").get<std::string>();
}

}  // namespace

std::string csv_header(const ordered_json& plan) {
  std::vector<std::string> names;
  for (const auto& column : plan.at("columns")) names.push_back(column.at("name"));
  return core::csv_line(names);
}

std::optional<std::size_t> job_of(const std::string& line, const ordered_json& plan) {
  const std::vector<std::string> cells = csv_cells(line);
  if (cells.size() != plan.at("columns").size()) return std::nullopt;
  std::size_t job = 0;
  const char* end = cells[0].data() + cells[0].size();
  const auto [at, error] = std::from_chars(cells[0].data(), end, job);
  const bool known = error == std::errc{} && at == end && job < plan.at("jobs").get<std::size_t>();
  return known ? std::optional(job) : std::nullopt;
}

std::map<std::size_t, std::string> read_journal(const std::filesystem::path& path,
                                                const ordered_json& plan) {
  std::map<std::size_t, std::string> lines;
  std::ifstream file(path, std::ios::binary);
  std::string line;
  if (!std::getline(file, line) || line != first_line(plan)) return lines;
  if (!std::getline(file, line) || line != csv_header(plan)) return lines;
  // a last line without its line break was cut off
  while (std::getline(file, line) && !file.eof()) {
    const auto job = job_of(line, plan);
    if (!job) break;
    lines[*job] = line;
  }
  return lines;
}

SweepJournal::SweepJournal(std::filesystem::path path, const ordered_json& plan,
                           const std::map<std::size_t, std::string>& lines)
    : path_(std::move(path)), descriptor_(-1) {
  std::string content = first_line(plan) + "\n" + csv_header(plan) + "\n";
  for (const auto& [job, line] : lines) content += line + "\n";
  core::write_whole(path_, content);
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) throw core::IoError("write", path_.string(), errno);
}

SweepJournal::~SweepJournal() { ::close(descriptor_); }

void SweepJournal::append(const std::string& line) {
  const std::string text = line + "\n";
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t n = ::write(descriptor_, text.data() + written, text.size() - written);
    if (n < 0 && errno != EINTR) throw core::IoError("write", path_.string(), errno);
    if (n > 0) written += static_cast<std::size_t>(n);
  }
}

}  // namespace tether::study
