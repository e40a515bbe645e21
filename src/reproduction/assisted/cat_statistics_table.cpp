// What the statistics of the test say, on a terminal, as a table of numbers and as a page.
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reproduction/assisted/cat_statistics_findings.hpp"
#include "tether/core/text_width.hpp"
#include "tether/report/page.hpp"
#include "tether/report/text_table.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

std::string printed(const PairedFigures& f) {
  if (!f.printed) return "";
  return fmt::format("{:+.1f} %, p = {:.{}f}", 100 * f.printed->change, f.printed->p,
                     f.printed->p_digits);
}

bool rounds_to(double value, double printed, int digits) {
  return std::abs(value - printed) <= 0.5 * std::pow(10, -digits);
}

}  // namespace

std::vector<PairedFigures> all_measures(const CatStatistics& s) {
  std::vector<PairedFigures> measures = s.times;
  measures.push_back(s.load);
  return measures;
}

std::string title(const PairedFigures& f) {
  return f.unit.empty() ? "load (TLX)" : fmt::format("{} [{}]", f.name, f.unit);
}

std::vector<std::vector<std::string>> cat_rows(const CatStatistics& s) {
  std::vector<std::vector<std::string>> rows{{"", "n", "without", "with", "difference", "95 % CI",
                                              "change", "d", "p paired t", "p Wilcoxon",
                                              "document"}};
  for (const PairedFigures& f : all_measures(s)) {
    const double d = f.comparison.difference.value;
    rows.push_back(
        {title(f), fmt::format("{}", f.with.size()),
         fmt::format("{:.1f}", f.comparison.reference_moments.mean),
         fmt::format("{:.1f}", f.comparison.fresh_moments.mean), fmt::format("{:+.1f}", d),
         fmt::format("{:+.1f} … {:+.1f}", d - f.half_width, d + f.half_width),
         fmt::format("{:+.1f} %", 100 * f.comparison.change()), fmt::format("{:+.2f}", f.effect),
         fmt::format("{:.3f}", f.p), fmt::format("{:.3f}", f.rank.two_sided_p), printed(f)});
  }
  return rows;
}

namespace {

// to the printed digits: a tenth of a per cent, and those of p
bool as_printed(const PairedFigures& f) {
  if (!f.printed) return false;
  return std::abs(f.comparison.change() - f.printed->change) <= 0.0005 &&
         rounds_to(f.p, f.printed->p, f.printed->p_digits);
}

std::string_view significant(const PairedFigures& total, const PairedFigures& search) {
  const bool first = total.p < study::kSignificance, second = search.p < study::kSignificance;
  if (first && second) return "both are";
  if (first) return "the first is";
  return second ? "the second is" : "neither is";
}

// what the document says of the load, against its own columns
void add_load_findings(const CatStatistics& s, std::vector<std::string>& said) {
  const PairedFigures& load = s.load;
  const PrintedFigure printed = load.printed.value_or(PrintedFigure{});
  const double change = load.comparison.change();
  const bool exchanged = std::abs(change - printed.change) <= 0.0005;
  said.push_back(fmt::format(
      "Load: as headed it would change by {:+.1f} % and be lower for "
      "{} "
      "of {} operators; the text has it change by {:+.1f} %. Exchanged, it changes by {:+.1f} % "
      "and "
      "is higher for {} (number {}), so that the headings of the two columns {}.",
      100 * s.load_change_as_headed, s.lower_as_headed, s.operators.size(), 100 * printed.change,
      100 * change, load.worse.size(), fmt::join(load.worse, ", "),
      exchanged ? "are exchanged" : "explain nothing"));
  const auto fits = [&](double p) {
    return rounds_to(p, printed.p, printed.p_digits) ? "rounds to it" : "does not";
  };
  said.push_back(
      fmt::format("Load: the text announces paired tests and prints p = {:.{}f}. The paired one (p "
                  "= {:.4f}) {}; "
                  "of the unpaired ones Student's (p = {:.4f}) {}, Welch's (p = {:.4f}) {}.",
                  printed.p, printed.p_digits, load.p, fits(load.p), s.load_p_student,
                  fits(s.load_p_student), s.load_p_welch, fits(s.load_p_welch)));
  said.push_back(fmt::format(
      "Load: every operator tried both, so that the test is paired: p = {:.3f} ({:.3f} by ranks). "
      "The change in load is {}significant at {:g}{}.",
      load.p, load.rank.two_sided_p, load.p < study::kSignificance ? "" : "not ",
      study::kSignificance,
      load.p < study::kSignificance && printed.p >= study::kSignificance
          ? ", which the document did not claim"
          : ""));
}

}  // namespace

