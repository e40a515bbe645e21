#include <numbers>

#include <fmt/format.h>

#include "tether/core/csv.hpp"
#include "tether/report/text_table.hpp"
#include "tether/reproduction/safe_arm/human_arm_study.hpp"

namespace tether::reproduction {
namespace {

// the reading whose forces depend on the elbow alone, as the document's do
constexpr std::size_t kElbowOnly = 3;

// nine figures: three bins of each axis
template <typename Shares>
std::vector<std::string> share_cells(const Shares& shares) {
  std::vector<std::string> cells;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double share : shares(axis)) cells.push_back(fmt::format("{:.0f}", 100 * share));
  }
  return cells;
}

struct ShareRow {
  std::string title;
  std::vector<std::string> cells;
};

std::vector<ShareRow> share_rows(const HumanArmStudy& study) {
  std::vector<ShareRow> rows{{"document", share_cells(documented_shares)}};
  for (std::size_t i = 0; i < kForceReadings.size(); ++i) {
    rows.push_back({name(kForceReadings[i]),
                    share_cells([&](int axis) { return force_shares(study, i, axis); })});
  }
  return rows;
}

// the document's shares below a force that are those of whole spheres
std::string documented_match(std::size_t sphere) {
  constexpr std::array kMatches{"Fz < 140 N: 5", "Fy < 140 N: 34, Fz < 280 N: 33",
                                "Fy < 280 N: 57"};
  return sphere < kMatches.size() ? kMatches[sphere] : "";
}

std::vector<ShareRow> sphere_rows(const HumanArmStudy& study) {
  std::vector<ShareRow> rows;
  for (std::size_t i = 0; i < study.spheres.size(); ++i) {
    const ElbowSphere& sphere = study.spheres[i];
    const spatial::Vector3& force = sphere.force[kElbowOnly];
    rows.push_back({fmt::format("{:.3f}", sphere.radius),
                    {fmt::format("{:.1f}", sphere.elbow * 180 / std::numbers::pi),
                     fmt::format("{:.0f} {:.0f} {:.0f}", force.x(), force.y(), force.z()),
                     fmt::format("{:.1f}", 100 * share_out_to(study, sphere)),
                     study.samples == 5 ? documented_match(i) : ""}});
  }
  return rows;
}

std::string headline(const HumanArmStudy& study) {
  return fmt::format("{} postures, {} per joint; hands in {} boxes of 5 cm (document: {})",
                     study.postures, study.samples, study.boxes.size(), kDocumentedBoxes);
}

}  // namespace

std::string to_table(const HumanArmStudy& study) {
  std::string text =
      "Largest force of a human arm along one axis, at most 400 N\n" + headline(study) + "\n\n";
  text += fmt::format("{:<31}{:>12}{:>16}{:>16}\n", "Share of the boxes [%]", "Fx", "Fy", "Fz");
  text += fmt::format("{:<31}", "with a largest force [N] of");
  for (int axis = 0; axis < 3; ++axis) text += "  <140 –280 280+";
  text += '\n';
  for (const ShareRow& row : share_rows(study)) {
    text += fmt::format("{:<31}", row.title);
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      text += fmt::format("{:>{}}", row.cells[i], i % kForceBins == 0 ? 6 : 5);
    }
    text += '\n';
  }
  constexpr std::string_view kSphereRow = "{:<10}  {:>6}  {:>12}  {:>8}   {}";
  text += '\n' + fmt::format(kSphereRow, "Sphere of", "elbow", "Fx Fy Fz*", "boxes**", "document:");
  text += '\n' + fmt::format(kSphereRow, "hands [m]", "[deg]", "[N]", "[%]", "boxes [%]") + '\n';
  for (const ShareRow& row : sphere_rows(study)) {
    std::string line =
        fmt::format(kSphereRow, row.title, row.cells[0], row.cells[1], row.cells[2], row.cells[3]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text +
         "*  at most, through the shoulder along hand axes\n"
         "** that no hand on a smaller sphere reaches\n\n"
         "At the hand no axis is below 240 N anywhere: a force there loads neither\n"
         "forearm nor wrist, and 60 N m at 0.25 m is the least of the others. The\n"
         "document's shares below 140 N are therefore no forces at the hand. They are\n"
         "the shares of whole spheres, as forces through the shoulder along the axes\n"
         "of the hand have them, which depend on the elbow alone.\n";
}

std::string to_markdown(const HumanArmStudy& study, std::string_view images) {
  std::string text = headline(study) + ".\n\n| share of the boxes [%] |";
  for (const char* axis : report::kAxes) {
    text += fmt::format(" F{0} < 140 N | F{0} 140–280 N | F{0} ≥ 280 N |", axis);
  }
  text += "\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const ShareRow& row : share_rows(study)) {
    text += fmt::format("| {} |", row.title);
    for (const std::string& cell : row.cells) text += fmt::format(" {} |", cell);
    text += '\n';
  }
  text +=
      fmt::format("\n![Share of the boxes per bin of force]({}/human_arm_histogram.svg)\n", images);
  text +=
      "\n| sphere [m] | elbow [deg] | Fx, Fy, Fz at most, through the shoulder, hand axes [N] | "
      "boxes that no hand on a smaller sphere reaches [%] | the document's share of the boxes [%] "
      "|\n|---:|---:|---:|---:|---|\n";
  for (const ShareRow& row : sphere_rows(study)) {
    text += fmt::format("| {} | {} | {} | {} | {} |\n", row.title, row.cells[0], row.cells[1],
                        row.cells[2], row.cells[3]);
  }
  return text +
         fmt::format("\n![Largest force per box at shoulder height]({}/human_arm_slice.svg)\n",
                     images);
}

std::string human_arm_csv(const HumanArmStudy& study) {
  std::string text;
  core::append_csv_row(text, std::array<std::string, 8>{"line_through", "axes_of", "x_m", "y_m",
                                                        "z_m", "fx_n", "fy_n", "fz_n"});
  for (std::size_t i = 0; i < kForceReadings.size(); ++i) {
    const ForceReading reading = kForceReadings[i];
    for (const ForceBox& box : study.boxes) {
      std::array<std::string, 8> cells{reading.at_hand ? "hand" : "shoulder",
                                       reading.hand_axes ? "hand" : "base"};
      const spatial::Vector3 centre = box.centre();
      for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        cells[2 + at] = fmt::format("{:.3f}", centre[axis]);
        cells[5 + at] = fmt::format("{:.3f}", box.force[i][axis]);
      }
      core::append_csv_row(text, cells);
    }
  }
  return text;
}

}  // namespace tether::reproduction
