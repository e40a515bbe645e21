// What the test with simulated operators shows, on a terminal and as a page.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "reproduction/assisted/cat_statistics_findings.hpp"
#include "tether/report/page.hpp"
#include "tether/report/text_table.hpp"
#include "tether/reproduction/assisted/tool_pickup_study.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string spread(const study::Moments& m) {
  return fmt::format("{:.1f} ± {:.1f}", m.mean, m.deviation);
}

std::string probability(double p) {
  return p < 0.001 ? std::string("< 0.001") : fmt::format("{:.3f}", p);
}

std::vector<std::string> row(const PairedFigures& f) {
  return {title(f),
          spread(f.comparison.reference_moments),
          spread(f.comparison.fresh_moments),
          fmt::format("{:+.1f} %", 100 * f.comparison.change()),
          probability(f.p),
          probability(f.rank.two_sided_p)};
}

const std::vector<std::string> kHeading{"",       "without",    "with",
                                        "change", "p paired t", "p Wilcoxon"};

Rows table_of(const std::vector<PairedFigures>& measures) {
  Rows rows{kHeading};
  for (const PairedFigures& f : measures) rows.push_back(row(f));
  return rows;
}

std::string who(const PickupStatistics& s) {
  return fmt::format(
      "{} simulated operators, {} pick-ups each without and {} with assistance, turn about; "
      "mean ± deviation over the operators' means",
      s.operators.size(), s.repeats, s.repeats);
}

// one of ours, and what the document has of it
std::vector<std::string> beside_document(const PairedFigures& ours, const PickupStatistics& s) {
  std::vector<std::string> cells = row(ours);
  const auto theirs = std::ranges::find(s.document, ours.name, &PairedFigures::name);
  if (theirs == s.document.end()) {
    cells.insert(cells.end(), {"not given", "", ""});
    return cells;
  }
  const study::Comparison& c = theirs->comparison;
  cells.insert(cells.end(),
               {spread(c.reference_moments), spread(c.fresh_moments),
                fmt::format("{:+.1f} %, {}", 100 * c.change(), probability(theirs->p))});
  return cells;
}

constexpr std::array<std::string_view, 5> kFirstMetrics{
    "approach_time", "search_time", "insertion_time", "contact_force_mean", "contact_force_max"};

// the first pick-up without and with assistance of the first two operators
Rows first_pickups(std::span<const PickupSession> sessions) {
  Rows rows{{"first pick-up", "picked up", "approach [s]", "search [s]", "insertion [s]",
             "force, whole task [N]", "largest [N]"}};
  for (const PickupSession& s : sessions) {
    if (s.plan.person > 2 || s.plan.trial > 2 || !s.ended()) continue;
    rows.push_back(
        {fmt::format("operator {}, {}", s.plan.person, s.plan.assisted ? "with" : "without"),
         s.picked_up() ? "yes" : "no"});
    for (const std::string_view metric : kFirstMetrics) {
      const auto value = s.value(metric);
      rows.back().push_back(value ? fmt::format("{:.3f}", *value) : "");
    }
  }
  return rows;
}

constexpr double kShortSearch = 6;  // [s]

// Means over the pick-ups of one condition, by how long they searched for the holes.
void add_by_search(Rows& rows, std::span<const PickupSession> sessions, bool assisted,
                   std::string_view name, bool (*belongs)(const PickupSession&, double search)) {
  std::size_t count = 0;
  double search_sum = 0, touch_sum = 0, largest = 0;
  for (const PickupSession& s : sessions) {
    const auto search = s.value("search_time");
    if (s.plan.assisted != assisted || !s.ended() || !search || !belongs(s, *search)) continue;
    ++count;
    search_sum += *search;
    touch_sum += s.value("touch_force_mean").value_or(0);
    largest = std::max(largest, s.value("contact_force_max").value_or(0));
  }
  if (count == 0) return;
  const auto n = static_cast<double>(count);
  rows.push_back({fmt::format("{}, {}", assisted ? "with" : "without", name),
                  fmt::format("{}", count), fmt::format("{:.1f}", search_sum / n),
                  fmt::format("{:.1f}", touch_sum / n), fmt::format("{:.0f}", largest)});
}

