#include "study/sweep/sweep_table.hpp"

#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "study/sweep/sweep_journal.hpp"
#include "study/sweep/sweep_map.hpp"
#include "tether/core/error.hpp"
#include "tether/core/whole_file.hpp"

namespace tether::study {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

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
  write_map(directory / "map.html", sweep_map(table));
  std::error_code ignored;
  fs::remove(directory / "sweep.partial.csv", ignored);
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
