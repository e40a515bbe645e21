// What is drawn in a plot besides its lines: phases as bands with their names in a strip at the
// top, events as thin marks, and the bounds of the expectations.
import type uPlot from "uplot";
import {
  type Expectation,
  type Phase,
  type PlotData,
  type SessionEvent,
  type Summary,
  kViolation,
} from "./data";
import { formatBound, isNumber, scaleFor } from "./format";
import type { Palette } from "./palette";

export const kStripHeight = 17; // [px]
const kStripFont = 10.5; // [px]

// a bound to draw, in the unit of the plot
export interface Limit {
  from_s: number;
  to_s: number;
  value: number;
  text: string;
  ok: boolean;
  named?: boolean; // named at the edge when it lies outside the view
}

// the bounds of a plot: its own, and those on its metrics over the phase or the session that they
// hold for
export function limitsFor(
  { metrics = [], limits = [], unit }: Pick<PlotData, "metrics" | "limits" | "unit">,
  summary: Summary,
): Limit[] {
  const session = { from_s: 0, to_s: summary.duration_s };
  const own = limits.map(({ label, value }) => {
    const text = `${label} ${formatBound(null, value, unit).replace(/^≤\s/, "")}`;
    return { ...session, value, text, ok: true, named: true };
  });
  const expected = summary.expect
    .filter((expectation) => metrics.includes(expectation.metric))
    .flatMap((expectation) => boundsOf(expectation, unit, summary));
  // one line for the same value
  return [...own, ...expected.filter((e) => !e.ok || !own.some(({ value }) => value === e.value))];
}

function boundsOf(expectation: Expectation, unit: string, summary: Summary): Limit[] {
  const { metric, min, max, value } = expectation;
  const phase = summary.phases.find((p) => p.name === expectation.phase);
  const siUnit = summary.metrics[metric]?.unit ?? phase?.metrics[metric]?.unit ?? unit;
  const factor = siUnit === unit ? 1 : plotFactor(siUnit, unit);
  if (factor === null) return [];
  const span = { from_s: phase?.from_s ?? 0, to_s: phase?.to_s ?? summary.duration_s };
  // the plot's title says which quantity; what is bounded of it is the last word of the name
  const name = metric.split("_").pop();
  const limits: Limit[] = [];
  if (isNumber(min)) {
    const text = `${name} ${formatBound(min, null, siUnit)}`;
    limits.push({ ...span, value: min * factor, text, ok: isNumber(value) && value >= min });
  }
  if (isNumber(max)) {
    const text = `${name} ${formatBound(null, max, siUnit)}`;
    limits.push({ ...span, value: max * factor, text, ok: isNumber(value) && value <= max });
  }
  return limits;
}

// from the metric's unit to the plot's; null when the plot shows another quantity
function plotFactor(from: string, to: string): number | null {
  const shown = scaleFor(from, [0]);
  const wanted = scaleFor(to, [1]);
  return shown.unit === wanted.unit ? shown.factor / wanted.factor : null;
}

const kMostLines = 12; // with more events in view, lines would hide the curves

// Draws into one plot; k: canvas pixels per CSS pixel.
export class Overlay {
  private readonly ctx: CanvasRenderingContext2D;
  private readonly box: DOMRect;

  constructor(
    private readonly u: uPlot,
    private readonly palette: Palette,
    private readonly k: number,
  ) {
    const { left, top, width, height } = u.bbox;
    this.ctx = u.ctx;
    this.box = new DOMRect(left, top, width, height);
  }

  phases(phases: Phase[]): void {
    const { ctx, box, palette, k } = this;
    const stripTop = box.top - kStripHeight * k;
    ctx.save();
    ctx.font = this.font;
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    phases.forEach((phase, i) => {
      const [left, right] = this.span(phase);
      if (right <= left) return;
      if (i % 2 === 0) {
        ctx.fillStyle = palette.band;
        ctx.fillRect(left, box.top, right - left, box.bottom - box.top);
      }
      // the hairline between two names is the card showing through
      ctx.fillStyle = palette.strip;
      ctx.fillRect(left, stripTop, right - left - k, (kStripHeight - 1) * k);
      ctx.fillStyle = palette.soft;
      const text = fitted(ctx, phase.name, right - left - 8 * k);
      ctx.fillText(text, left + 4 * k, stripTop + (kStripHeight / 2) * k);
    });
    ctx.restore();
  }

  // what is above and below zero is distinguished at sight
  zero(): void {
    const { ctx, box, palette, k } = this;
    const y = Math.round(this.u.valToPos(0, "y", true)) + 0.5;
    if (y <= box.top || y >= box.bottom) return;
    ctx.save();
    ctx.strokeStyle = palette.event;
    ctx.lineWidth = k;
    this.line(box.left, y, box.right, y);
    ctx.restore();
  }

