#include "tether/reproduction/store.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tether/study/whole_file.hpp"

namespace tether::reproduction {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> kAims{"lower", "higher", "same", "at_most", "at_least"};

Json figure_json(const std::optional<Figure>& figure) {
  if (!figure) return nullptr;
  Json json{{"value", figure->value}};
  json["spread"] = figure->spread ? Json(*figure->spread) : Json(nullptr);
  return json;
}

// what is not finite is null in JSON
double number(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

std::optional<Figure> figure_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  Figure figure{.value = number(json.at("value"))};
  if (!json.at("spread").is_null()) figure.spread = json.at("spread").get<double>();
  return figure;
}

Aim aim_from(const std::string& name) {
  const auto found = std::ranges::find(kAims, name);
  if (found == kAims.end()) throw std::invalid_argument("no aim");
  return static_cast<Aim>(found - kAims.begin());
}

std::filesystem::path file_of(const std::string& id, const RunOptions& options) {
  return store_of(options) / (id + ".json");
}

Finished finished_from(const Json& json) {
  Finished finished{.id = json.at("id").get<std::string>()};
  for (const Json& row : json.at("rows")) finished.rows.push_back(row_from_json(row));
  for (const Json& file : json.at("files")) finished.files.emplace_back(file.get<std::string>());
  finished.seconds = json.at("seconds").get<double>();
  finished.when = json.at("when").get<std::string>();
  finished.taken_over = true;
  return finished;
}

}  // namespace

Json to_json(const Row& row) {
  const auto of = ratio(row);
  return {{"id", row.id},
          {"document", row.document},
          {"quantity", row.quantity},
          {"unit", row.unit},
          {"source", row.source},
          {"theirs", figure_json(row.theirs)},
          {"ours", figure_json(row.ours)},
          {"ratio", of ? Json(*of) : Json(nullptr)},
          {"aim", kAims.at(static_cast<std::size_t>(row.aim))},
          {"resolution", row.resolution},
          {"verdict", to_string(judge(row))},
          {"not_comparable", row.not_comparable},
          {"cause", row.cause},
          {"remark", row.remark}};
}

Row row_from_json(const Json& json) {
  return {.document = json.at("document").get<int>(),
          .id = json.at("id").get<std::string>(),
          .quantity = json.at("quantity").get<std::string>(),
          .unit = json.at("unit").get<std::string>(),
          .source = json.at("source").get<std::string>(),
          .theirs = figure_from(json.at("theirs")),
          .ours = figure_from(json.at("ours")),
          .aim = aim_from(json.at("aim").get<std::string>()),
          .resolution = json.at("resolution").get<double>(),
          .not_comparable = json.at("not_comparable").get<std::string>(),
          .cause = json.at("cause").get<std::string>(),
          .remark = json.at("remark").get<std::string>()};
}

std::filesystem::path store_of(const RunOptions& options) {
  return options.out / (options.quick ? "quick" : "full");
}

void save(const Finished& finished, const RunOptions& options) {
  Json rows = Json::array(), files = Json::array();
  for (const Row& row : finished.rows) rows.push_back(to_json(row));
  for (const auto& file : finished.files) files.push_back(file.string());
  const Json json{{"id", finished.id},
                  {"version", options.version},
                  {"mode", options.quick ? "quick" : "full"},
                  {"when", finished.when},
                  {"seconds", finished.seconds},
                  {"files", std::move(files)},
                  {"rows", std::move(rows)}};
  study::write_whole(file_of(finished.id, options), json.dump(1) + "\n");
}

Loaded load(const std::string& id, const RunOptions& options) {
  const auto path = file_of(id, options);
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  const std::string text(std::istreambuf_iterator<char>(file), {});
  try {
    const Json json = Json::parse(text);
    const auto version = json.at("version").get<std::string>();
    if (version != options.version) {
      return {{}, fmt::format("{} is of version {}", path.string(), version)};
    }
    Finished finished = finished_from(json);
    if (finished.id != id || json.at("mode") != (options.quick ? "quick" : "full")) {
      return {{}, fmt::format("{} is of another run", path.string())};
    }
    return {std::move(finished), ""};
  } catch (const std::exception&) {
    return {{}, fmt::format("{} is damaged", path.string())};
  }
}

}  // namespace tether::reproduction
