// How well the loops of a session on the wall clock kept their time: a table in µs, two histograms
// and the late ticks of each loop.
import { h } from "./dom";
import { decimalsFor, formatNumber, formatTime, humanName } from "./format";
import { histogram } from "./histogram";
import { numberCell, numberHead, rowHead, scrollable, textHead } from "./tables";

// one distribution; times in s, bars as [from, to, count]
export type LoopSeries = Record<"count" | (typeof kColumns)[number][0], number> & {
  histogram: [number, number, number][];
};

export interface Loop {
  name: string;
  nominal_period_s: number;
  passes: number;
  missed: number;
  overruns: number;
  late_count: number;
  // of what is simulated in the loop, while ticks were left out; not in older summaries
  physics?: { made_up_s: number; stood_still_s: number };
  grant: { fifo: boolean; priority: number; refused: string[] };
  series: Record<string, LoopSeries>;
  late: { tick: number; t_s: number; late_s: number; cause: string }[];
}

// none for a session in virtual time, which has no loop to keep
export function loopsOf(machine: Record<string, unknown>): Loop[] {
  return Array.isArray(machine.loops) ? (machine.loops as Loop[]) : [];
}

const kMicro = 1e6;

const kSeriesNames: Record<string, string> = {
  period: "Period",
  wake_up: "Wake-up latency",
  device: "Device call",
  compute: "Computation",
  interface: "Period of device calls",
  transmit: "Period of sending",
  receive: "Period of receiving",
};

const kCauses: Record<string, string> = {
  wake_up: "woken late by the kernel",
  compute: "the computation took long",
  device: "the device took long",
  preempted: "another thread took the processor",
};

const kColumns = [
  ["mean_s", "Mean"],
  ["sigma_s", "σ"],
  ["min_s", "Min"],
  ["p50_s", "50 %"],
  ["p90_s", "90 %"],
  ["p99_s", "99 %"],
  ["p999_s", "99.9 %"],
  ["max_s", "Max"],
] as const;

// name, count, then one cell per column [µs]; the cells of a row share their decimals
export function loopRows(loop: Loop): string[][] {
  return Object.entries(loop.series).map(([name, series]) => {
    const values = kColumns.map(([key]) => series[key] * kMicro);
    const decimals = Math.min(decimalsFor(values), 2);
    return [
      kSeriesNames[name] ?? humanName(name),
      String(series.count),
      ...values.map((value) => formatNumber(value, decimals)),
    ];
  });
}

// what the loop ran as, and what it left out
export function loopSentence(loop: Loop): string {
  const { grant, passes, missed, overruns, late_count } = loop;
  const ran = grant.fifo ? `SCHED_FIFO ${grant.priority}` : "an ordinary thread";
  const every = `${formatNumber(loop.nominal_period_s * 1e3, 3).replace(/\.?0+$/, "")}\u00a0ms`;
  const counts = [
    [late_count, "late"],
    [overruns, "ended after the next was due"],
    [missed, "left out"],
  ].filter(([count]) => count !== 0);
  const faults = counts.map(([count, what]) => `${count} ${what}`).join(", ");
  return `${passes} ticks, one every ${every}, as ${ran}; ${faults || "none late"}.`;
}

// what the simulated world did while ticks were left out; nothing when none were
export function physicsSentence({ physics }: Loop): string {
  const { made_up_s = 0, stood_still_s = 0 } = physics ?? {};
  const parts = [
    [made_up_s, "went on"],
    [stood_still_s, "stood still"],
  ].filter(([seconds]) => seconds !== 0);
  const said = parts.map(([seconds, what]) => `${what} for ${formatTime(Number(seconds), 3)}`);
  return said.length > 0 ? `While ticks were left out, its simulation ${said.join(" and ")}.` : "";
}

export function causeText(cause: string): string {
  return kCauses[cause] ?? humanName(cause);
}

function seriesTable(loop: Loop): HTMLElement {
  const columns = ["Count", ...kColumns.map(([, title]) => title)];
  const rows = loopRows(loop).map(([name = "", ...rest]) =>
    h("tr", rowHead(name), ...rest.map(numberCell)),
  );
  const head = [textHead("µs"), ...columns.map((name) => numberHead(name))];
  return scrollable(`Times of loop ${loop.name}`, "loop", head, rows);
}

function lateTable(loop: Loop): HTMLElement {
  const head = ["Tick", "Time", "Late by [µs]"].map((name) => numberHead(name));
  const rows = loop.late.map((late) =>
    h(
      "tr",
      numberCell(String(late.tick)),
      numberCell(formatTime(late.t_s, 3)),
      numberCell(formatNumber(late.late_s * kMicro, 1)),
      h("td", causeText(late.cause)),
    ),
  );
  return scrollable(`Late ticks of loop ${loop.name}`, "late", [...head, textHead("Cause")], rows);
}

// the parts of the section, loop by loop
export function loopParts(loops: Loop[]): HTMLElement[] {
  return loops.map((loop) => {
    const drawn = ["wake_up", "compute"].flatMap((name) => {
      const series = loop.series[name];
      return series ? [histogram(kSeriesNames[name] ?? name, series.histogram)] : [];
    });
    const rest = loop.late_count - loop.late.length;
    return h(
      "article.loop-part",
      h("h3", humanName(loop.name)),
      h("p", [loopSentence(loop), physicsSentence(loop)].join(" ").trim()),
      loop.grant.refused.length > 0 &&
        h("ul.refused", ...loop.grant.refused.map((text) => h("li", text))),
      seriesTable(loop),
      h("div.plots", { "data-count": drawn.length }, ...drawn),
      loop.late.length > 0 && lateTable(loop),
      rest > 0 && h("p.rest", `and ${rest} more that were less late`),
    );
  });
}