  // named: the violation of passivity gets its name beside it
  events(events: SessionEvent[], named: boolean): void {
    const { ctx, box, palette, k } = this;
    const place = ({ t_s }: SessionEvent) => Math.round(this.u.valToPos(t_s, "x", true)) + 0.5;
    const inView = events.filter((event) => {
      // phases have their strip
      return event.what !== "phase" && place(event) >= box.left && place(event) <= box.right + 1;
    });
    ctx.save();
    for (const event of inView) {
      const grave = event.what === kViolation;
      ctx.strokeStyle = ctx.fillStyle = grave ? palette.bad : palette.event;
      ctx.lineWidth = (grave ? 1.5 : 1) * k;
      ctx.setLineDash(grave ? [] : [2 * k, 3 * k]);
      const x = place(event);
      if (grave || inView.length <= kMostLines) this.line(x, box.top, x, box.bottom);
      if (grave && named) this.nameAtFoot("passivity violated", x);
      ctx.beginPath();
      ctx.moveTo(x - 3.5 * k, box.top);
      ctx.lineTo(x + 3.5 * k, box.top);
      ctx.lineTo(x, box.top + 5 * k);
      ctx.fill();
    }
    ctx.restore();
  }

  limits(limits: Limit[]): void {
    const { ctx, box, palette, k } = this;
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    ctx.clip();
    ctx.font = this.font;
    ctx.textAlign = "right";
    ctx.lineWidth = 1.25 * k;
    for (const limit of limits) {
      const [left, right] = this.span(limit);
      const y = this.u.valToPos(limit.value, "y", true);
      if (right <= left) continue;
      ctx.strokeStyle = ctx.fillStyle = limit.ok ? palette.limit : palette.bad;
      if (y < box.top || y > box.bottom) {
        if (limit.named) this.nameBeyond(limit, y < box.top, right);
        continue;
      }
      ctx.setLineDash([5 * k, 3 * k]);
      this.line(left, y, right, y);
      this.nameLimit(limit, right, y);
    }
    ctx.restore();
  }

  private get font(): string {
    return `${kStripFont * this.k}px ${this.palette.font}`;
  }

  // what is in view of a stretch of time
  private span({ from_s, to_s }: { from_s: number; to_s: number }): [number, number] {
    const { u, box } = this;
    return [
      Math.max(u.valToPos(from_s, "x", true), box.left),
      Math.min(u.valToPos(to_s, "x", true), box.right),
    ];
  }

  private line(x1: number, y1: number, x2: number, y2: number): void {
    this.ctx.beginPath();
    this.ctx.moveTo(x1, y1);
    this.ctx.lineTo(x2, y2);
    this.ctx.stroke();
  }

  // at the foot of a line at x, on the side that has room
  private nameAtFoot(text: string, x: number): void {
    const { ctx, box, k } = this;
    ctx.font = this.font;
    const width = ctx.measureText(text).width;
    const right = x + width + 8 * k < box.right;
    ctx.textAlign = "left";
    this.withHalo(text, right ? x + 5 * k : x - width - 5 * k, box.bottom - 6 * k);
  }

  // at the edge beyond which it lies
  private nameBeyond({ text }: Limit, above: boolean, right: number): void {
    const { box, k } = this;
    const y = above ? box.top + (kStripFont + 4) * k : box.bottom - 6 * k;
    this.withHalo(`${text} ${above ? "↑" : "↓"}`, right - 4 * k, y);
  }

  // above its line at y, or below where the strip leaves no room
  private nameLimit({ text }: Limit, right: number, lineY: number): void {
    const { ctx, box, k } = this;
    const above = lineY - box.top > (kStripFont + 9) * k;
    const y = above ? lineY - 6 * k : lineY + (kStripFont + 4) * k;
    const x = Math.max(right - 4 * k, box.left + 4 * k + ctx.measureText(text).width);
    this.withHalo(text, Math.min(x, ctx.canvas.width), y);
  }

  // readable over a curve
  private withHalo(text: string, x: number, y: number): void {
    const { ctx, palette, k } = this;
    ctx.save();
    ctx.setLineDash([]);
    ctx.strokeStyle = palette.card;
    ctx.lineWidth = 3 * k;
    ctx.lineJoin = "round";
    ctx.strokeText(text, x, y);
    ctx.restore();
    ctx.fillText(text, x, y);
  }
}

// as much of the text as fits, or nothing when less than two letters would remain
function fitted(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  for (let n = text.length - 1; n >= 2; --n) {
    const cut = `${text.slice(0, n).trimEnd()}…`;
    if (ctx.measureText(cut).width <= width) return cut;
  }
  return "";
}
