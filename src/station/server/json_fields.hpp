// Reads one JSON object that came from outside, field by field: every field has to be of its kind
// and within its bounds, and none may be left over. What is wrong becomes one core::InputError for
// people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

#include "tether/spatial/vectors.hpp"

namespace tether::station {

// The message as an object; nothing when it is no JSON, no object, or nests deeper than commands
// do.
std::optional<nlohmann::json> object_of(std::string_view message);

class JsonFields {
 public:
  // `what` is how messages name the object: "hold"
  JsonFields(const nlohmann::json& object, std::string what);

  // a field that may be left out
  bool has(const std::string& key);
  double number(const std::string& key, double min, double max);
  std::int64_t integer(const std::string& key, std::int64_t min, std::int64_t max);
  bool boolean(const std::string& key);
  std::string text(const std::string& key, std::size_t most = 100);
  // one of these
  std::size_t choice(const std::string& key, const std::vector<std::string>& names);
  std::vector<double> numbers(const std::string& key, std::size_t least, std::size_t most,
                              double bound);
  std::vector<std::string> texts(const std::string& key, std::size_t most, std::size_t longest);
  spatial::Vector3 vector(const std::string& key, double bound);
  std::vector<spatial::Vector3> points(const std::string& key, std::size_t most, double bound);
  // w first; of length 1, but for rounding
  Eigen::Quaterniond quaternion(const std::string& key);
  // an object, or whatever else it is
  const nlohmann::json& any(const std::string& key);

  // throws unless all fields of the object were asked for
  void finish() const;
  [[noreturn]] void refuse(const std::string& key, std::string_view must) const;

 private:
  void note(const std::string& key);
  double checked(const std::string& key, const nlohmann::json& value, double bound) const;

  const nlohmann::json& object_;
  std::string what_;
  std::vector<std::string> asked_;
};

}  // namespace tether::station
