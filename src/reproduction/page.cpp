// The page: summary, then a section per document with a table per experiment, and in every row two
// bars from zero with whiskers, theirs above ours, on one scale.
#include "tether/report/page.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "reproduction/document.hpp"
#include "tether/reproduction/report.hpp"

namespace tether::reproduction {
namespace {

constexpr double kPlotWidth = 200, kPlotHeight = 44, kPlotMargin = 6, kBar = 10;

struct Scale {
  double low = 0, high = 0;
  void cover(const std::optional<Figure>& figure) {
    if (!figure || !std::isfinite(figure->value)) return;
    const double spread = figure->spread.value_or(0);
    low = std::min(low, figure->value - spread);
    high = std::max(high, figure->value + spread);
  }
  double at(double value) const {
    return kPlotMargin + (kPlotWidth - 2 * kPlotMargin) * (value - low) / (high - low);
  }
};

std::string bar(const std::optional<Figure>& figure, const Scale& scale, double top,
                std::string_view whose) {
  if (!figure || !std::isfinite(figure->value)) return "";
  const double from = std::min(scale.at(0), scale.at(figure->value));
  const double to = std::max(scale.at(0), scale.at(figure->value));
  std::string svg = fmt::format(
      "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" "
      "fill-opacity=\".45\" stroke=\"none\" style=\"stroke:none\"/>",
      whose, from, top, std::max(to - from, 1.0), kBar);
  const double middle = top + kBar / 2;
  if (figure->spread && *figure->spread > 0) {
    svg += fmt::format(
        "<path class=\"{0}\" stroke-width=\"1.5\" d=\"M{1:.1f} {3:.1f}H{2:.1f}M{1:.1f} "
        "{4:.1f}v6M{2:.1f} {4:.1f}v6\"/>",
        whose, scale.at(figure->value - *figure->spread), scale.at(figure->value + *figure->spread),
        middle, middle - 3);
  }
  return svg + fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", whose,
                           scale.at(figure->value), middle);
}

std::string row_plot(const Row& row) {
  Scale scale;
  scale.cover(row.theirs);
  scale.cover(row.ours);
  if (scale.high <= scale.low || (!row.theirs && !row.ours)) return "";
  return fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"document above, ours below\">"
      "<path class=\"zero\" d=\"M{2:.1f} 4V{3}\"/>{4}{5}</svg>",
      kPlotWidth, kPlotHeight, scale.at(0), kPlotHeight - 4, bar(row.theirs, scale, 8, "theirs"),
      bar(row.ours, scale, 26, "ours"));
}

using report::escaped;

