// The report of a session: one html file that needs nothing besides itself. The page comes from
// web/ and is carried inside the program; here it gets its data, one JSON document.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tether/report/plots/drive_map.hpp"

namespace tether::report {

// One line of a plot. The role gives the colour: "leader", "follower", "error", "limit", "other".
struct PlotSeries {
  std::string label;
  std::string role;
  std::vector<float> data;  // in the unit of the plot; NaN leaves a gap
};

// An axis in place of time, as for a histogram.
struct PlotAxis {
  std::string label;
  std::string unit;
  std::vector<float> data;
};

// A bound that is drawn across the whole plot, in its unit.
struct PlotLimit {
  std::string label;
  double value = 0;
};

// Plots of one group stand together under its name.
struct Plot {
  std::string id;  // unique, snake_case
  std::string group;
  std::string title;
  std::string unit;  // as shown: "mm", "N", "deg", ...
  std::vector<PlotSeries> series;
  // metrics whose [expect] bounds are drawn in this plot
  std::vector<std::string> metrics = {};
  std::vector<PlotLimit> limits = {};
  std::optional<PlotAxis> x = {};
  bool bars = false;  // bars instead of lines
};

// NOLINTNEXTLINE(bugprone-exception-escape): moving JSON throws only on a broken invariant
struct ReportData {
  nlohmann::ordered_json summary;  // content of summary.json
  std::string title;
  std::string description;                                 // one sentence
  std::vector<std::pair<std::string, std::string>> parts;  // {"Leader", "omega.7 (simulated)"}, ...
  std::vector<std::string> left_out = {};  // metrics that do not apply, not in the tables
  std::string scenario_text;
  std::string command;  // that runs the session again
  std::vector<float> time_s;
  std::vector<Plot> plots;  // series without an axis of their own have the size of time_s
  std::optional<DriveMap> drive = {};  // of a session that drove a course: the map from above
};

// The page with the data in it, as text. Throws std::invalid_argument when a series and its axis
// differ in length.
std::string render_report(const ReportData& data);

// Writes the page to the path at once: the old file, if any, stays until the new one is complete.
// Throws core::IoError.
void write_report(const std::filesystem::path& path, const ReportData& data);

// Thins a set of signals while they come, for a plot: at most max_points remain, and no extreme is
// lost. Samples are gathered in bins of equal size; a bin leaves two points, the least and the
// greatest value of each signal in the order in which they occurred, at two times that all signals
// share: those of the first and the middle sample of the bin. An extreme is thus drawn less than
// one bin from where it was. When the points run out, bins are joined in pairs, so that the number
// of samples to come need not be known.
// A value that is not finite is skipped; a bin of nothing else leaves a gap (NaN).
class Decimator {
 public:
  explicit Decimator(std::size_t signals, std::size_t max_points = 6000);

  // One value per signal; times ascend [s]. No heap: all memory is taken at the start.
  void add(double time_s, std::span<const float> values) noexcept;

  // what the plots need, the unfinished last bin included
  std::vector<float> time_s() const { return kept(time_s_); }
  std::vector<float> signal(std::size_t index) const { return kept(signals_.at(index)); }

 private:
  void start_bin() noexcept;
  void join_bins() noexcept;
  std::vector<float> kept(const std::vector<float>& points) const;

  std::size_t max_points_;
  std::size_t bin_size_ = 2;  // samples per bin; a bin of two keeps both
  std::size_t in_bin_ = 2;    // samples in the last bin so far
  // two points per bin
  std::vector<float> time_s_;
  std::vector<std::vector<float>> signals_;
};

}  // namespace tether::report
