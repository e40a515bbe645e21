#include "tether/reproduction/store.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tether/core/whole_file.hpp"

namespace tether::reproduction {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 7> kAims{"lower",    "higher", "same", "at_most",
                                                "at_least", "below",  "above"};
constexpr std::array<std::string_view, 5> kOrigins{"unstated", "measured", "input", "fitted",
                                                   "by_construction"};

Json figure_json(const std::optional<Figure>& figure) {
  if (!figure) return nullptr;
  const auto error = standard_error(*figure);
  return {{"value", figure->value},
          {"spread", figure->spread ? Json(*figure->spread) : Json(nullptr)},
          {"n", figure->n},
          {"kind", to_string(figure->kind)},
          {"standard_error", error ? Json(*error) : Json(nullptr)}};
}

// what is not finite is null in JSON
double number(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

// the place of a name among those there are
template <class Enum, std::size_t kCount>
Enum named(const std::array<std::string_view, kCount>& names, const Json& json) {
  const auto found = std::ranges::find(names, json.get<std::string>());
  if (found == names.end()) throw std::invalid_argument("no such name");
  return static_cast<Enum>(found - names.begin());
}

std::optional<Figure> figure_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  Figure figure{.value = number(json.at("value"))};
  if (!json.at("spread").is_null()) figure.spread = json.at("spread").get<double>();
  figure.n = json.at("n").get<std::size_t>();
  figure.kind = named<FigureKind>(kFigureKinds, json.at("kind"));
  return figure;
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
  const auto p = p_value(row);
  return {{"id", row.id},
          {"document", row.id.empty() ? 0 : row.id.front() - '0'},
          {"quantity", row.quantity},
          {"unit", row.unit},
          {"source", row.source},
          {"theirs", figure_json(row.theirs)},
          {"ours", figure_json(row.ours)},
          {"ratio", of ? Json(*of) : Json(nullptr)},
          {"p", p ? Json(*p) : Json(nullptr)},
          {"origin", kOrigins.at(static_cast<std::size_t>(row.origin))},
          {"origin_note", row.origin_note},
          {"aim", kAims.at(static_cast<std::size_t>(row.aim))},
          {"resolution", row.resolution},
          {"verdict", to_string(judge(row))},
          {"reason", reason(row)},
          {"not_comparable", row.not_comparable},
          {"cause", row.cause},
          {"remark", row.remark}};
}

Row row_from_json(const Json& json) {
  return {.id = json.at("id").get<std::string>(),
          .quantity = json.at("quantity").get<std::string>(),
          .unit = json.at("unit").get<std::string>(),
          .source = json.at("source").get<std::string>(),
          .theirs = figure_from(json.at("theirs")),
          .ours = figure_from(json.at("ours")),
          .origin = named<Origin>(kOrigins, json.at("origin")),
          .origin_note = json.at("origin_note").get<std::string>(),
          .aim = named<Aim>(kAims, json.at("aim")),
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
  core::write_whole(file_of(finished.id, options), json.dump(1) + "\n");
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
