// The numbers of the session as tables.
import type { Expectation, Metrics, Phase, SessionEvent, Summary } from "./data";
import { button, h } from "./dom";
import {
  decimalsFor,
  formatBound,
  formatNumber,
  formatQuantity,
  formatTime,
  humanName,
  isNumber,
  scaleFor,
} from "./format";

// One row per metric but for those left out, with cells for the session and each phase; all cells of
// a row share unit and number of decimals, to be compared at sight.
export function metricRows(summary: Summary, leftOut: string[] = []) {
  const columns: Metrics[] = [summary.metrics, ...summary.phases.map((phase) => phase.metrics)];
  const names = new Set(columns.flatMap((metrics) => Object.keys(metrics)));
  return [...names].filter((name) => !leftOut.includes(name)).map((name) => {
    const values = columns.map((metrics) => metrics[name]?.value ?? null);
    const unit = columns.find((metrics) => name in metrics)?.[name]?.unit ?? "";
    const scale = scaleFor(unit, values);
    const shown = values.map((v) => (v === null ? null : v * scale.factor));
    const decimals = decimalsFor(shown);
    return {
      name: humanName(name),
      unit: scale.unit,
      cells: shown.map((v) => formatNumber(v, decimals)),
    };
  });
}

export function metricTable(summary: Summary, leftOut?: string[]): HTMLElement {
  const span = ({ from_s, to_s }: Phase) => `${formatNumber(from_s, 1)} to ${formatTime(to_s, 1)}`;
  const phases = summary.phases.map((phase) =>
    numberHead(humanName(phase.name), h("small", span(phase))),
  );
  const rows = metricRows(summary, leftOut).map(({ name, unit, cells: [overall = "", ...rest] }) =>
    h(
      "tr",
      rowHead(name),
      h("td.unit", unit),
      h("td.number.overall", overall),
      ...rest.map(numberCell),
    ),
  );
  const head = [...["Metric", "Unit"].map(textHead), numberHead("Session"), ...phases];
  return scrollable("Numbers per phase", "metrics", head, rows);
}

// the unit in which summary.json gives the metric of an expectation
export function unitOf(expectation: Expectation, summary: Summary): string {
  const { metric } = expectation;
  const phase = summary.phases.find((p) => p.name === expectation.phase);
  return phase?.metrics[metric]?.unit ?? summary.metrics[metric]?.unit ?? "";
}

export function expectationTable(summary: Summary): HTMLElement {
  const head = [
    ...["Quantity", "Phase"].map(textHead),
    ...["Bound", "Value"].map((name) => numberHead(name)),
    textHead("Result"),
  ];
  const rows = summary.expect.map((expectation) => {
    const { metric, phase, min, max, value, ok } = expectation;
    const unit = unitOf(expectation, summary);
    return h(
      "tr",
      { class: ok ? "" : "failed" },
      rowHead(humanName(metric)),
      h("td", phase ? humanName(phase) : "Session"),
      numberCell(formatBound(min, max, unit)),
      numberCell(formatQuantity(value, unit)),
      h("td", ok ? mark(true, "holds") : mark(false, "failed")),
    );
  });
  return scrollable("Expectations", "expectations", head, rows);
}

// a sign beside the colour, for those who do not see the colour
export function mark(ok: boolean, text: string): HTMLElement {
  return h("span", { class: ok ? "mark ok" : "mark bad" }, ok ? "✓ " : "✕ ", text);
}

export function eventTable(
  events: SessionEvent[],
  show: (event: SessionEvent) => void,
): HTMLElement {
  const rows = events.map((event) => {
    const time = formatTime(event.t_s, 3);
    return h(
      "tr",
      numberCell(button(time, () => show(event), { title: "show in the plots" })),
      rowHead(humanName(event.what)),
      h("td.detail", event.detail),
    );
  });
  return scrollable("Events", "events", [numberHead("Time"), textHead("Event"), textHead("Detail")], rows);
}

// Nested values become rows of their own, named by their path.
export function machineRows(machine: Record<string, unknown>, path = ""): [string, string][] {
  return Object.entries(machine).flatMap(([key, value]): [string, string][] => {
    const name = path ? `${path}, ${key.replaceAll("_", " ")}` : humanName(key);
    if (value !== null && typeof value === "object" && !Array.isArray(value))
      return machineRows(value as Record<string, unknown>, name);
    if (isNumber(value)) return [[name, String(Number(value.toPrecision(6)))]];
    return [[name, Array.isArray(value) ? value.join(", ") : String(value ?? "–")]];
  });
}

// what stands at the top of a page
export function headline(
  kind: string,
  { title, description }: { title: string; description: string },
): HTMLElement {
  return h("div.headline", h("p.eyebrow", kind), h("h1", title), h("p.description", description));
}

export function definitionList(rows: [string, string][]): HTMLElement {
  return h("dl",...rows.map(([term, text]) => h("div", h("dt", term), h("dd", text))));
}

export const textHead = (name: string) => h("th", { scope: "col" }, name);
export const numberHead = (...name: (string | Node)[]) =>
  h("th", { scope: "col", class: "number" }, ...name);
export const rowHead = (name: string) => h("th", { scope: "row" }, name);
export const numberCell = (figure: string | Node) => h("td.number", figure);

// focusable, so that arrow keys scroll a table that is wider than the screen
export function scrollable(
  label: string,
  kind: string,
  head: HTMLElement[],
  rows: HTMLElement[],
): HTMLElement {
  const table = h("table", { class: kind }, h("thead", h("tr", ...head)), h("tbody", ...rows));
  return h("div.scroll", { tabindex: 0, role: "region", "aria-label": label }, table);
}
