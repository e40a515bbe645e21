// The study of delay in one picture: a row per measure, over the round trip. The first column
// compares methods, the second couplings, the third what links do to the usual pair of them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tether/report/plots/line_panel.hpp"
#include "tether/reproduction/passive_arm/delay_study.hpp"

namespace tether::reproduction {
namespace {

constexpr double kDelayPaper = 960, kDelayLeft = 44, kDelayTop = 128, kDelayPanel = 276,
                 kDelayGap = 34, kDelayHeight = 96, kDelayBetween = 44, kLegendLine = 19,
                 kLegendColumn = 138;
constexpr std::size_t kDelayColours = 6;

// of Okabe & Ito, distinct for every kind of eye; dark where the page is
constexpr const char* kDelayStyle =
    "<style>.paper{fill:#fff}.title{font-weight:600}"
    ".k0{stroke:#0072b2}.k1{stroke:#d55e00}.k2{stroke:#009e73}.k3{stroke:#b0408f}"
    ".k4{stroke:#c79100}.k5{stroke:#888}.curve.k0{stroke-width:3}"
    ".curve.felt{stroke-dasharray:3 3;stroke-width:1.4}"
    ".mark{stroke-width:1.6;fill:currentColor}"
    ".mark.k0{color:#0072b2}.mark.k1{color:#d55e00}.mark.k2{color:#009e73}.mark.k3{color:#b0408f}"
    ".mark.k4{color:#c79100}.mark.k5{color:#888}.mark.ring{fill:none}"
    "@media(prefers-color-scheme:dark){.paper{fill:#161616}"
    ".k0{stroke:#4ea8de}.k1{stroke:#f0803c}.k2{stroke:#2fc79a}.k3{stroke:#e08cc8}"
    ".k4{stroke:#f0c040}.k5{stroke:#999}"
    ".mark.k0{color:#4ea8de}.mark.k1{color:#f0803c}.mark.k2{color:#2fc79a}.mark.k3{color:#e08cc8}"
    ".mark.k4{color:#f0c040}.mark.k5{color:#999}}</style>\n";

struct DelayRow {
  std::string_view title;
  DelayMeasure measure;
  double from, to;
  std::vector<double> ticks;
};

const std::vector<DelayRow>& delay_rows() {
  static const std::vector<DelayRow> rows{
      {"way of the follower over that of the hand, free motion (at least 0.95)",
       DelayMeasure::reach,
       0,
       1.2,
       {0, 0.5, 1}},
      {"force at the wall while it is held [N]: touched, and felt (dotted)",
       DelayMeasure::touched,
       0,
       20,
       {0, 5, 10, 15, 20}},
      {"force that is felt though nothing is touched [N] (at most 0.5)",
       DelayMeasure::phantom,
       0,
       10,
       {0, 5, 10}},
      {"force on the hand in free motion [N] (at most 0.8)",
       DelayMeasure::free_force,
       0,
       10,
       {0, 5, 10}},
      {"largest contact force over that without delay (at most 1.5)",
       DelayMeasure::peak_share,
       0,
       6,
       {0, 2, 4, 6}},
      {"lag beyond that of the link, free motion [s] (at most 0.05)",
       DelayMeasure::lag,
       -0.1,
       0.3,
       {-0.1, 0, 0.1, 0.2, 0.3}}};
  return rows;
}

struct DelayLine {
  std::string label;
  std::size_t colour = 0;
  std::vector<const DelayCell*> cells;
};

struct DelayColumn {
  std::string title;
  std::vector<DelayLine> lines;
};

// the usual one if the study has it
template <class Of>
std::string usual(const DelayStudy& study, const char* wanted, Of of) {
  const bool there = std::ranges::find(study.cells, wanted, of) != study.cells.end();
  return there || study.cells.empty() ? wanted : std::string(of(study.cells.front()));
}

// a line for every value of what differs among the cells that are chosen
template <class Chosen, class Of>
DelayColumn column_of(const DelayStudy& study, std::string title, const std::string& first,
                      Chosen chosen, Of of) {
  DelayColumn column{.title = std::move(title), .lines = {{.label = first}}};
  for (const DelayCell& cell : study.cells) {
    if (!chosen(cell) || cell.sessions == 0) continue;
    auto line = std::ranges::find(column.lines, of(cell), &DelayLine::label);
    if (line == column.lines.end()) {
      line = column.lines.insert(line, {.label = of(cell)});
    }
    line->cells.push_back(&cell);
  }
  std::erase_if(column.lines, [](const DelayLine& line) { return line.cells.empty(); });
  for (std::size_t i = 0; i < column.lines.size(); ++i) {
    column.lines[i].colour = std::min(i, kDelayColours - 1);
  }
  return column;
}

std::vector<DelayColumn> delay_columns(const DelayStudy& study) {
  const auto coupling_of = [](const DelayCell& cell) { return cell.coupling; };
  const auto method_of = [](const DelayCell& cell) { return cell.method; };
  const auto impairment_of = [](const DelayCell& cell) { return cell.impairment; };
  const std::string coupling = usual(study, "auto", coupling_of);
  const std::string method = usual(study, "two-layer", method_of);
  const std::string impairment = usual(study, "none", impairment_of);
  std::vector<DelayColumn> columns{
      column_of(
          study, fmt::format("methods, with {}", coupling), method,
          [&](const DelayCell& cell) {
            return cell.coupling == coupling && cell.impairment == impairment;
          },
          method_of),
      column_of(
          study, fmt::format("couplings, with {}", method), coupling,
          [&](const DelayCell& cell) {
            return cell.method == method && cell.impairment == impairment;
          },
          coupling_of),
      column_of(
          study, fmt::format("links, with {} and {}", coupling, method), impairment,
          [&](const DelayCell& cell) { return cell.coupling == coupling && cell.method == method; },
          impairment_of)};
  // without any method: grey
  for (DelayLine& line : columns.front().lines) {
    if (line.label != "none") continue;
    for (DelayLine& other : columns.front().lines) {
      if (other.colour > line.colour) --other.colour;
    }
    line.colour = kDelayColours - 1;
  }
  return columns;
}

double left_of(std::size_t column) {
  return kDelayLeft + static_cast<double>(column) * (kDelayPanel + kDelayGap);
}
double top_of(std::size_t row) {
  return kDelayTop + static_cast<double>(row) * (kDelayHeight + kDelayBetween);
}

std::vector<double> round_trips_of(const DelayStudy& study) {
  std::vector<double> all;
  for (const DelayCell& cell : study.cells) all.push_back(cell.round_trip);
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

// of one measure of one line; round trips stand side by side, as far apart as their numbers
std::string delay_curve(const report::LinePanel& panel, const DelayLine& line, DelayMeasure measure,
                        std::string_view more, const std::vector<double>& round_trips) {
  std::vector<Eigen::Vector2d> points;
  std::string marks;
  for (const DelayCell* cell : line.cells) {
    const study::Moments& figure = cell->figure(measure);
    if (figure.n == 0) continue;
    const auto at = std::ranges::find(round_trips, cell->round_trip) - round_trips.begin();
    points.emplace_back(static_cast<double>(at), figure.mean);
    if (!more.empty()) continue;
    const bool kept = cell->passive == cell->sessions;
    marks += fmt::format(
        "<circle class=\"mark k{}{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}, {:g} s: "
        "{:.3g} ± {:.2g}</title></circle>\n",
        line.colour, kept ? "" : " ring", panel.at_x(points.back().x()),
        panel.at_y(points.back().y()),
        !kept              ? 5.0
        : line.colour == 0 ? 3.2
                           : 2.6,
        line.label, cell->round_trip, figure.mean, figure.deviation);
  }
  return panel.curve(fmt::format("k{}{}", line.colour, more), points) + marks;
}

std::string delay_panel(const DelayColumn& column, std::size_t across, std::size_t down,
                        const std::vector<double>& round_trips) {
  const DelayRow& row = delay_rows()[down];
  const double last = static_cast<double>(round_trips.size()) - 1;
  const report::LinePanel panel{
      .left = left_of(across),
      .top = top_of(down),
      .width = kDelayPanel,
      .height = kDelayHeight,
      .x = {.from = -0.25, .to = last + 0.25, .ticks = {}, .logarithmic = false},
      .y = {.from = row.from, .to = row.to, .ticks = row.ticks, .logarithmic = false}};
  std::string svg = panel.frame("");
  for (const DelayBound& bound : delay_bounds()) {
    if (bound.measure != row.measure) continue;
    svg += panel.level(std::isfinite(bound.least) ? bound.least : bound.most, "");
  }
  // the usual one on top, and what is felt on top of what is touched
  const auto draw = [&](DelayMeasure measure, std::string_view more) {
    for (std::size_t i = column.lines.size(); i-- > 0;) {
      svg += delay_curve(panel, column.lines[i], measure, more, round_trips);
    }
  };
  draw(row.measure, "");
  if (row.measure == DelayMeasure::touched) draw(DelayMeasure::felt, " felt");
  return svg;
}

std::string delay_legend(const DelayColumn& column, std::size_t across) {
  std::string svg =
      report::svg_text(left_of(across), 24, "start", column.title, " class=\"title\"");
  for (std::size_t i = 0; i < column.lines.size(); ++i) {
    const double x = left_of(across) + kLegendColumn * static_cast<double>(i % 2);
    const double y = 46 + kLegendLine * static_cast<double>(i / 2);
    svg += fmt::format("<path class=\"curve k{}\" d=\"M{:.1f} {:.1f}h20\"/>\n",
                       column.lines[i].colour, x, y - 4);
    svg += report::svg_text(x + 26, y, "start", column.lines[i].label);
  }
  return svg;
}

}  // namespace

std::string delay_figure(const DelayStudy& study) {
  const auto round_trips = round_trips_of(study);
  const auto columns = delay_columns(study);
  const std::size_t rows = delay_rows().size();
  const double height = top_of(rows - 1) + kDelayHeight + 62;
  std::string svg = fmt::format("{}<rect class=\"paper\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n",
                                kDelayStyle, kDelayPaper, height);
  for (std::size_t across = 0; across < columns.size(); ++across) {
    svg += delay_legend(columns[across], across);
    for (std::size_t down = 0; down < rows; ++down) {
      svg += delay_panel(columns[across], across, down, round_trips);
    }
    for (std::size_t i = 0; i < round_trips.size(); ++i) {
      const double last = static_cast<double>(round_trips.size()) - 1;
      const report::LinePanel below{
          .left = left_of(across), .width = kDelayPanel, .x = {.from = -0.25, .to = last + 0.25}};
      svg +=
          report::svg_text(below.at_x(static_cast<double>(i)), top_of(rows - 1) + kDelayHeight + 17,
                           "middle", fmt::format("{:g}", round_trips[i]));
    }
    svg += report::svg_text(left_of(across) + kDelayPanel / 2, top_of(rows - 1) + kDelayHeight + 36,
                            "middle", "round trip [s]");
  }
  for (std::size_t down = 0; down < rows; ++down) {
    svg += report::svg_text(kDelayLeft, top_of(down) - 14, "start", delay_rows()[down].title);
  }
  svg += report::svg_text(kDelayLeft, height - 8, "start",
                          "Simulated. Means over seeds and operators; a ring: not every "
                          "session was certified passive; what lies outside is drawn at the "
                          "border.");
  return report::svg_figure(kDelayPaper, height, svg);
}

}  // namespace tether::reproduction
