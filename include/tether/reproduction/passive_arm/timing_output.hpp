// What a timing study found, for people and for programs: tables for a terminal and for a page of
// the manual, a figure, JSON and CSV.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tether/reproduction/passive_arm/timing_study.hpp"

namespace tether::reproduction {

// ours beside the document's, for a terminal of 80 columns
std::string to_table(const TimingStudy& study);

// the same in Markdown, with the figure at that path
std::string to_markdown(const TimingStudy& study, std::string_view figure);

// histograms of the controller periods, a panel per link, as SVG
std::string period_figure(const TimingStudy& study);

// SI units
std::string timing_json(const TimingStudy& study);
// one row per link, side and quantity, the document's and cyclictest's included; SI units
std::string timing_csv(const TimingStudy& study);

}  // namespace tether::reproduction