Rows by_search(std::span<const PickupSession> sessions) {
  Rows rows{{"pick-ups", "number", "search, mean [s]", "force, touching, mean [N]",
             "largest of all [N]"}};
  for (const bool assisted : {false, true}) {
    add_by_search(rows, sessions, assisted, fmt::format("search below {:.0f} s", kShortSearch),
                  [](const PickupSession& s, double search) {
                    return s.picked_up() && search < kShortSearch;
                  });
    add_by_search(rows, sessions, assisted, "longer search, found",
                  [](const PickupSession& s, double search) {
                    return s.picked_up() && search >= kShortSearch;
                  });
    add_by_search(rows, sessions, assisted, "out of time",
                  [](const PickupSession& s, double /*search*/) { return !s.picked_up(); });
  }
  return rows;
}

// what guidance did to the hand, and the least certain of all certificates
std::string guidance(std::span<const PickupSession> sessions) {
  double force = 0, least = 1e9, most = 0, margin = 1e9;
  for (const PickupSession& s : sessions) {
    if (!s.ended()) continue;
    margin = std::min(margin, s.value("passivity_margin").value_or(margin));
    if (!s.plan.assisted) continue;
    const double energy = s.value("assist_energy").value_or(0);
    force = std::max(force, s.value("assist_force_max").value_or(0));
    least = std::min(least, energy);
    most = std::max(most, energy);
  }
  return fmt::format(
      "Guidance gave the hand at most {:.2f} N, and {:.0f} to {:.0f} mJ in a session. The least "
      "passivity margin of all sessions is {:.3f} mJ.",
      force, 1e3 * least, 1e3 * most, 1e3 * margin);
}

constexpr const char* kDocument =
    "The document: ten people, one pick-up each without and with; it gives no forces";

std::vector<std::string> remarks(const PickupStatistics& s) {
  std::vector<std::string> said;
  if (s.late_without + s.late_with > 0) {
    said.push_back(fmt::format(
        "{} of {} pick-ups without assistance and {} with it ran out of time; they count up to "
        "there.",
        s.late_without, s.sessions / 2, s.late_with));
  }
  if (s.faults > 0) {
    said.push_back(fmt::format("{} sessions ended in a fault and are left out.", s.faults));
  }
  const std::string objection = s.objection();
  said.push_back(objection.empty() ? "Search time and contact force over the whole task are lower "
                                     "with assistance, p < 0.05 by the paired t-test."
                                   : fmt::format("Not shown: {}.", objection));
  return said;
}

}  // namespace

std::string to_table(const PickupStatistics& s) {
  std::string text =
      fmt::format("{}\n\n{}\n{}\n\n{}\n", who(s), report::aligned(table_of(s.measures)), kDocument,
                  report::aligned(table_of(s.document)));
  for (const std::string& remark : remarks(s)) text += wrapped(remark);
  return text;
}

std::string tool_pickup_markdown(const PickupStatistics& s,
                                 std::span<const PickupSession> sessions) {
  Rows rows{kHeading};
  rows.front().insert(rows.front().end(), {"document without", "with", "change, p paired t"});
  for (const PairedFigures& f : s.measures) rows.push_back(beside_document(f, s));
  std::string text = fmt::format("{}; two-sided tests over the pairs.\n\n{}\n", who(s),
                                 study::markdown_table(rows));
  for (const std::string& remark : remarks(s)) text += fmt::format("- {}\n", remark);
  text += fmt::format("- {}\n", guidance(sessions));
  text += fmt::format("\n{}", study::markdown_table(by_search(sessions)));
  return text +
         fmt::format("\nThe first pick-ups of two operators (`--operators 2 --repeats 1`):\n\n{}",
                     study::markdown_table(first_pickups(sessions)));
}

std::string tool_pickup_page(const PickupStatistics& s) {
  std::string html = report::open_page("Picking up a tool with simulated operators");
  html += fmt::format(
      "<h1>Picking up a tool with and without assistance</h1>\n<p>{}. Nobody here is a person; "
      "what "
      "they are made of stands in docs/measured/tool-pickup.md.</p>\n",
      who(s));
  html += pairs_figure(s.operators, s.measures, false) + report::html_table(table_of(s.measures));
  html += fmt::format("<h2>Beside it</h2>\n<p>{}.</p>\n", kDocument) +
          report::html_table(table_of(s.document));
  html += "<ul>\n";
  for (const std::string& remark : remarks(s)) html += fmt::format("<li>{}</li>\n", remark);
  return html + "</ul>\n</html>\n";
}

}  // namespace tether::reproduction
