// How hard a person can push, over the reach of the arm: section 2.2.4 of document 3, in the
// reading that asks for the force at the hand and in the one that explains the document's figures.
#include <array>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/safe_arm/human_arm_study.hpp"

namespace tether::reproduction {
namespace {

constexpr std::size_t kAtHand = 0;          // of reproduction::kForceReadings
constexpr std::size_t kPrintedReading = 3;  // through the shoulder, along the axes of the hand
constexpr double kPointsOfPrint = 1;        // percentages are printed whole

struct Share {
  const char* id;
  const char* quantity;
  int axis;
  bool above_limit;  // 140 N; else below 280 N
  double theirs;     // [%]
};
constexpr std::array<Share, 6> kShares{
    {{"fx_below_280", "share with Fx below 280 N", 0, false, 0},
     {"fy_below_280", "share with Fy below 280 N", 1, false, 57},
     {"fz_below_280", "share with Fz below 280 N", 2, false, 33},
     {"fx_above_140", "share with Fx above 140 N", 0, true, 100},
     {"fy_above_140", "share with Fy above 140 N", 1, true, 66},
     {"fz_above_140", "share with Fz above 140 N", 2, true, 95}}};

double percentage(const HumanArmStudy& study, std::size_t reading, const Share& share) {
  const ForceShares bins = force_shares(study, reading, share.axis);
  return 100 * (share.above_limit ? bins[1] + bins[2] : bins[0] + bins[1]);
}

Row strength_row(const HumanArmStudy& study, const Share& share, std::size_t reading) {
  const bool at_hand = reading == kAtHand;
  Row row{.id = fmt::format("3.human_arm.{}_{}", at_hand ? "hand" : "printed", share.id),
          .quantity = fmt::format("{}: {}", name(kForceReadings[reading]), share.quantity),
          .unit = "%",
          .source = "section 2.2.4",
          .theirs = Figure{share.theirs},
          .ours = Figure{percentage(study, reading, share)},
          .origin = Origin::fitted,
          .origin_note = "of four readings of the document this one was taken as it comes nearest",
          .aim = Aim::same,
          .resolution = kPointsOfPrint};
  if (at_hand) {
    row.not_comparable =
        "the document's are not forces at the hand: there the torque limits "
        "allow 240 N in every posture";
  } else {
    row.cause =
        "the document's hand frame is not stated: its y behaves as our z, and no reading "
        "tried explains its z";
  }
  return row;
}

void add_geometry(const HumanArmStudy& study, Outcome& outcome) {
  outcome.rows.push_back({.id = "3.human_arm.boxes",
                          .quantity = "boxes of 5 cm that the hand reaches",
                          .source = "section 2.2.4",
                          .theirs = Figure{kDocumentedBoxes},
                          .ours = Figure{static_cast<double>(study.boxes.size())},
                          .origin = Origin::fitted,
                          .origin_note = "of the readings of \"five equal parts\" of a range the "
                                         "one was taken that gives it",
                          .aim = Aim::same,
                          .cause = "another grid of postures or of boxes"});
  constexpr std::array<double, 5> kRadii{0.450, 0.429, 0.368, 0.272, 0.154};  // [m]
  for (std::size_t i = 0; i < kRadii.size() && i < study.spheres.size(); ++i) {
    outcome.rows.push_back({.id = fmt::format("3.human_arm.radius_{}", i + 1),
                            .quantity = fmt::format("radius of sphere {} of hands", i + 1),
                            .unit = "m",
                            .source = "section 2.2.4",
                            .theirs = Figure{kRadii[i]},
                            .ours = Figure{study.spheres[i].radius},
                            .origin = Origin::input,
                            .origin_note = "two lengths and an angle of the document, by the law "
                                           "of cosines",
                            .aim = Aim::same,
                            .resolution = 0.0005,
                            .cause = "another grid of postures"});
  }
}

}  // namespace

Outcome human_arm_strength(const Effort& effort) {
  const auto study = run_human_arm_study();
  Outcome outcome;
  add_geometry(study, outcome);
  for (const std::size_t reading : {kPrintedReading, kAtHand}) {
    for (const Share& share : kShares) outcome.rows.push_back(strength_row(study, share, reading));
  }
  const auto file = effort.out / "human_arm_histogram.svg";
  core::write_whole(file, force_histogram_figure(study));
  outcome.files.push_back(file);
  return outcome;
}

}  // namespace tether::reproduction
