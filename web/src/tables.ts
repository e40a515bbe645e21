// The numbers of the session as tables.
import type { Expectation, Metrics, SessionEvent, Summary } from "./data";
import { h } from "./dom";
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

export interface MetricRow {
  name: string;
  unit: string;
  cells: string[]; // overall, then one per phase
}

// One row per metric but for those left out; all cells of a row share unit and number of decimals, to be compared at sight.
export function metricRows(summary: Summary, leftOut: string[] = []): MetricRow[] {
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
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "Metric"),
    h("th", { scope: "col" }, "Unit"),
    h("th", { scope: "col", class: "number" }, "Session"),
    ...summary.phases.map((phase) =>
      h(
        "th",
        { scope: "col", class: "number" },
        humanName(phase.name),
        h("small", {}, `${formatNumber(phase.from_s, 1)} to ${formatTime(phase.to_s, 1)}`),
      ),
    ),
  );
  const rows = metricRows(summary, leftOut).map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, row.name),
      h("td", { class: "unit" }, row.unit),
      ...row.cells.map((cell, i) =>
        h("td", { class: i === 0 ? "number overall" : "number" }, cell),
      ),
    ),
  );
  return scrollable("Numbers per phase", "metrics", head, rows);
}

// the unit in which summary.json gives the metric of an expectation
export function unitOf(expectation: Expectation, summary: Summary): string {
  const { metric } = expectation;
  const phase = summary.phases.find((p) => p.name === expectation.phase);
  return phase?.metrics[metric]?.unit ?? summary.metrics[metric]?.unit ?? "";
}

export function expectationTable(summary: Summary): HTMLElement {
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "Quantity"),
    h("th", { scope: "col" }, "Phase"),
    h("th", { scope: "col", class: "number" }, "Bound"),
    h("th", { scope: "col", class: "number" }, "Value"),
    h("th", { scope: "col" }, "Result"),
  );
  const rows = summary.expect.map((expectation) => {
    const unit = unitOf(expectation, summary);
    return h(
      "tr",
      { class: expectation.ok ? "" : "failed" },
      h("th", { scope: "row" }, humanName(expectation.metric)),
      h("td", {}, expectation.phase ? humanName(expectation.phase) : "Session"),
      h("td", { class: "number" }, formatBound(expectation.min, expectation.max, unit)),
      h("td", { class: "number" }, formatQuantity(expectation.value, unit)),
      h("td", {}, expectation.ok ? mark(true, "holds") : mark(false, "failed")),
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
  const head = h(
    "tr",
    {},
    h("th", { scope: "col", class: "number" }, "Time"),
    h("th", { scope: "col" }, "Event"),
    h("th", { scope: "col" }, "Detail"),
  );
  const rows = events.map((event) => {
    const time = h(
      "button",
      { type: "button", title: "show in the plots" },
      formatTime(event.t_s, 3),
    );
    time.addEventListener("click", () => show(event));
    return h(
      "tr",
      {},
      h("td", { class: "number" }, time),
      h("th", { scope: "row" }, humanName(event.what)),
      h("td", { class: "detail" }, event.detail),
    );
  });
  return scrollable("Events", "events", head, rows);
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

export function definitionList(rows: [string, string][]): HTMLElement {
  return h(
    "dl",
    {},
    ...rows.map(([term, text]) => h("div", {}, h("dt", {}, term), h("dd", {}, text))),
  );
}

// focusable, so that arrow keys scroll a table that is wider than the screen
export function scrollable(
  label: string,
  kind: string,
  head: HTMLElement,
  rows: HTMLElement[],
): HTMLElement {
  const table = h("table", { class: kind }, h("thead", {}, head), h("tbody", {}, ...rows));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
}
