#include "study/sweep/sweep_table.hpp"

#include <cerrno>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "study/sweep/map.hpp"
#include "tether/core/csv.hpp"
#include "tether/core/error.hpp"
#include "tether/core/shell_word.hpp"
#include "tether/core/whole_file.hpp"

namespace tether::study {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// ties the journal to its plan
std::string first_line(const ordered_json& plan) {
  return "# plan " + plan.at("fingerprint").get<std::string>();
}

// the name of each column
std::string csv_header(const ordered_json& plan) {
  std::vector<std::string> names;
  for (const auto& column : plan.at("columns")) names.push_back(column.at("name"));
  return core::csv_line(names);
}

// the job that a line is about; nothing when it does not fit the plan
std::optional<std::size_t> job_of(const std::string& line, const ordered_json& plan) {
  const std::vector<std::string> cells = csv_cells(line);
  if (cells.size() != plan.at("columns").size()) return std::nullopt;
  std::size_t job = 0;
  const char* end = cells[0].data() + cells[0].size();
  const auto [at, error] = std::from_chars(cells[0].data(), end, job);
  const bool known = error == std::errc{} && at == end && job < plan.at("jobs").get<std::size_t>();
  return known ? std::optional(job) : std::nullopt;
}

// the lines of a journal by job; empty when there is none, or it belongs to another plan
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

ordered_json read_plan(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw core::InputError(
        fmt::format("{} holds no sweep: there is no sweep.json", path.parent_path().string()));
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  ordered_json plan = ordered_json::parse(text, nullptr, false);
  const auto has = [&](const char* key) { return plan.is_object() && plan.contains(key); };
  if (!has("fingerprint") || !has("columns") || !has("jobs")) {
    throw core::InputError(path.string() + " is damaged; --fresh begins anew");
  }
  return plan;
}

void read_lines(const fs::path& path, SweepTable& table) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return;
  std::string line;
  bool ok = std::getline(file, line) && line == csv_header(table.plan);
  while (ok && std::getline(file, line)) {
    const auto job = job_of(line, table.plan);
    ok = job.has_value();
    if (ok) table.lines[*job] = line;
  }
  if (!ok) {
    throw core::InputError(path.string() + " does not belong to its plan; --fresh begins anew");
  }
}

using nlohmann::ordered_json;

MapColumn::Role role_of(const std::string& role) {
  if (role == "axis") return MapColumn::Role::axis;
  if (role == "seed") return MapColumn::Role::repeat;
  if (role == "job") return MapColumn::Role::label;
  return MapColumn::Role::figure;
}

std::string sweep_command(const ordered_json& plan) {
  std::string command = "tether sweep " + core::shell_word(plan.at("scenario").get<std::string>());
  const auto add = [&](const char* option, const std::string& value) {
    command += fmt::format(" {} {}", option, core::shell_word(value));
  };
  for (const auto& axis : plan.at("vary")) add("--vary", axis);
  for (const auto& assignment : plan.at("set")) add("--set", assignment);
  if (const auto samples = plan.at("samples").get<int>(); samples > 0) {
    add("--samples", std::to_string(samples));
  }
  if (const auto seeds = plan.at("seeds").get<int>(); seeds > 1) {
    add("--seeds", std::to_string(seeds));
  }
  if (const auto phase = plan.at("phase").get<std::string>(); !phase.empty()) add("--phase", phase);
  return command;
}

MapData sweep_map(const SweepTable& table) {
  const ordered_json& plan = table.plan;
  MapData map;
  std::vector<std::string> keys;
  for (const auto& column : plan.at("columns")) {
    const MapColumn::Role role = role_of(column.at("role"));
    if (role == MapColumn::Role::axis) keys.push_back(column.at("name"));
    map.columns.push_back({.name = column.at("name"),
                           .unit = column.at("unit"),
                           .role = role,
                           .sampled = column.value("sampled", false),
                           .log = column.value("log", false)});
  }
  for (const auto& [job, line] : table.lines) map.rows.push_back(csv_cells(line));

  const std::string phase = plan.at("phase");
  map.title = plan.at("title");
  map.description = fmt::format("How the outcome depends on {}.",
                                fmt::join(keys, keys.size() == 2 ? " and " : ", "));
  map.parts = {{"Scenario", plan.at("scenario")},
               {"Sessions", table.lines.size() == table.jobs()
                                ? std::to_string(table.jobs())
                                : fmt::format("{} of {}", table.lines.size(), table.jobs())},
               {"Seeds per cell", std::to_string(plan.at("seeds").get<int>())},
               {"Figures of", phase.empty() ? "the whole session" : "phase " + phase}};
  map.flag = "fault";
  map.command = plan.at("command");
  map.made_by = sweep_command(plan);
  return map;
}

}  // namespace

std::vector<std::string> csv_cells(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += c;
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

SweepTable load_table(const fs::path& directory) {
  SweepTable table;
  table.plan = read_plan(directory / "sweep.json");
  read_lines(directory / "sweep.csv", table);
  table.lines.merge(read_journal(directory / "sweep.partial.csv", table.plan));
  return table;
}

void write_table(const fs::path& directory, const SweepTable& table) {
  std::string csv = csv_header(table.plan) + "\n";
  for (const auto& [job, line] : table.lines) csv += line + "\n";
  core::write_whole(directory / "sweep.json", table.plan.dump(2) + "\n");
  core::write_whole(directory / "sweep.csv", csv);
  core::write_whole(directory / "map.html", render_map(sweep_map(table)));
  std::error_code ignored;
  fs::remove(directory / "sweep.partial.csv", ignored);
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

std::string difference(const ordered_json& a, const ordered_json& b) {
  std::string keys;
  for (const auto& [key, value] : a.items()) {
    if (key == "fingerprint" || (b.contains(key) && b.at(key) == value)) continue;
    keys += (keys.empty() ? "" : ", ") + key;
  }
  return keys;
}

}  // namespace tether::study