std::vector<std::string> cat_findings(const CatStatistics& s) {
  std::vector<std::string> said;
  const PairedFigures &total = s.times.back(), &search = s.times[1];
  said.push_back(fmt::format(
      "Times: {}as printed. The paired t-test gives {:+.1f} % (p = {:.2f}) for the whole task and "
      "{:+.1f} % (p = {:.2f}) for the search; {} significant at {:g}. Approach changes by {:+.1f} "
      "%, "
      "insertion by {:+.1f} %.",
      as_printed(total) && as_printed(search) ? "" : "not ", 100 * total.comparison.change(),
      total.p, 100 * search.comparison.change(), search.p, significant(total, search),
      study::kSignificance, 100 * s.times[0].comparison.change(),
      100 * s.times[2].comparison.change()));
  said.push_back(fmt::format(
      "By ranks, which mind outliers less, the search has p = {:.3f} and the whole task p = {:.3f} "
      "(Wilcoxon, exact).",
      search.rank.two_sided_p, total.rank.two_sided_p));
  said.push_back(
      fmt::format("The text says that one operator was slower with assistance. By the table {} of "
                  "{} were slower over the whole task: operators {}.",
                  total.worse.size(), s.operators.size(), fmt::join(total.worse, ", ")));
  add_load_findings(s, said);
  if (s.wrong_sums.empty()) {
    said.push_back(fmt::format(
        "Sums: approach + search + insertion = total in all {} rows of times, to the printed "
        "tenth.",
        s.sums));
  }
  for (const WrongSum& w : s.wrong_sums) {
    said.push_back(fmt::format(
        "Sums: operator {} {} assistance: the phases make {:.1f} s, the printed total is {:.1f} s.",
        w.person, w.assisted ? "with" : "without", w.sum, w.total));
  }
  return said;
}

std::string wrapped(std::string_view text) {
  constexpr std::size_t kWidth = 90;
  std::string out = "-";
  std::size_t used = 1;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    // a number and its % stay together
    if (used + 1 + core::text_width(word) > kWidth && !word.starts_with('%')) {
      out += "\n ";
      used = 1;
    }
    out += ' ';
    out += word;
    used += 1 + core::text_width(word);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  }
  return out + '\n';
}

std::string to_table(const CatStatistics& s) {
  std::string text =
      "Computer-aided pick-up of a tool, with and without assistance\n"
      "M. Viinikainen, MSc thesis, Tampere University of Technology, 2014, section 5.3\n\n";
  text += report::aligned(cat_rows(s));
  text +=
      "\ndifference = with - without; change = difference of the means / mean without;\n"
      "d = mean difference / deviation of the differences; tests are two-sided\n\n";
  for (const std::string& finding : cat_findings(s)) text += wrapped(finding);
  return text;
}

std::string to_markdown(const CatStatistics& s) { return study::markdown_table(cat_rows(s)); }

std::string cat_statistics_csv(const CatStatistics& s) {
  std::string text;
  core::append_csv_row(text, std::array<std::string, 15>{
                                 "measure", "unit", "n", "mean_without", "mean_with", "difference",
                                 "ci_low", "ci_high", "change", "effect_d", "t", "p_paired",
                                 "p_wilcoxon", "printed_change", "printed_p"});
  const auto number = [](double x) { return fmt::format("{:.9g}", x); };
  for (const PairedFigures& f : all_measures(s)) {
    const study::Difference& d = f.comparison.difference;
    core::append_csv_row(
        text,
        std::array<std::string, 15>{
            f.name, f.unit, fmt::format("{}", f.with.size()),
            number(f.comparison.reference_moments.mean), number(f.comparison.fresh_moments.mean),
            number(d.value), number(d.value - f.half_width), number(d.value + f.half_width),
            number(f.comparison.change()), number(f.effect), number(t_statistic(d)), number(f.p),
            number(f.rank.two_sided_p), f.printed ? number(f.printed->change) : "",
            f.printed ? number(f.printed->p) : ""});
  }
  return text;
}

std::string cat_pairs_figure(const CatStatistics& s) {
  return pairs_figure(s.operators, all_measures(s), true);
}

std::string cat_statistics_page(const CatStatistics& s) {
  std::string html = report::open_page("Statistics of a test of computer-aided teleoperation");
  html +=
      "<h1>Picking up a tool with and without assistance</h1>\n"
      "<p>The data of M. Viinikainen, <i>Computer-Aided Bilateral Teleoperation of "
      "Manipulators</i>, MSc thesis, Tampere University of Technology, 2014, section 5.3, computed "
      "anew by <code>tether study cat-statistics</code>.</p>\n";
  html += pairs_figure(s.operators, all_measures(s), false) + report::html_table(cat_rows(s));
  html +=
      "<p>difference = with − without; change = difference of the means / mean "
      "without; d = mean difference / deviation of the differences; tests are two-sided.</p>\n"
      "<h2>What they say</h2>\n<ul>\n";
  for (const std::string& finding : cat_findings(s)) html += fmt::format("<li>{}</li>\n", finding);
  return html + "</ul>\n</html>\n";
}

}  // namespace tether::reproduction
