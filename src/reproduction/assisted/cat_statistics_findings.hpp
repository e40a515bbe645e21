// What terminal and page have in common: the table's cells and the findings in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tether/reproduction/assisted/cat_statistics.hpp"

namespace tether::reproduction {

// the times and the load
std::vector<PairedFigures> all_measures(const CatStatistics& statistics);

// with its unit
std::string title(const PairedFigures& figures);

// a heading and one row per measure
std::vector<std::vector<std::string>> cat_rows(const CatStatistics& statistics);

// one sentence or two each
std::vector<std::string> cat_findings(const CatStatistics& statistics);

// Every operator's pair of values, without and with assistance. Standalone: a file of its own, else
// part of a page that gives it its colours.
std::string pairs_figure(const std::vector<std::string>& operators,
                         const std::vector<PairedFigures>& measures, bool standalone);

// one finding as lines that fit a terminal, later ones set in
std::string wrapped(std::string_view text);

}  // namespace tether::reproduction
