// How a session ended, as pages are told: the verdict and the reasons that terminal, report and
// summary.json show (study/verdict.hpp), and where the report is.
#pragma once

#include <string>

#include "tether/study/verdict.hpp"

namespace tether::station {

struct Ending {
  study::Judgement judgement;
  std::string report;  // its path
};

}  // namespace tether::station
