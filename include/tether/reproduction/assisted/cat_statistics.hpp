// The statistics of a published test of computer-aided teleoperation (CAT), from its own data: ten
// operators picked up a tool without and with assistance. Each figure is computed anew, beside what
// was printed, and where the two differ it is said why.
// M. Viinikainen, Computer-Aided Bilateral Teleoperation of Manipulators, MSc thesis, Tampere
// University of Technology, 2014, section 5.3, tables 5.1 and 5.2.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tether/study/comparison.hpp"
#include "tether/study/signed_rank.hpp"

namespace tether::reproduction {

// what the document prints
struct PrintedFigure {
  double change = 0;  // of the mean, as a share of the mean without assistance
  double p = 0;
  int p_digits = 2;  // after the point
};

// one measure of both conditions
struct PairedFigures {
  std::string name;                // "search"
  std::string unit;                // "s"; empty for a score
  std::vector<double> without;     // per operator
  std::vector<double> with;        // per operator
  study::Comparison comparison;    // paired
  double p = 0;                    // of the paired t-test, two-sided
  double half_width = 0;           // of the 95 % confidence interval of the difference
  double effect = 0;               // mean difference over its deviation (Cohen's d of pairs)
  study::SignedRank rank;          // the check that assumes no distribution
  std::vector<std::string> worse;  // operators whose value is higher with assistance
  std::optional<PrintedFigure> printed;
};

// The i-th values belong to the i-th operator. core::InputError with fewer than two.
PairedFigures paired_figures(const std::string& name, const std::string& unit,
                             const std::vector<double>& without, const std::vector<double>& with,
                             const std::vector<std::string>& operators);

// a row of times whose phases do not add up to its total
struct WrongSum {
  std::string person;
  bool assisted = false;
  double sum = 0, total = 0;  // [s]
};

struct CatStatistics {
  std::vector<std::string> operators;
  std::vector<PairedFigures> times;  // approach, search, insertion, total
  PairedFigures load;                // NASA-TLX; the printed columns exchanged
  double load_change_as_headed = 0;  // share by which the load would change under the headings
  std::size_t lower_as_headed = 0;   // operators whose load would then be lower with assistance
  double load_p_student = 0;         // unpaired, one deviation for both
  double load_p_welch = 0;           // unpaired, two deviations
  std::size_t sums = 0;              // that were checked
  std::vector<WrongSum> wrong_sums;
};

// core::InputError when the tables are not those of the test
CatStatistics cat_statistics(const core::CsvTable& times, const core::CsvTable& load);
// from the data that is shipped
CatStatistics cat_statistics();

std::string to_table(const CatStatistics& statistics);
// its table of figures, for the manual
std::string to_markdown(const CatStatistics& statistics);
// one row per measure, unrounded
std::string cat_statistics_csv(const CatStatistics& statistics);
// every operator's pair, measure by measure
std::string cat_pairs_figure(const CatStatistics& statistics);
// figure, tables and findings on one page that needs nothing else
std::string cat_statistics_page(const CatStatistics& statistics);

}  // namespace tether::reproduction
