// The top of the report: what was run, how it ended, the figures one looks for first.
import { certificate } from "./certificate";
import type { Expectation, ReportData, Summary } from "./data";
import { h } from "./dom";
import { guardTable } from "./guards";
import { decimalsFor, formatBound, formatNumber, formatTime, humanName, scaleFor } from "./format";
import { definitionList, headline, mark, unitOf } from "./tables";
import { verdictBlock } from "./verdict";

export function header(report: ReportData): HTMLElement {
  const { summary } = report;
  return h(
    "header",
    headline("tether session report", report),
    verdictBlock(summary.verdict, summary.reasons, allHold(summary)),
    summary.passivity && certificate(summary.passivity, summary.side),
    summary.guards && guardTable(summary.guards),
    h("ul.tiles", ...keyMetrics(summary).map((name) => tile(name, summary))),
    h(
      "div.parts",
      definitionList([
        ...report.parts,
        [
          "Session",
          `${summary.scenario}, ${formatTime(summary.duration_s, 1)}, seed ${summary.seed}`,
        ],
      ]),
    ),
  );
}

export function allHold({ expect, guards }: Summary): string {
  const held =
    expect.length === 0
      ? "the scenario states no expectations"
      : expect.length === 1
        ? "the one expectation holds"
        : `all ${expect.length} expectations hold`;
  return guards && guards.bounds.length > 0 ? `${held}; every guard’s bound is kept` : held;
}

// the figures of most interest first; the rest in the order of summary.json
const kFirst = [
  /^collisions/,
  /^stop_error/,
  /^lateral_rms/,
  /^clearance_min/,
  /^driving_time/,
  /^tracking_error_mean/,
  /^follower_reach/,
  /^phantom_force/,
  /^tracking_error_max/,
  /^orientation_error.*max/,
  /^(operator|hand)_force.*max/,
  /^contact_force.*max/,
  /^operator_work/,
];
const kTiles = 6;

export function keyMetrics(summary: Summary): string[] {
  // a handle and the platform that it drives are in different places, and mean it
  const drives = "collisions" in summary.metrics;
  const names = Object.keys(summary.metrics).filter(
    (name) => !drives || !/^(tracking|orientation)_error/.test(name),
  );
  const wanted = kFirst.flatMap((pattern) => names.find((name) => pattern.test(name)) ?? []);
  return [...new Set([...wanted, ...names])].slice(0, kTiles);
}

function tile(name: string, summary: Summary): HTMLElement {
  const { value = null, unit = "" } = summary.metrics[name] ?? {};
  const scale = scaleFor(unit, [value]);
  const shown = value === null ? null : value * scale.factor;
  // three digits are enough for a headline
  const decimals = Math.max(0, decimalsFor([shown]) - 1);
  const stated = summary.expect.filter((e) => e.metric === name);
  const expectation = stated.find((e) => !e.ok) ?? stated.find((e) => e.phase === null);
  return h(
    "li",
    h("span.name", humanName(name)),
    h(
      "span",
      { class: scale.unit.startsWith("°") ? "value angle" : "value" },
      formatNumber(shown, decimals),
      h("small", scale.unit),
    ),
    expectation && h("span.bound", mark(expectation.ok, boundText(expectation, summary))),
  );
}

function boundText(expectation: Expectation, summary: Summary): string {
  const { min, max, phase } = expectation;
  const bound = formatBound(min, max, unitOf(expectation, summary));
  return phase ? `${bound} in ${phase.replaceAll("_", " ")}` : bound;
}
