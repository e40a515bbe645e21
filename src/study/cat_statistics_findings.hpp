// What terminal and page have in common: the table's cells and the findings in words.
#pragma once

#include <string>
#include <vector>

#include "tether/study/cat_statistics.hpp"

namespace tether::study {

// the times and the load
std::vector<PairedFigures> all_measures(const CatStatistics& statistics);

// with its unit
std::string title(const PairedFigures& figures);

// a heading and one row per measure
std::vector<std::vector<std::string>> cat_rows(const CatStatistics& statistics);

// one sentence or two each
std::vector<std::string> cat_findings(const CatStatistics& statistics);

}  // namespace tether::study
