// The page of the statistics, with the pairs of every operator as a figure.
#include <fmt/format.h>

#include "reproduction/assisted/cat_statistics_findings.hpp"
#include "reproduction/assisted/pairs_figure.hpp"
#include "tether/report/plain_page.hpp"

namespace tether::reproduction {

std::string cat_pairs_figure(const CatStatistics& s) {
  return to_svg({s.operators, all_measures(s)}, true);
}

std::string cat_statistics_page(const CatStatistics& s) {
  std::string html = report::open_page("Statistics of a test of computer-aided teleoperation");
  html +=
      "<h1>Picking up a tool with and without assistance</h1>\n"
      "<p>The data of M. Viinikainen, <i>Computer-Aided Bilateral Teleoperation of "
      "Manipulators</i>, MSc thesis, Tampere University of Technology, 2014, section 5.3, computed "
      "anew by <code>tether study cat-statistics</code>.</p>\n";
  html += to_svg({s.operators, all_measures(s)}, false) + report::html_table(cat_rows(s));
  html +=
      "<p>difference = with − without; change = difference of the means / mean "
      "without; d = mean difference / deviation of the differences; tests are two-sided.</p>\n"
      "<h2>What they say</h2>\n<ul>\n";
  for (const std::string& finding : cat_findings(s)) html += fmt::format("<li>{}</li>\n", finding);
  return html + "</ul>\n</html>\n";
}

}  // namespace tether::reproduction
