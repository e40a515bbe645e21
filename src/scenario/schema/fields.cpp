#include "tether/scenario/schema/fields.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>
#include <fmt/format.h>

namespace tether::scenario {

namespace {

// figures in a file are rounded; beyond this a matrix is not what it should be
constexpr double kMatrixTolerance = 1e-6;

using Row = Eigen::Matrix<double, Eigen::Dynamic, 1>;
using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

template <class Vector>
std::vector<double> listed(const Vector& vector) {
  return {vector.data(), vector.data() + vector.size()};
}

std::vector<double> listed(const Eigen::Matrix3d& matrix) {
  const RowMajor3 rows = matrix;
  return {rows.data(), rows.data() + rows.size()};
}

Eigen::Map<const Row> as_vector(const std::vector<double>& values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

Eigen::Matrix3d as_matrix3(const std::vector<double>& values) {
  return Eigen::Map<const RowMajor3>(values.data());
}

template <class T>
std::vector<double> listed(const std::optional<T>& value) {
  return value ? listed(*value) : std::vector<double>();
}

NumberSpec in_seconds(NumberSpec spec) {
  // what fits in nanoseconds, rounded down
  static constexpr double kLongest = 9e9;  // [s]
  spec.unit = "s";
  spec.min = std::max(spec.min, -kLongest);
  spec.max = std::min(spec.max, kLongest);
  return spec;
}

}  // namespace

const std::string& Fields::file(const std::string& path, const std::function<std::string()>& read) {
  auto& content = (*files_)[path];
  if (!content) content = std::make_shared<const std::string>(read());
  return *content;
}

std::string must_be_rotation(const Eigen::Matrix3d& matrix) {
  const bool orthonormal =
      (matrix * matrix.transpose() - Eigen::Matrix3d::Identity()).norm() < kMatrixTolerance;
  if (orthonormal && matrix.determinant() > 0) return "";
  return "must be a rotation: orthonormal rows, determinant 1";
}

void Fields::number(std::string_view key, double& value, const NumberSpec& spec) {
  visit({key}, value, spec);
}

void Fields::number(std::string_view key, Maybe<double>& value, const NumberSpec& spec) {
  double given = value.value_or(0);
  if (visit({key, value.has_value()}, given, spec)) value = given;
}

void Fields::duration(std::string_view key, core::Duration& value, const NumberSpec& spec) {
  double given = core::seconds(value);
  if (visit({key}, given, in_seconds(spec))) value = core::duration_from_seconds(given);
}

void Fields::vector3(std::string_view key, Eigen::Vector3d& value, const NumberSpec& spec) {
  std::vector<double> given = listed(value);
  if (visit({key}, given, spec, {{}, {3, 3}})) value = as_vector(given);
}

void Fields::vector3(std::string_view key, Maybe<Eigen::Vector3d>& value, const NumberSpec& spec) {
  std::vector<double> given = listed(value);
  if (visit({key, value.has_value()}, given, spec, {{}, {3, 3}})) value = as_vector(given);
}

void Fields::matrix3(std::string_view key, Eigen::Matrix3d& value, const NumberSpec& spec,
                     MatrixCheck property) {
  Maybe<Eigen::Matrix3d> given = value;
  matrix3(key, given, spec, property);
  value = *given;
}

void Fields::matrix3(std::string_view key, Maybe<Eigen::Matrix3d>& value, const NumberSpec& spec,
                     MatrixCheck property) {
  std::vector<double> given = listed(value);
  if (!visit({key, value.has_value()}, given, spec, {{3, 3}, {3, 3}})) return;
  value = as_matrix3(given);
  const std::string wrong = property != nullptr ? property(*value) : "";
  check(wrong.empty(), key, fmt::format("{} {}", key, wrong));
}

void Fields::points(std::string_view key, std::vector<Eigen::Vector3d>& value,
                    const NumberSpec& spec, Count count) {
  std::vector<double> given;
  for (const Eigen::Vector3d& point : value) {
    given.insert(given.end(), point.data(), point.data() + point.size());
  }
  if (!visit({key, !given.empty()}, given, spec, {count, {3, 3}})) return;
  value.clear();
  for (std::size_t i = 0; i < given.size(); i += 3) {
    value.emplace_back(given[i], given[i + 1], given[i + 2]);
  }
}

void Fields::joints(std::string_view key, robot::JointVector& value, const NumberSpec& spec,
                    Count count) {
  std::vector<double> given = listed(value);
  if (visit({key, !given.empty()}, given, spec, {{}, count})) value = as_vector(given);
}

void Fields::joints(std::string_view key, Maybe<robot::JointVector>& value, const NumberSpec& spec,
                    Count count) {
  std::vector<double> given = listed(value);
  if (visit({key, value.has_value()}, given, spec, {{}, count})) value = as_vector(given);
}

void Fields::numbers(std::string_view key, std::vector<double>& value, const NumberSpec& spec,
                     Count count) {
  visit({key}, value, spec, {{}, count});
}

void Fields::boolean(std::string_view key, bool& value, const TextSpec& spec) {
  visit({key}, value, spec);
}

void Fields::boolean(std::string_view key, Maybe<bool>& value, const TextSpec& spec) {
  bool given = value.value_or(false);
  if (visit({key, value.has_value()}, given, spec)) value = given;
}

void Fields::text(std::string_view key, std::string& value, const TextSpec& spec) {
  visit({key, !value.empty()}, value, spec);
}

void Fields::text(std::string_view key, Maybe<std::string>& value, const TextSpec& spec) {
  std::string given = value.value_or("");
  if (visit({key, value.has_value()}, given, spec)) value = given;
}

void Fields::texts(std::string_view key, std::vector<std::string>& value, const TextSpec& spec,
                   Count count) {
  visit({key}, value, spec, count);
}

void Fields::choice(std::string_view key, std::string& value, const std::vector<std::string>& names,
                    const ChoiceSpec& spec) {
  if (!spec.or_file.empty() && given_text(key).ends_with(spec.or_file)) {
    visit({key}, value, {.help = spec.help, .required = spec.required});
    return;
  }
  const auto found = std::find(names.begin(), names.end(), value);
  const bool has_default = found != names.end();
  auto index = has_default ? static_cast<std::size_t>(found - names.begin()) : 0;
  if (visit({key, has_default}, index, names, spec)) value = names.at(index);
}

void Fields::table(std::string_view key, const Describe& describe, const TextSpec& spec) {
  visit_table(key, describe, spec, false);
}

void Fields::check_fits(std::string_view key, std::int64_t value, IntegerSpec limits) const {
  check(within(limits, value), key,
        fmt::format("{} must be {}, found {}", key, bounds(limits), value));
}

}  // namespace tether::scenario
