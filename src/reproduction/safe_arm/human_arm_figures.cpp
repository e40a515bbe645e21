#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tether/report/plots/line_panel.hpp"
#include "tether/report/text_table.hpp"
#include "tether/reproduction/safe_arm/human_arm_study.hpp"
#include "tether/robot/human_arm.hpp"

namespace tether::reproduction {
namespace {

constexpr int kArmWidth = 720;

std::string figure(double height, std::string_view title, std::string_view content) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 "
      "{0} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
      "<rect width=\"{0}\" height=\"{1:.0f}\" fill=\"#fff\"/>\n"
      "<text x=\"8\" y=\"20\" font-size=\"14\">{2}</text>\n{3}</svg>\n",
      kArmWidth, height, title, content);
}

std::string rectangle(double x, double y, double width, double height, std::string_view fill) {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
      width, height, fill);
}

// the document and the four readings: colours of Okabe & Ito, distinct for every kind of eye
constexpr std::array kBarColours{"#000000", "#0072b2", "#e69f00", "#56b4e9", "#d55e00"};

struct Histogram {
  static constexpr double kLeft = 44, kTop = 92, kPanel = 206, kGap = 18, kHeight = 170;
  static constexpr double kBar = 11, kBin = kPanel / kForceBins;

  static double left(int axis) { return kLeft + axis * (kPanel + kGap); }
  static double y(double share) { return kTop + kHeight * (1 - share); }
};

std::string histogram_bars(const HumanArmStudy& study, int axis) {
  std::string svg;
  for (std::size_t who = 0; who < kBarColours.size(); ++who) {
    const ForceShares shares =
        who == 0 ? documented_shares(axis) : force_shares(study, who - 1, axis);
    for (std::size_t bin = 0; bin < kForceBins; ++bin) {
      const double x = Histogram::left(axis) + static_cast<double>(bin) * Histogram::kBin +
                       (Histogram::kBin - kBarColours.size() * Histogram::kBar) / 2 +
                       static_cast<double>(who) * Histogram::kBar;
      // a share of none is still a line: seen, not missing
      const double height = std::max(Histogram::kHeight * shares[bin], 1.0);
      svg +=
          rectangle(x, Histogram::y(0) - height, Histogram::kBar - 1.5, height, kBarColours[who]);
    }
  }
  return svg;
}

std::string histogram_panel(const HumanArmStudy& study, int axis) {
  const double left = Histogram::left(axis);
  std::string svg =
      report::svg_text(left + Histogram::kPanel / 2, Histogram::kTop - 10, "middle",
                       fmt::format("F{}", report::kAxes[static_cast<std::size_t>(axis)]));
  for (int i = 0; i <= 4; ++i) {
    const double y = Histogram::y(i / 4.0);
    svg += fmt::format("<path d=\"M{:.1f} {:.1f}h{}\" stroke=\"#ddd\"/>\n", left, y,
                       Histogram::kPanel);
    if (axis == 0) svg += report::svg_text(left - 5, y + 4, "end", fmt::format("{}", 25 * i));
  }
  svg += histogram_bars(study, axis);
  svg += fmt::format("<path d=\"M{:.1f} {:.1f}h{}\" stroke=\"#444\"/>\n", left, Histogram::y(0),
                     Histogram::kPanel);
  constexpr std::array kBins{"0–140", "140–280", "280–420"};
  for (std::size_t bin = 0; bin < kForceBins; ++bin) {
    svg += report::svg_text(left + (static_cast<double>(bin) + 0.5) * Histogram::kBin,
                            Histogram::y(0) + 16, "middle", kBins[bin]);
  }
  return svg;
}

// cividis, the same to eyes that miss a colour; five of its colours, straight between them
std::string force_colour(double force) {
  constexpr std::array<std::array<double, 3>, 5> kScale{
      {{0, 34, 78}, {65, 77, 107}, {124, 123, 120}, {188, 175, 111}, {254, 232, 56}}};
  const double at = std::clamp(force / kStrongest, 0.0, 1.0) * (kScale.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(at), kScale.size() - 2);
  const double share = at - static_cast<double>(below);
  std::array<int, 3> rgb{};
  for (std::size_t i = 0; i < 3; ++i) {
    rgb[i] = static_cast<int>(
        std::lround(kScale[below][i] + share * (kScale[below + 1][i] - kScale[below][i])));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]);
}

// seen from above, forward (−z) up and right (−y) to the right
struct Slice {
  static constexpr double kLeft = 140, kTop = 98, kPanel = 176, kGap = 14;
  static constexpr double kShown = 0.5;  // from the shoulder to the borders [m]
  static constexpr double kScale = kPanel / (2 * kShown);

  static double left(int axis) { return kLeft + axis * (kPanel + kGap); }
  static double top(std::size_t reading) {
    return kTop + static_cast<double>(reading) * (kPanel + kGap);
  }
};

