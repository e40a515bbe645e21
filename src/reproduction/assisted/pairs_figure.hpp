// Every operator's pair of values, without and with assistance: one panel per measure, one line per
// operator, and the mean.
#pragma once

#include <string>
#include <vector>

#include "tether/reproduction/assisted/cat_statistics.hpp"

namespace tether::reproduction {

struct PairsFigure {
  std::vector<std::string> operators;
  std::vector<PairedFigures> measures;
};

// alone: a file of its own, or part of a page that gives it its colours
std::string to_svg(const PairsFigure& figure, bool standalone);

}  // namespace tether::reproduction
