// What the guards were set to, what was reached and for how long each acted.
import type { GuardBound, GuardStop, Guards } from "./data";
import { h } from "./dom";
import {
  decimalsFor,
  formatBound,
  formatNumber,
  formatTime,
  humanName,
  scaleFor,
  withUnit,
} from "./format";
import { finding } from "./verdict";
import { mark, numberCell, numberHead, rowHead, scrollable, textHead } from "./tables";

export function guardTable(guards: Guards): HTMLElement {
  const stopped = guards.stops.length > 0;
  const state = !guards.kept ? "exceeded" : stopped ? "stopped" : "kept";
  return h(
    "section",
    { class: `guards ${state}`, "aria-label": "Guards" },
    h(
      "div.finding",
      h("h2", "Guards"),
      guards.kept ? finding("✓", "Kept") : finding("✕", "Exceeded"),
      h("p", guardsInWords(guards)),
      stopped &&
        h("ul.stops", ...guards.stops.map((stop) => h("li", inWords(stop)))),
    ),
    guards.bounds.length > 0 && boundTables(guards.bounds),
  );
}

export function guardsInWords({ bounds, kept }: Guards): string {
  const acted = bounds.filter(({ acted_s }) => acted_s > 0).length;
  const past = bounds.filter((bound) => !bound.kept).length;
  const held = kept
    ? bounds.length === 1
      ? "The one bound was kept"
      : `All ${bounds.length} bounds were kept`
    : `${past} of ${bounds.length} bounds ${past === 1 ? "was" : "were"} exceeded`;
  if (acted === 0) return `${held}; no guard had to act.`;
  return `${held}; ${acted === 1 ? "one guard" : `${acted} guards`} had to act.`;
}

export function inWords({ side, reason, t_s, lasted_s }: GuardStop): string {
  const when = `at ${formatTime(t_s, 3)} for ${formatTime(lasted_s)}`;
  return `The ${side} was stopped ${when}: ${reason.replaceAll("_", " ")}`;
}

export function guardRow(bound: GuardBound) {
  const { name, side, unit, min, max, reached, acted_s } = bound;
  return {
    name: side === null ? humanName(name) : `${humanName(name)}, ${side}`,
    limit: formatBound(min, max, unit),
    reached: reached === null ? "–" : quantity(reached, unit, [min, max]),
    acted: acted_s > 0 ? formatTime(acted_s, acted_s < 1 ? 3 : 2) : "–",
    kept: bound.kept,
    idle: acted_s === 0,
  };
}

// in the unit of the bound beside it
function quantity(value: number, unit: string, bounds: (number | null)[]): string {
  const limits = bounds.filter((b) => b !== null && b !== 0);
  const scale = scaleFor(unit, limits.length > 0 ? limits : [value]);
  const shown = value * scale.factor;
  return withUnit(formatNumber(shown, Math.max(0, decimalsFor([shown]) - 1)), scale.unit);
}

// the three that a session is about, and whatever had something to do
export function isWorthARow({ name, acted_s, kept }: GuardBound): boolean {
  return ["energy", "force", "power"].includes(name) || acted_s > 0 || !kept;
}

function boundTables(bounds: GuardBound[]): HTMLElement {
  const shown = bounds.filter(isWorthARow);
  const idle = bounds.filter((bound) => !isWorthARow(bound));
  return h(
    "div",
    shown.length > 0 && boundTable("Bounds of the guards", shown),
    idle.length > 0 &&
      h(
        "details",
        h("summary", `${idle.length} more that had nothing to do`),
        boundTable("Bounds of idle guards", idle),
      ),
  );
}

function boundTable(label: string, bounds: GuardBound[]): HTMLElement {
  const head = ["Limit", "Reached", "Acted for"].map((name) => numberHead(name));
  const rows = bounds.map(guardRow).map((row) =>
    h(
      "tr",
      { class: row.kept ? (row.idle ? "idle" : "acted") : "failed" },
      rowHead(row.name),
      numberCell(row.limit),
      numberCell(row.kept ? row.reached : mark(false, row.reached)),
      numberCell(row.acted),
    ),
  );
  return scrollable(label, "bounds", [textHead("Bound"), ...head], rows);
}
