#include "station/server/json_fields.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/scenario/toml/toml_text.hpp"

namespace tether::station {
namespace {

using nlohmann::json;

constexpr int kDeepest = 8;  // points of a fixture in a command are four

// before the parser sees it: brackets outside of texts
bool nests_too_deeply(std::string_view text) noexcept {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepest) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

}  // namespace

std::optional<json> object_of(std::string_view message) {
  if (nests_too_deeply(message)) return std::nullopt;
  json parsed = json::parse(message, nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_object()) return std::nullopt;
  return parsed;
}

JsonFields::JsonFields(const json& object, std::string what)
    : object_(object), what_(std::move(what)) {
  if (!object.is_object()) throw core::InputError(what_ + " must be an object");
}

void JsonFields::refuse(const std::string& key, std::string_view must) const {
  throw core::InputError(fmt::format("{}: \"{}\" {}", what_, key, must));
}

void JsonFields::note(const std::string& key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.push_back(key);
}

bool JsonFields::has(const std::string& key) {
  note(key);
  return object_.contains(key);
}

const json& JsonFields::any(const std::string& key) {
  note(key);
  const auto found = object_.find(key);
  if (found == object_.end()) refuse(key, "is missing");
  return *found;
}

double JsonFields::checked(const std::string& key, const json& value, double bound) const {
  if (!value.is_number()) refuse(key, "must hold numbers");
  const auto number = value.get<double>();
  if (!(std::abs(number) <= bound)) refuse(key, fmt::format("must lie within ±{}", bound));
  return number;
}

double JsonFields::number(const std::string& key, double min, double max) {
  const json& value = any(key);
  if (!value.is_number()) refuse(key, "must be a number");
  const auto number = value.get<double>();
  if (!(number >= min && number <= max)) {
    refuse(key, fmt::format("must be from {} to {}", min, max));
  }
  return number;
}

std::int64_t JsonFields::integer(const std::string& key, std::int64_t min, std::int64_t max) {
  const json& value = any(key);
  // a page has only one kind of number: 3.0 is 3
  const double number = value.is_number() ? value.get<double>() : 0.5;
  if (number != std::floor(number) || !(number >= static_cast<double>(min)) ||
      !(number <= static_cast<double>(max))) {
    refuse(key, fmt::format("must be an integer from {} to {}", min, max));
  }
  return static_cast<std::int64_t>(number);
}

bool JsonFields::boolean(const std::string& key) {
  const json& value = any(key);
  if (!value.is_boolean()) refuse(key, "must be true or false");
  return value.get<bool>();
}

std::string JsonFields::text(const std::string& key, std::size_t most) {
  const json& value = any(key);
  if (!value.is_string()) refuse(key, "must be a text");
  const auto& text = value.get_ref<const std::string&>();
  if (text.size() > most) refuse(key, fmt::format("must have at most {} bytes", most));
  return text;
}

std::size_t JsonFields::choice(const std::string& key, const std::vector<std::string>& names) {
  const std::string name = text(key);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    refuse(key, fmt::format("is {}{}", scenario::shown(name), core::suggestion(name, names)));
  }
  return static_cast<std::size_t>(found - names.begin());
}

std::vector<double> JsonFields::numbers(const std::string& key, std::size_t least, std::size_t most,
                                        double bound) {
  const json& value = any(key);
  if (!value.is_array() || value.size() < least || value.size() > most) {
    refuse(key, least == most ? fmt::format("must be {} numbers", least)
                              : fmt::format("must be {} to {} numbers", least, most));
  }
  std::vector<double> numbers;
  numbers.reserve(value.size());
  for (const json& item : value) numbers.push_back(checked(key, item, bound));
  return numbers;
}

std::vector<std::string> JsonFields::texts(const std::string& key, std::size_t most,
                                           std::size_t longest) {
  const json& value = any(key);
  const bool fits =
      value.is_array() && !value.empty() && value.size() <= most &&
      std::all_of(value.begin(), value.end(), [&](const json& item) {
        return item.is_string() && item.get_ref<const std::string&>().size() <= longest;
      });
  if (!fits) refuse(key, fmt::format("must be 1 to {} texts of at most {} bytes", most, longest));
  return value.get<std::vector<std::string>>();
}

spatial::Vector3 JsonFields::vector(const std::string& key, double bound) {
  return Eigen::Map<const spatial::Vector3>(numbers(key, 3, 3, bound).data());
}

std::vector<spatial::Vector3> JsonFields::points(const std::string& key, std::size_t most,
                                                 double bound) {
  const json& value = any(key);
  if (!value.is_array() || value.size() < 2 || value.size() > most) {
    refuse(key, fmt::format("must be 2 to {} points", most));
  }
  std::vector<spatial::Vector3> points;
  points.reserve(value.size());
  for (const json& row : value) {
    if (!row.is_array() || row.size() != 3) refuse(key, "must hold points of three numbers");
    points.emplace_back(checked(key, row[0], bound), checked(key, row[1], bound),
                        checked(key, row[2], bound));
  }
  return points;
}

Eigen::Quaterniond JsonFields::quaternion(const std::string& key) {
  constexpr double kRounding = 1e-2;
  const auto q = numbers(key, 4, 4, 2);
  const Eigen::Quaterniond turn(q[0], q[1], q[2], q[3]);
  if (!(std::abs(turn.norm() - 1) <= kRounding)) refuse(key, "must be of length 1");
  return turn.normalized();
}

void JsonFields::finish() const {
  for (const auto& [key, value] : object_.items()) {
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    throw core::InputError(fmt::format("{} has no field {}{}", what_, scenario::shown(key),
                                       core::suggestion(key, asked_)));
  }
}

}  // namespace tether::station