std::string slice_panel(const HumanArmStudy& study, std::size_t reading, int axis) {
  const double left = Slice::left(axis), top = Slice::top(reading);
  const double side = kBoxSide * Slice::kScale;
  std::string svg = rectangle(left, top, Slice::kPanel, Slice::kPanel, "#f4f4f4");
  const double middle_x = left + Slice::kPanel / 2, middle_y = top + Slice::kPanel / 2;
  for (const ForceBox& box : study.boxes) {
    if (box.index[0] != 0) continue;
    const spatial::Vector3 centre = box.centre();
    svg += rectangle(middle_x - centre.y() * Slice::kScale - side / 2,
                     middle_y + centre.z() * Slice::kScale - side / 2, side - 0.6, side - 0.6,
                     force_colour(box.force[reading][axis]));
  }
  // how far the straight arm reaches, and the shoulder
  svg += fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"none\" stroke=\"#888\"/>\n",
      middle_x, middle_y, (robot::kUpperArm + robot::kForearm) * Slice::kScale);
  return svg + fmt::format("<path d=\"M{:.1f} {:.1f}h10m-5 -5v10\" stroke=\"#222\"/>\n",
                           middle_x - 5, middle_y);
}

std::string slice_row(const HumanArmStudy& study, std::size_t reading) {
  const ForceReading what = kForceReadings[reading];
  const double middle = Slice::top(reading) + Slice::kPanel / 2;
  std::string svg = report::svg_text(8, middle - 8, "start", what.at_hand ? "at" : "through");
  svg += report::svg_text(8, middle + 7, "start", what.at_hand ? "the hand," : "the shoulder,");
  svg += report::svg_text(8, middle + 22, "start", what.hand_axes ? "hand axes" : "base axes");
  for (int axis = 0; axis < 3; ++axis) svg += slice_panel(study, reading, axis);
  for (const int cm : {-40, 0, 40}) {
    svg += report::svg_text(Slice::kLeft - 4, middle + 4 - cm / 100.0 * Slice::kScale, "end",
                            fmt::format("{}", cm), " font-size=\"10\"");
  }
  return svg;
}

std::string colour_legend(double x, double y) {
  constexpr int kSteps = 40;
  constexpr double kStep = 4, kHeight = 10;
  std::string svg;
  for (int i = 0; i < kSteps; ++i) {
    svg += rectangle(x + i * kStep, y, kStep + 0.3, kHeight,
                     force_colour((i + 0.5) * kStrongest / kSteps));
  }
  for (const double force : {0.0, kForceLimit, 2 * kForceLimit, kStrongest}) {
    const double at = x + force / kStrongest * kSteps * kStep;
    svg += fmt::format("<path d=\"M{:.1f} {:.1f}v4\" stroke=\"#222\"/>\n", at, y + kHeight);
    svg += report::svg_text(at, y + kHeight + 14, "middle",
                            fmt::format("{:.0f}{}", force, force == kStrongest ? " N" : ""),
                            " font-size=\"10\"");
  }
  return svg;
}

}  // namespace

std::string force_histogram_figure(const HumanArmStudy& study) {
  std::string svg;
  constexpr std::array<double, 5> kLegend{44, 134, 310, 134, 310};
  for (std::size_t who = 0; who < kBarColours.size(); ++who) {
    const double y = who < 3 ? 42 : 60;
    svg += rectangle(kLegend[who], y - 9, 10, 10, kBarColours[who]);
    svg += report::svg_text(kLegend[who] + 15, y, "start",
                            who == 0 ? "document" : name(kForceReadings[who - 1]));
  }
  for (int axis = 0; axis < 3; ++axis) svg += histogram_panel(study, axis);
  const double bottom = Histogram::y(0);
  svg +=
      report::svg_text(kArmWidth / 2.0, bottom + 36, "middle", "largest force along one axis [N]");
  svg += report::svg_text(
      0, 0, "middle", "boxes [%]",
      fmt::format(" transform=\"translate(14 {:.1f}) rotate(-90)\"", Histogram::y(0.5)));
  return figure(bottom + 48, "Share of the boxes that the hand reaches, by largest force", svg);
}

std::string force_slice_figure(const HumanArmStudy& study) {
  std::string svg =
      report::svg_text(8, 40, "start",
                       "Boxes of 5 cm right above shoulder height (0 ≤ x &lt; 5 cm), from above: "
                       "forward is up, right is right");
  svg += colour_legend(530, 52);
  svg += report::svg_text(520, 62, "end", "largest force");
  for (int axis = 0; axis < 3; ++axis) {
    svg += report::svg_text(Slice::left(axis) + 4, Slice::kTop - 6, "start",
                            fmt::format("F{}", report::kAxes[static_cast<std::size_t>(axis)]));
  }
  for (std::size_t i = 0; i < kForceReadings.size(); ++i) svg += slice_row(study, i);
  const double bottom = Slice::top(kForceReadings.size()) - Slice::kGap;
  for (int axis = 0; axis < 3; ++axis) {
    for (const int cm : {-40, 0, 40}) {
      svg += report::svg_text(Slice::left(axis) + Slice::kPanel / 2 + cm / 100.0 * Slice::kScale,
                              bottom + 13, "middle", fmt::format("{}", cm), " font-size=\"10\"");
    }
  }
  svg += report::svg_text(Slice::left(1) + Slice::kPanel / 2, bottom + 30, "middle",
                          "to the right of the shoulder, −y [cm]");
  svg += report::svg_text(
      0, 0, "middle", "forward of the shoulder, −z [cm]",
      fmt::format(" transform=\"translate(112 {:.1f}) rotate(-90)\"", (Slice::kTop + bottom) / 2));
  return figure(bottom + 42, "Where in its reach the arm is how strong", svg);
}

}  // namespace tether::reproduction
