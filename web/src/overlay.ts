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

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

// k: canvas pixels per CSS pixel
export function drawPhases(u: uPlot, phases: Phase[], palette: Palette, k: number): void {
  const { ctx } = u;
  const box = plotBox(u);
  const stripTop = box.top - kStripHeight * k;
  ctx.save();
  ctx.font = `${kStripFont * k}px ${palette.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  phases.forEach((phase, i) => {
    const left = Math.max(u.valToPos(phase.from_s, "x", true), box.left);
    const right = Math.min(u.valToPos(phase.to_s, "x", true), box.right);
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

// as much of the text as fits, or nothing when less than two letters would remain
function fitted(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  for (let n = text.length - 1; n >= 2; --n) {
    const cut = `${text.slice(0, n).trimEnd()}…`;
    if (ctx.measureText(cut).width <= width) return cut;
  }
  return "";
}

// what is above and below zero is distinguished at sight
export function drawZero(u: uPlot, palette: Palette, k: number): void {
  const { ctx } = u;
  const box = plotBox(u);
  const y = Math.round(u.valToPos(0, "y", true)) + 0.5;
  if (y <= box.top || y >= box.bottom) return;
  ctx.save();
  ctx.strokeStyle = palette.event;
  ctx.lineWidth = k;
  ctx.beginPath();
  ctx.moveTo(box.left, y);
  ctx.lineTo(box.right, y);
  ctx.stroke();
  ctx.restore();
}

const kMostLines = 12; // with more events in view, lines would hide the curves

// named: the violation of passivity gets its name beside it
export function drawEvents(
  u: uPlot,
  events: SessionEvent[],
  palette: Palette,
  k: number,
  named = false,
): void {
  const { ctx } = u;
  const box = plotBox(u);
  const place = ({ t_s }: SessionEvent) => Math.round(u.valToPos(t_s, "x", true)) + 0.5;
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
    if (grave || inView.length <= kMostLines) {
      ctx.beginPath();
      ctx.moveTo(x, box.top);
      ctx.lineTo(x, box.bottom);
      ctx.stroke();
    }
    if (grave && named) drawName(ctx, "passivity violated", x, box, palette, k);
    ctx.beginPath();
    ctx.moveTo(x - 3.5 * k, box.top);
    ctx.lineTo(x + 3.5 * k, box.top);
    ctx.lineTo(x, box.top + 5 * k);
    ctx.fill();
  }
  ctx.restore();
}

// at the foot of a line at x, on the side that has room
function drawName(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  box: Box,
  palette: Palette,
  k: number,
): void {
  ctx.font = `${kStripFont * k}px ${palette.font}`;
  const width = ctx.measureText(text).width;
  const right = x + width + 8 * k < box.right;
  ctx.textAlign = "left";
  withHalo(ctx, text, right ? x + 5 * k : x - width - 5 * k, box.bottom - 6 * k, palette, k);
}

// readable over a curve
function withHalo(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  palette: Palette,
  k: number,
): void {
  ctx.save();
  ctx.setLineDash([]);
  ctx.strokeStyle = palette.card;
  ctx.lineWidth = 3 * k;
  ctx.lineJoin = "round";
  ctx.strokeText(text, x, y);
  ctx.restore();
  ctx.fillText(text, x, y);
}

export function drawLimits(u: uPlot, limits: Limit[], palette: Palette, k: number): void {
  const { ctx } = u;
  const box = plotBox(u);
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  ctx.clip();
  ctx.font = `${kStripFont * k}px ${palette.font}`;
  ctx.textAlign = "right";
  ctx.lineWidth = 1.25 * k;
  for (const limit of limits) {
    const left = Math.max(u.valToPos(limit.from_s, "x", true), box.left);
    const right = Math.min(u.valToPos(limit.to_s, "x", true), box.right);
    const y = u.valToPos(limit.value, "y", true);
    if (right <= left) continue;
    ctx.strokeStyle = ctx.fillStyle = limit.ok ? palette.limit : palette.bad;
    if (y < box.top || y > box.bottom) {
      if (limit.named) drawBeyond(ctx, limit, y < box.top, { ...box, right }, palette, k);
      continue;
    }
    ctx.setLineDash([5 * k, 3 * k]);
    ctx.beginPath();
    ctx.moveTo(left, y);
    ctx.lineTo(right, y);
    ctx.stroke();
    drawLimitText(ctx, limit, { left: box.left, right, top: box.top, bottom: y }, palette, k);
  }
  ctx.restore();
}

// its name at the edge beyond which it lies
function drawBeyond(
  ctx: CanvasRenderingContext2D,
  limit: Limit,
  above: boolean,
  box: Box,
  palette: Palette,
  k: number,
): void {
  const y = above ? box.top + (kStripFont + 4) * k : box.bottom - 6 * k;
  withHalo(ctx, `${limit.text} ${above ? "↑" : "↓"}`, box.right - 4 * k, y, palette, k);
}

// above its line, or below where the strip leaves no room
function drawLimitText(
  ctx: CanvasRenderingContext2D,
  limit: Limit,
  line: Box,
  palette: Palette,
  k: number,
): void {
  const above = line.bottom - line.top > (kStripFont + 9) * k;
  const y = above ? line.bottom - 6 * k : line.bottom + (kStripFont + 4) * k;
  const x = Math.min(
    Math.max(line.right - 4 * k, line.left + 4 * k + ctx.measureText(limit.text).width),
    ctx.canvas.width,
  );
  withHalo(ctx, limit.text, x, y, palette, k);
}

function plotBox(u: uPlot): Box {
  const { left, top, width, height } = u.bbox;
  return { left, right: left + width, top, bottom: top + height };
}
