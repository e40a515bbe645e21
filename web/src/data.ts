// The JSON document that the program puts into the page, and how its numbers are unpacked.
// SI units, as in summary.json; only the series of the plots come in the unit that is shown.
import type { DriveData } from "./drive/data";
import type { Verdict } from "./verdict";

export type Metrics = Record<string, { value: number | null; unit: string }>;

export interface Phase {
  name: string;
  from_s: number;
  to_s: number;
  reached?: boolean; // false: no metrics
  metrics: Metrics;
}

export interface SessionEvent {
  t_s: number;
  what: string;
  detail: string;
}

export interface Expectation {
  metric: string;
  phase: string | null; // null: the whole session
  min: number | null;
  max: number | null;
  value: number | null;
  ok: boolean;
}

// what crossed the two device ports, docs/metrics.md
export interface Passivity {
  verdict: "passive" | "violated" | "not_guaranteed";
  finding: string; // what was found, in words
  margin_j: number; // after the first charge
  least_j: number; // at any time
  first_violation_s: number | null;
  voided_by: string[];
  method: string;
  // where a side's energy is counted; "own": nowhere, it has a supply of its own
  port: Record<"leader" | "follower", "joints" | "tool" | "hand" | "own">;
  stored_j: number; // energy that was there from the start
  tolerance_j: number;
  uncertain_j?: number; // of the tolerance, for errors of measured wrenches
  starved_s: { leader: number; follower: number };
  taken_in_j: { leader: number; follower: number; sum: number };
}

// a row of the guards, docs/metrics.md
export interface GuardBound {
  name: string;
  side: "leader" | "follower" | null; // null: the spring between both
  unit: string;
  min: number | null;
  max: number | null;
  reached: number | null;
  kept: boolean;
  acted_s: number;
}

export interface GuardStop {
  side: string;
  reason: string;
  t_s: number;
  lasted_s: number;
}

export interface Guards {
  kept: boolean;
  bounds: GuardBound[];
  stops: GuardStop[];
}

export interface Summary {
  scenario: string;
  side?: "leader" | "follower"; // the only one of its process
  seed: number;
  duration_s: number;
  verdict: Verdict;
  reasons: string[]; // none exactly when the verdict is "pass"
  passivity?: Passivity; // older sessions have none
  guards?: Guards; // only of a session that has some
  metrics: Metrics;
  phases: Phase[];
  events: SessionEvent[];
  expect: Expectation[];
  machine: Record<string, unknown>;
}

export interface PlotSeries {
  label: string;
  role: string;
  data: string; // base64 of little-endian float32; NaN is a gap
}

export interface PlotData {
  id: string;
  group: string;
  title: string;
  unit: string;
  series: PlotSeries[];
  // names of the metrics whose [expect] bounds belong into this plot
  metrics?: string[];
  // bounds in the plot's own unit, for the whole session
  limits?: { label: string; value: number }[];
  // an axis of its own in place of time, as for a histogram
  x?: { label: string; unit: string; data: string };
  draw?: "line" | "bars";
}

export interface ReportData {
  summary: Summary;
  title: string;
  description: string;
  parts: [string, string][];
  left_out?: string[]; // metrics that do not apply
  scenario_text: string;
  command: string;
  time_s: string;
  plots: PlotData[];
  drive?: DriveData; // of a session that drove a course
}

// null when the page is the bare template
export function parseReport(text: string): ReportData | null {
  if (text.trim() === "") return null;
  const report = JSON.parse(text) as ReportData;
  const { summary } = report;
  // a session stopped early may leave any of these out
  summary.reasons ??= [];
  summary.metrics ??= {};
  summary.phases ??= [];
  summary.events ??= [];
  summary.expect ??= [];
  summary.machine ??= {};
  summary.events = withViolation(summary);
  return report;
}

export const kViolation = "passivity_violated";

// the first violation of passivity is marked like any other event
function withViolation({ events, passivity }: Summary): SessionEvent[] {
  const t_s = passivity?.first_violation_s ?? null;
  if (t_s === null) return events;
  const detail = "both device ports together had given out more energy than they had taken in";
  return [...events, { t_s, what: kViolation, detail }].sort((a, b) => a.t_s - b.t_s);
}

export function decodeFloats(base64: string): Float32Array {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  if (bytes.length % 4 !== 0) throw new Error(`${bytes.length} bytes are no sequence of float32`);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

export type Column = Float32Array | (number | null)[];

// uPlot marks a gap by null, which a typed array cannot hold
export function withGaps(values: Float32Array): Column {
  if (values.every(Number.isFinite)) return values;
  return Array.from(values, (v) => (Number.isFinite(v) ? v : null));
}

// the plots by group, both in order of first appearance
export function byGroup(plots: PlotData[]): Map<string, PlotData[]> {
  const groups = new Map<string, PlotData[]>();
  for (const plot of plots) {
    groups.set(plot.group, [...(groups.get(plot.group) ?? []), plot]);
  }
  return groups;
}

export function phaseAt(phases: Phase[], t: number): Phase | undefined {
  return phases.find((phase) => t >= phase.from_s && t < phase.to_s);
}
