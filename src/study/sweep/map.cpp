#include "study/sweep/map.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pages.hpp"
#include "tether/report/page.hpp"

namespace tether::study {
namespace {

using nlohmann::ordered_json;

constexpr std::array kRoles{"label", "axis", "repeat", "figure"};

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && at == end ? std::optional(value) : std::nullopt;
}

// a column is one of numbers when each of its cells is one, or none at all
bool is_numeric(const MapData& data, std::size_t column) {
  const auto role = data.columns[column].role;
  // what only distinguishes rows is never computed with, and may have more digits than a double
  if (role == MapColumn::Role::label || role == MapColumn::Role::repeat) return false;
  std::size_t numbers = 0;
  for (const auto& row : data.rows) {
    if (row[column].empty()) continue;
    if (!number_in(row[column])) return false;
    ++numbers;
  }
  return numbers > 0;
}

ordered_json cell(const std::string& text, bool numeric) {
  if (text.empty()) return nullptr;
  if (!numeric) return text;
  const double value = *number_in(text);
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json to_json(const MapData& data) {
  for (const auto& row : data.rows) {
    if (row.size() == data.columns.size()) continue;
    throw std::invalid_argument(
        fmt::format("a row has {} cells, the map {} columns", row.size(), data.columns.size()));
  }
  ordered_json columns = ordered_json::array();
  std::vector<bool> numeric;
  for (std::size_t i = 0; i < data.columns.size(); ++i) {
    const MapColumn& column = data.columns[i];
    numeric.push_back(is_numeric(data, i));
    columns.push_back({{"name", column.name},
                       {"unit", column.unit},
                       {"role", kRoles.at(static_cast<std::size_t>(column.role))},
                       {"type", numeric[i] ? "number" : "text"},
                       {"sampled", column.sampled},
                       {"log", column.log}});
  }
  ordered_json rows = ordered_json::array();
  for (const auto& row : data.rows) {
    ordered_json cells = ordered_json::array();
    for (std::size_t i = 0; i < row.size(); ++i) cells.push_back(cell(row[i], numeric[i]));
    rows.push_back(std::move(cells));
  }
  ordered_json parts = ordered_json::array();
  for (const auto& [part, text] : data.parts) parts.push_back(ordered_json::array({part, text}));
  return {{"title", data.title},
          {"description", data.description},
          {"parts", parts},
          {"columns", columns},
          {"rows", rows},
          {"flag", data.flag},
          {"command", data.command},
          {"made_by", data.made_by}};
}

}  // namespace

std::string render_map(const MapData& data) {
  return report::fill_page(web::map_template(), "map-data", to_json(data));
}

}  // namespace tether::study
