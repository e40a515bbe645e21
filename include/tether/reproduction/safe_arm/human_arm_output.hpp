// What a study of the human arm found, for people and for programs: tables for a terminal and for a
// page of the manual, two figures, CSV.
#pragma once

#include <string>
#include <string_view>

#include "tether/reproduction/safe_arm/human_arm_study.hpp"

namespace tether::reproduction {

// ours beside the document's, for a terminal of 80 columns
std::string to_table(const HumanArmStudy& study);

// the same in Markdown, with the figures in that folder
std::string to_markdown(const HumanArmStudy& study, std::string_view images);

// share of the boxes per bin of force: a panel per axis, a bar per reading and one of the document
std::string force_histogram_figure(const HumanArmStudy& study);

// The layer of boxes right above the shoulder, 0 ≤ x < 5 cm, from above: a row of panels per
// reading, a panel per axis, coloured by the largest force.
std::string force_slice_figure(const HumanArmStudy& study);

// a row per reading and box: its centre [m] and the largest force along each axis [N]
std::string human_arm_csv(const HumanArmStudy& study);

}  // namespace tether::reproduction
