// The bar that stays in view above the plots: phases to zoom to, and what is under the cursor.
import { type Summary, phaseAt } from "./data";
import { button, h } from "./dom";
import { formatNumber, formatTime, humanName } from "./format";
import type { Timeline, TimelineView } from "./timeline";

const kZoomHint = matchMedia("(hover: none)").matches
  ? "Pinch a plot to zoom"
  : "Drag in a plot to zoom";
const kEventReach = 0.006; // an event this part of the visible range away is named

export function toolbar(summary: Summary, timeline: Timeline): HTMLElement {
  const whole = choice("Whole session", () => timeline.reset());
  const phases = summary.phases.map((phase) =>
    choice(humanName(phase.name), () => timeline.zoom(phase.from_s, phase.to_s)),
  );
  const readout = h("p.readout");
  const bar = h(
    "div.toolbar",
    { role: "toolbar", "aria-label": "Time shown in all plots" },
    h("div.choices", whole, ...phases),
    readout,
  );

  const view: TimelineView = {
    showRange(from, to) {
      whole.setAttribute("aria-pressed", String(timeline.whole));
      summary.phases.forEach((phase, i) => {
        const same = Math.abs(phase.from_s - from) + Math.abs(phase.to_s - to) < 1e-3 * (to - from);
        phases[i]?.setAttribute("aria-pressed", String(same && !timeline.whole));
      });
      readout.textContent = readoutText(summary, timeline);
    },
    showCursor() {
      readout.textContent = readoutText(summary, timeline);
    },
  };
  timeline.add(view);
  return bar;
}

const choice = (text: string, act: () => void) => button(text, act, { "aria-pressed": "false" });

function readoutText(summary: Summary, timeline: Timeline): string {
  const [from, to] = timeline.range;
  const t = timeline.time;
  if (t === null)
    return timeline.whole
      ? kZoomHint
      : `${formatNumber(from, 2)} to ${formatTime(to)}, double click resets`;
  const phase = phaseAt(summary.phases, t);
  const near = summary.events.find((event) => Math.abs(event.t_s - t) < kEventReach * (to - from));
  const parts = [
    `t = ${formatTime(t, 3)}`,
    phase && humanName(phase.name),
    near && humanName(near.what),
  ];
  return parts.filter(Boolean).join(" · ");
}
