// tether register: the frame that brings points measured in one frame onto those of another.
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "tether/core/csv.hpp"
#include "tether/core/error.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/scenario/toml/toml_text.hpp"
#include "tether/spatial/registration.hpp"

namespace tether::apps {
namespace {

using spatial::Registration;

struct RegisterArguments {
  std::string file;
  bool scale = false;
  std::string out;
  std::optional<double> max_residual;  // [mm]
};

struct NamedPairs {
  std::vector<spatial::PointPair> pairs;
  std::vector<std::string> names;
  std::vector<int> lines;
};

constexpr double kMillimetre = 1e-3;
constexpr double kDegree = std::numbers::pi / 180;

double coordinate(const core::CsvTable& table, std::size_t row, std::size_t column) {
  const auto value = table.number(row, column);
  if (!value) table.fail(table.cell(row, column), "expected a number, found nothing");
  return *value;
}

NamedPairs read(const core::CsvTable& table) {
  constexpr std::array<const char*, 6> kColumns{"from_x", "from_y", "from_z",
                                                "to_x",   "to_y",   "to_z"};
  std::array<std::size_t, 6> columns{};
  for (std::size_t i = 0; i < 6; ++i) columns[i] = table.column(kColumns[i]);
  std::optional<std::size_t> name;
  for (std::size_t i = 0; i < table.names().size(); ++i) {
    if (table.names()[i] == "name") name = i;
  }
  NamedPairs read;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    spatial::PointPair pair;
    for (std::size_t i = 0; i < 3; ++i) {
      pair.from[static_cast<int>(i)] = coordinate(table, row, columns[i]);
      pair.to[static_cast<int>(i)] = coordinate(table, row, columns[3 + i]);
    }
    read.pairs.push_back(pair);
    std::string text = name ? core::excerpt(table.cell(row, *name).text) : "";
    read.names.push_back(text.empty() ? fmt::format("{}", row + 1) : text);
    read.lines.push_back(table.cell(row, columns[0]).line);
  }
  return read;
}

[[noreturn]] void refuse(const std::string& file, const NamedPairs& read, const Registration& r) {
  const bool at_pair = r.flaw == spatial::RegistrationFlaw::not_finite;
  throw core::InputError({.file = file, .line = at_pair ? read.lines[r.flawed_pair] : 0},
                         spatial::reason(r));
}

void print_pairs(const NamedPairs& read, const Registration& r, std::optional<double> limit) {
  fmt::print("\n{:<20} {:>13}\n", "pair", "residual [mm]");
  for (std::size_t i = 0; i < read.pairs.size(); ++i) {
    const double residual = r.residuals[i] / kMillimetre;
    fmt::print("{:<20.20} {:>13.3f}{}{}\n", read.names[i], residual,
               i == r.worst_pair ? "  worst" : "",
               limit && residual > *limit ? fmt::format("  above {:g}", *limit) : "");
  }
  fmt::print("{:<20} {:>13.3f}\n", "root mean square", r.rms / kMillimetre);
}

void print_frame(const Registration& r) {
  const Eigen::Quaterniond q = r.pose.quaternion();
  const spatial::Vector3& p = r.pose.position;
  fmt::print("\nto = {}R from + p\n\n", r.scale == 1 ? "" : "s ");
  fmt::print("position p [m]        {:>11.6f} {:>11.6f} {:>11.6f}\n", p.x(), p.y(), p.z());
  fmt::print("quaternion (w x y z)  {:>11.8f} {:>11.8f} {:>11.8f} {:>11.8f}\n", q.w(), q.x(), q.y(),
             q.z());
  if (r.scale != 1) fmt::print("scale s               {:>11.8f}\n", r.scale);
  for (int i = 0; i < 3; ++i) {
    const spatial::Vector3 row = r.scale * r.pose.rotation.row(i).transpose();
    fmt::print("{:<22}{:>11.8f} {:>11.8f} {:>11.8f} {:>11.6f}\n", i == 0 ? "matrix" : "", row.x(),
               row.y(), row.z(), p[i]);
  }
  fmt::print("{:<22}{:>11} {:>11} {:>11} {:>11}\n", "", 0, 0, 0, 1);
}

void print_certainty(const Registration& r, bool scaled) {
  fmt::print("\nHow sure it is (one standard deviation, from residuals and layout)\n");
  fmt::print("position of the centroid  {:.3f} mm\n", r.position_deviation / kMillimetre);
  for (int k = 0; k < 3; ++k) {
    const spatial::Vector3 axis = r.axes.col(k);
    fmt::print("turn about ({:+.2f} {:+.2f} {:+.2f})  {:.3f}°   points spread {:.1f} mm along it\n",
               axis.x(), axis.y(), axis.z(), r.rotation_deviation[k] / kDegree,
               r.spread[k] / kMillimetre);
  }
  if (scaled) fmt::print("scale                     {:.6f}\n", r.scale_deviation);
}

void print_advice(const NamedPairs& read, const Registration& r, spatial::Scaling scaling) {
  if (r.narrow()) {
    fmt::print(
        "\nwarning: the points lie nearly on a line ({:.0f} times as long as wide), so that the "
        "turn about\nit hangs on small errors; add a point well off the line\n",
        r.condition());
  }
  if (r.mirrored) {
    fmt::print(
        "\nwarning: a mirror image would fit far better: an axis of one frame points the wrong "
        "way,\nor two are exchanged\n");
  }
  if (const auto outlier = spatial::find_outlier(read.pairs, r, scaling)) {
    fmt::print(
        "\nhint: pair {} (line {}) does not go with the others: without it the root mean square "
        "falls\nfrom {:.3f} to {:.3f} mm, and it lies {:.3f} mm from where they put it\n",
        read.names[outlier->pair], read.lines[outlier->pair], r.rms / kMillimetre,
        outlier->without.rms / kMillimetre, outlier->distance / kMillimetre);
  }
}

std::string frame_toml(const std::string& file, const Registration& r) {
  using scenario::toml_number;
  const Eigen::Quaterniond q = r.pose.quaternion();
  const auto list = [](const auto&... numbers) {
    std::string text;
    ((text += (text.empty() ? "" : ", ") + toml_number(numbers)), ...);
    return "[" + text + "]";
  };
  const spatial::Matrix3& m = r.pose.rotation;
  std::string rows;
  for (int i = 0; i < 3; ++i) rows += (i > 0 ? ", " : "") + list(m(i, 0), m(i, 1), m(i, 2));
  const spatial::Vector3& p = r.pose.position;
  return fmt::format(
      "# to = scale * rotation * from + position\n"
      "[frame]\n"
      "pairs = {}\n"
      "position = {}  # m\n"
      "rotation = [{}]\n"
      "quaternion = {}  # w x y z, the same turn\n"
      "scale = {}\n"
      "rms_residual = {}  # m\n"
      "worst_residual = {}  # m\n",
      scenario::toml_string(file), list(p.x(), p.y(), p.z()), rows,
      list(q.w(), q.x(), q.y(), q.z()), toml_number(r.scale), toml_number(r.rms),
      toml_number(r.worst));
}

int run(const RegisterArguments& arguments) {
  const auto limit = arguments.max_residual;
  if (limit && !(std::isfinite(*limit) && *limit >= 0)) {
    throw core::InputError("--max-residual must be a number of millimetres, at least 0");
  }
  const auto scaling = arguments.scale ? spatial::Scaling::uniform : spatial::Scaling::none;
  const NamedPairs read = apps::read(core::CsvTable::load(arguments.file));
  const Registration r = spatial::register_points(read.pairs, scaling);
  if (r.flaw != spatial::RegistrationFlaw::none) refuse(arguments.file, read, r);

  fmt::print("{}, {} pairs\n", arguments.file, read.pairs.size());
  print_pairs(read, r, limit);
  print_frame(r);
  print_certainty(r, arguments.scale);
  print_advice(read, r, scaling);
  const bool too_far = limit && r.worst / kMillimetre > *limit;
  if (too_far) {
    fmt::print("\nthe worst residual, {:.3f} mm, is above {:g} mm{}\n", r.worst / kMillimetre,
               *limit, arguments.out.empty() ? "" : fmt::format("; {} not written", arguments.out));
    return kExpectationFailed;
  }
  if (!arguments.out.empty()) {
    core::write_whole(arguments.out, frame_toml(arguments.file, r));
    fmt::print("\nframe  {}\n", arguments.out);
  }
  return kOk;
}

}  // namespace

void add_register(CLI::App& app, int& status) {
  auto arguments = std::make_shared<RegisterArguments>();
  CLI::App* command =
      app.add_subcommand("register", "Find the frame between two sets of measured points");
  command
      ->add_option("pairs", arguments->file,
                   "Table with columns from_x, from_y, from_z, to_x, to_y, to_z [m] and, if there "
                   "is one, name; a row per point, at least three, not on a line")
      ->required()
      ->type_name("PAIRS.csv");
  command->add_flag("--scale", arguments->scale, "Also find a scale");
  command->add_option("--out", arguments->out, "Write the frame to this file")
      ->type_name("FRAME.toml");
  command
      ->add_option("--max-residual", arguments->max_residual,
                   "Largest residual that is good enough; above it no file is written")
      ->type_name("MM");
  command->footer(
      "Exit status: 0 done, 1 the worst residual is above --max-residual, 2 bad input, 3 the file\n"
      "cannot be written.\n\n"
      "Example:  tether register pairs.csv --max-residual 2 --out frame.toml\n\n"
      "          from_x,from_y,from_z,to_x,to_y,to_z,name\n"
      "          0.10,0.00,0.00,0.512,-0.030,0.250,pin A");
  command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace tether::apps