constexpr const char* kStyle = R"(<style>
:root{--ink:#1c2230;--soft:#5d6677;--line:#d9dde5;--card:#f6f7f9;--theirs:#8b93a3;--ours:#2b66c4;
--better:#11734a;--agrees:#2b66c4;--differs:#8a5a00;--worse:#b3261e;--label:#7a3fa0;--not:#5f6775}
@media (prefers-color-scheme:dark){:root{--ink:#e3e6ec;--soft:#9aa4b5;--line:#333945;--card:#1d2027;
--theirs:#8b93a3;--ours:#6ea8fe;--better:#4cc38a;--agrees:#6ea8fe;--differs:#e5b454;--worse:#ff8078;
--label:#c9a0ee;--not:#9aa4b5}}
body{max-width:74rem;color:var(--ink);line-height:1.45}
h1{margin-bottom:.2rem}h2{margin:2.8rem 0 .2rem;padding-top:1.2rem;border-top:2px solid var(--line)}
h3{margin:1.8rem 0 .2rem;font-size:1.05rem}h3 code{font-weight:400;color:var(--soft);margin-left:.5rem}
p{margin:.3rem 0 .6rem}.soft,.source{color:var(--soft)}.source{font-size:.85em}
code{font-size:.88em;overflow-wrap:anywhere}td code{display:inline-block}
h4{margin:1rem 0 0;color:var(--soft);font-weight:600}
.counts{display:flex;flex-wrap:wrap;gap:.8rem;margin:.4rem 0 1.2rem}
.counts div{background:var(--card);border:1px solid var(--line);border-left:5px solid;border-radius:6px;
padding:.5rem 1rem;min-width:8.5rem}
.counts b{display:block;font-size:1.7rem;line-height:1.2;color:var(--ink)}.counts span{color:var(--soft)}
table{white-space:normal;width:100%;table-layout:fixed;min-width:52rem}
td,th{vertical-align:top;padding:.4rem .5rem;text-align:right;border-bottom:0}
th{border-bottom:1px solid var(--line);color:var(--soft)}
td:first-child,th:first-child,.left,th.left{text-align:left}
tr.row td{border-top:1px solid var(--line)}tr.note td{padding:0 .5rem .5rem;text-align:left;
color:var(--soft);font-size:.95em}
td.plot svg{width:100%;height:2.4rem;display:block}
.v{display:inline-block;font-weight:600}
.better{color:var(--better);border-left-color:var(--better)!important}
.agrees{color:var(--agrees);border-left-color:var(--agrees)!important}
.differs{color:var(--differs);border-left-color:var(--differs)!important}
.worse{color:var(--worse);border-left-color:var(--worse)!important}
.label{color:var(--label);border-left-color:var(--label)!important}
.not{color:var(--not);border-left-color:var(--not)!important}
.failed{color:var(--worse)}
.theirs{fill:var(--theirs);stroke:var(--theirs)}.ours{fill:var(--ours);stroke:var(--ours)}
.zero{stroke:var(--line)}
nav a{margin-right:1.2rem}a{color:var(--ours)}
@media print{tr{break-inside:avoid}}
</style>
)";

// those with a figure of their own, what is labelled, and what cannot be compared
std::string_view css_class(RowVerdict verdict) {
  if (verdict == RowVerdict::not_comparable) return "not";
  return verdict < RowVerdict::input ? to_string(verdict) : "label";
}

// "12 s", "4.2 min"
std::string for_people(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  return fmt::format("{:.1f} min", seconds / 60);
}

// "6.00 ± 0.77 N", and beneath it what the spread is of
std::string with_unit(const std::optional<Figure>& figure, const std::string& unit) {
  if (!figure) return escaped(to_text(figure));
  std::string behind;
  if (figure->n > 1) {
    behind = fmt::format("{} {}", figure->n, to_string(figure->kind));
  } else if (figure->spread || figure->kind == FigureKind::bound) {
    behind = to_string(figure->kind);
  }
  return fmt::format("{}{}{}{}", escaped(to_text(figure)), unit.empty() ? "" : " ", escaped(unit),
                     behind.empty() ? "" : "<br><span class=\"source\">" + behind + "</span>");
}

std::string_view aim_text(Aim aim) {
  constexpr std::array<std::string_view, 7> kTexts{
      "less is better", "more is better",  "neither side is better", "at most",
      "at least",       "less is claimed", "more is claimed"};
  return kTexts.at(static_cast<std::size_t>(aim));
}

// of the test that the verdict rests on
std::string tested(const Row& row) {
  const auto p = p_value(row);
  const RowVerdict verdict = judge(row);
  if (!p || verdict == RowVerdict::not_comparable) return "";
  return *p < 0.001 ? "p < 0.001" : fmt::format("p = {:.3f}", *p);
}

// why, cause, remark, and how to get the row again
std::string note(const Row& row) {
  const RowVerdict verdict = judge(row);
  std::string text;
  const auto say = [&](std::string_view head, const std::string& what) {
    if (what.empty()) return;
    text += fmt::format("{}{}. ", head, escaped(what));
  };
  if (verdict == RowVerdict::not_comparable) say("Not comparable: ", reason(row));
  if (verdict == RowVerdict::differs) say("Differs because ", row.cause);
  if (verdict == RowVerdict::worse) say("Worse because ", row.cause);
  if (css_class(verdict) == "label") say("No evidence: ", row.origin_note);
  say("", tested(row));
  say("", row.remark);
  return fmt::format("{}<code>tether reproduce --only {}</code>", text, escaped(row.id));
}

std::string row_html(const Row& row) {
  const RowVerdict verdict = judge(row);
  const auto of = ratio(row);
  return fmt::format(
      "<tr class=\"row\" id=\"{}\"><td>{}<br><span class=\"source\">{}</span></td><td>{}</td>"
      "<td>{}</td><td>{}</td><td class=\"plot\">{}</td>"
      "<td class=\"left\"><span class=\"v {}\">{}</span></td></tr>\n"
      "<tr class=\"note\"><td colspan=\"6\">{}</td></tr>\n",
      escaped(row.id), escaped(row.quantity),
      row.source.empty() ? "" : fmt::format("{} · {}", escaped(row.source), aim_text(row.aim)),
      with_unit(row.theirs, row.unit), with_unit(row.ours, row.unit),
      of ? fmt::format("{:.3g}", *of) : "–", row_plot(row), css_class(verdict), to_string(verdict),
      note(row));
}

std::string experiment_html(const Experiment& experiment, const Finished* result) {
  std::string html =
      fmt::format("<h3 id=\"{0}\">{1}<code>{0}</code></h3>\n<p>{2}</p>\n", escaped(experiment.id),
                  escaped(experiment.title), escaped(experiment.what));
  if (result == nullptr) {
    return html + fmt::format(
                      "<p class=\"soft\">Not run yet: <code>tether reproduce --only {}"
                      "</code></p>\n",
                      escaped(experiment.id));
  }
  const std::string more = experiment.command.empty() ? ""
                                                      : fmt::format(" · at length: <code>{}</code>",
                                                                    escaped(experiment.command));
  html += fmt::format("<p class=\"soft\">Took {} · {}{}{}</p>\n", for_people(result->seconds),
                      escaped(result->when), more,
                      result->remark.empty() ? "" : " · " + escaped(result->remark));
  if (!result->failure.empty()) {
    html += fmt::format("<p class=\"failed\"><b>Failed:</b> {}</p>\n", escaped(result->failure));
  }
  if (result->rows.empty()) return html;
  html +=
      "<div class=\"wide\"><table><colgroup><col style=\"width:34%\"><col style=\"width:14%\">"
      "<col style=\"width:14%\"><col style=\"width:7%\"><col style=\"width:17%\"><col></colgroup>\n"
      "<tr><th>quantity</th><th>document</th><th>ours</th><th>ratio</th><th></th>"
      "<th class=\"left\">verdict</th></tr>\n";
  for (const Row& row : result->rows) html += row_html(row);
  return html + "</table></div>\n";
}

std::string counts_html(std::span<const Finished> finished) {
  const auto counts = verdict_counts(finished);
  std::string html = "<h4>Like with like</h4>\n<div class=\"counts\">\n";
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto verdict = static_cast<RowVerdict>(i);
    if (verdict == RowVerdict::input) {
      html += "</div>\n<h4>No evidence, whatever the figures</h4>\n<div class=\"counts\">\n";
    }
    html += fmt::format("<div class=\"{}\"><b>{}</b><span>{}</span></div>\n", css_class(verdict),
                        counts.at(i), to_string(verdict));
  }
  return html + "</div>\n";
}

std::string heading(const ReproductionReport& report) {
  double seconds = 0;
  std::string failures;
  for (const Finished& f : report.finished) {
    seconds += f.seconds;
    if (!f.failure.empty()) {
      failures +=
          fmt::format("<p class=\"failed\"><b>Failed:</b> <a href=\"#{0}\">{0}</a>: {1}</p>\n",
                      escaped(f.id), escaped(f.failure));
    }
  }
  return fmt::format(
      "<h1>Five documents, ours beside theirs</h1>\n"
      "<p class=\"soft\">tether {} · {} run · {} of {} experiments · {} in all<br>{}</p>\n"
      "<p>Every figure that a document printed and that can be measured here again. All people, "
      "devices and robots on our side are simulated; times are those of this machine.{}</p>\n{}{}",
      escaped(report.version), report.quick ? "quick" : "full", report.finished.size(),
      report.experiments.size(), for_people(seconds), escaped(machine_line()),
      report.quick ? " <b>A quick run: fewer people and seeds, so wider spreads than a full one "
                     "has.</b>"
                   : "",
      counts_html(report.finished), failures);
}

}  // namespace

std::string reproduction_page(const ReproductionReport& report) {
  std::string html =
      report::open_page("tether: five documents reproduced") + kStyle + heading(report) + "<nav>";
  for (const Document& d : kDocuments) {
    html += fmt::format("<a href=\"#document-{0}\">{0}. {1}</a>", d.number, escaped(d.about));
  }
  html += "</nav>\n";
  for (const Document& d : kDocuments) {
    html += fmt::format(
        "<h2 id=\"document-{0}\">{0}. {1}</h2>\n<p class=\"soft\">{2}, <i>{3}</i>, {4}, {5}</p>\n",
        d.number, escaped(d.about), escaped(d.author), escaped(d.title), escaped(d.school), d.year);
    for (const Experiment& experiment : report.experiments) {
      if (!experiment.id.starts_with(fmt::format("{}.", d.number))) continue;
      const auto result = std::ranges::find(report.finished, experiment.id, &Finished::id);
      html += experiment_html(experiment, result == report.finished.end() ? nullptr : &*result);
    }
  }
  return html + "</html>\n";
}

}  // namespace tether::reproduction
