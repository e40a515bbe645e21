// How a session ended, as it is sent to pages: the verdict and the reasons that terminal, report
// and summary.json show (report/metrics/verdict.hpp), and where the report is.
#pragma once

#include <string>

#include "tether/report/metrics/verdict.hpp"

namespace tether::station {

struct Ending {
  report::Judgement judgement;
  std::string report;  // its path
};

}  // namespace tether::station
