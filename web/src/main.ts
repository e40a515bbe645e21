// Builds the report from the data in the page.
import "uplot/dist/uPlot.min.css";
import "./style/theme.css";
import "./style/base.css";
import "./style/page.css";
import "./style/verdict.css";
import "./style/header.css";
import "./style/certificate.css";
import "./style/plots.css";
import "./style/plot_cursor.css";
import "./style/tables.css";
import "./style/loops.css";
import "./style/drive.css";
import "./style/print.css";
import { PlotCard } from "./card";
import { type ReportData, byGroup, decodeFloats, parseReport } from "./data";
import { h, slug } from "./dom";
import { DriveView } from "./drive/view";
import { header } from "./header";
import { loopParts, loopsOf } from "./loops";
import { definitionList, eventTable, expectationTable, machineRows, metricTable } from "./tables";
import { Timeline } from "./timeline";
import { toolbar } from "./toolbar";

const kAhead = "400px"; // a plot is made when this close to the screen
const root = document.getElementById("report");
const kAroundEvent = 1; // time shown on either side of an event [s]

function section(title: string, ...content: HTMLElement[]): HTMLElement {
  return h("section", { id: slug(title) }, h("h2", title), ...content);
}

function folded(title: string, content: HTMLElement): HTMLElement {
  return h("details", { id: slug(title) }, h("summary", title), content);
}

function build(report: ReportData): void {
  const { summary } = report;
  const time = decodeFloats(report.time_s);
  const timeline = new Timeline(
    time[0] ?? 0,
    time[time.length - 1] ?? summary.duration_s,
    time.length,
  );
  const cards = new Map<Element, PlotCard>();
  // loops have a section of their own
  const { loops: _, ...machine } = summary.machine;
  const loops = loopsOf(summary.machine);

  const groups = [...byGroup(report.plots)].map(([group, plots]) => {
    const figures = plots.map((plot) => {
      const card = new PlotCard(plot, time, summary, timeline);
      cards.set(card.element, card);
      return card.element;
    });
    return section(group, h("div.plots", { "data-count": plots.length }, ...figures));
  });
  const drive = report.drive && new DriveView(report.drive, timeline);
  if (drive) timeline.add(drive);
  const plots = h("div.timeline", toolbar(summary, timeline), ...groups);

  const showEvent = ({ t_s }: { t_s: number }) => {
    timeline.zoom(t_s - kAroundEvent, t_s + kAroundEvent);
    timeline.point(t_s);
    plots.scrollIntoView();
  };

  document.title = `${report.title}: tether report`;
  root?.replaceChildren(
    header(report),
    ...(drive ? [section("From above", drive.element)] : []),
    plots,
    section("Numbers per phase", metricTable(summary, report.left_out)),
    ...(summary.expect.length ? [section("Expectations", expectationTable(summary))] : []),
    ...(summary.events.length ? [section("Events", eventTable(summary.events, showEvent))] : []),
    ...(loops.length ? [section("Loops", ...loopParts(loops))] : []),
    section("Run it again", h("pre.command", { tabindex: 0 }, report.command)),
    folded("Scenario", h("pre", { tabindex: 0 }, report.scenario_text)),
    folded("Machine", definitionList(machineRows(machine))),
  );

  showNearScreen(cards);
  followTheme(cards);
  followPrint(cards);
  if (drive) fitToWidth(drive);
}

function showNearScreen(cards: Map<Element, PlotCard>): void {
  const sizes = new ResizeObserver((entries) => {
    for (const entry of entries) cards.get(entry.target)?.fit();
  });
  const near = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        cards.get(entry.target)?.show();
        near.unobserve(entry.target);
        sizes.observe(entry.target);
      }
    },
    { rootMargin: kAhead },
  );
  for (const element of cards.keys()) near.observe(element);
}

function fitToWidth(drive: DriveView): void {
  const ground = drive.element.querySelector(".ground");
  if (!ground) return;
  new ResizeObserver(([entry]) => drive.fit(entry?.contentRect.width ?? 0)).observe(ground);
  // nothing is observed between this and the printing
  addEventListener("beforeprint", () => drive.fit(ground.clientWidth));
}

function followTheme(cards: Map<Element, PlotCard>): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    for (const card of cards.values()) card.redraw();
  });
}

// Paper is light, has no screen to be near to, and nothing to unfold.
function followPrint(cards: Map<Element, PlotCard>): void {
  let folds: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    document.documentElement.classList.add("print");
    folds = [...document.querySelectorAll("details")].filter((details) => !details.open);
    for (const details of folds) details.open = true;
    for (const card of cards.values()) card.showForPrint();
  });
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("print");
    for (const details of folds) details.open = false;
    for (const card of cards.values()) card.showForScreen();
  });
}

const report = parseReport(document.getElementById("report-data")?.textContent ?? "");
if (report) build(report);
else root?.replaceChildren(h("p", "This is the empty template of a report; it holds no session."));
