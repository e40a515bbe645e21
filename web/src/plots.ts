// From the data of one plot to the options of uPlot.
import uPlot from "uplot";
import { type Column, type PlotData, type Summary, decodeFloats, withGaps } from "./data";
import { decimalsFor, shortNumber } from "./format";
import { type Limit, Overlay, kStripHeight, limitsFor } from "./overlay";
import { type Palette, kPlainLine, lineStyles, readPalette, themeVariable } from "./palette";

export type PlotModel = ReturnType<typeof plotModel>;

// a plot decoded, with all that drawing it takes
export function plotModel(data: PlotData, time: Float32Array, summary: Summary) {
  const columns = data.series.map((series) => withGaps(decodeFloats(series.data)));
  const extremes = columns.flatMap((column) => extremesOf(column));
  return {
    data,
    x: data.x ? withGaps(decodeFloats(data.x.data)) : time,
    columns,
    styles: lineStyles(data.series),
    limits: data.x ? [] : limitsFor(data, summary),
    decimals: Math.min(3, decimalsFor(extremes)),
  };
}

function extremesOf(column: Column): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of column) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

// Below this span a curve shows rounding, not behaviour.
const kLeastSpan: Record<string, number> = {
  mm: 1,
  N: 1,
  "N m": 0.1,
  deg: 0.5,
  "°": 0.5,
  J: 1e-3,
  mJ: 1,
  ms: 1,
};
// A bound is brought into view unless it would squeeze the curve below this part of the height.
const kLeastShare = 0.3;

// the values that the y axis spans, for data between dataLow and dataHigh (null: no data)
export function valueRange(
  dataLow: number | null,
  dataHigh: number | null,
  unit: string,
  limits: Pick<Limit, "value">[],
): [number, number] {
  const middle = ((dataLow ?? 0) + (dataHigh ?? 0)) / 2;
  const span = Math.max((dataHigh ?? 0) - (dataLow ?? 0), kLeastSpan[unit] ?? 1e-6);
  let low = Math.min(dataLow ?? 0, middle - span / 2);
  let high = Math.max(dataHigh ?? 0, middle + span / 2);
  for (const { value } of limits) {
    const lower = Math.min(low, value);
    const higher = Math.max(high, value);
    if (span < kLeastShare * (higher - lower)) continue;
    low = lower;
    high = higher;
  }
  const margin = 0.06 * (high - low);
  // a quantity that is never negative keeps its zero line
  return [low >= 0 && low < margin ? 0 : low - margin, high + margin];
}

export interface PlotSetup {
  width: number;
  height: number;
  magnification: number; // above 1 for print: all is drawn that much larger, then shrunk by CSS
  onCursor(u: uPlot): void;
  onSelect(from: number, to: number): void;
  onReset(): void;
}

const kAxisWidth = 46; // [px]
const kAxisHeight = 26; // [px]
const kRightMargin = 18; // [px], for the half of the last tick's text that sticks out

export function plotOptions(model: PlotModel, summary: Summary, setup: PlotSetup): uPlot.Options {
  const m = setup.magnification;
  const overTime = !model.data.x;
  let palette = readPalette();
  const overlay = (u: uPlot) => new Overlay(u, palette, uPlot.pxRatio * m);
  return {
    width: setup.width * m,
    height: setup.height * m,
    padding: [(overTime ? kStripHeight + 1 : 8) * m, (overTime ? 1 : 1.5) * kRightMargin * m, 0, 0],
    legend: { show: false },
    cursor: { ...cursor(setup.onReset), points: { size: 7, width: 2 } },
    scales: {
      x: { time: false },
      y: { range: (_u, low, high) => valueRange(low, high, model.data.unit, model.limits) },
    },
    axes: axes(model, () => palette, m),
    series: [{}, ...lines(model, m)],
    hooks: {
      drawClear: [
        (u) => {
          palette = readPalette();
          if (overTime) overlay(u).phases(summary.phases);
        },
      ],
      drawAxes: [(u) => overlay(u).zero()],
      draw: [
        (u) => {
          if (!overTime) return;
          overlay(u).events(summary.events, model.data.id === "ledger");
          overlay(u).limits(model.limits);
        },
      ],
      setCursor: [setup.onCursor],
      setSelect: [(u) => takeSelection(u, setup.onSelect)],
    },
  };
}

// dragging chooses a stretch of the x axis, a double click goes back
export const cursor = (onReset: () => void): uPlot.Cursor => ({
  y: false,
  drag: { x: true, y: false, setScale: false, dist: 4 },
  bind: { dblclick: () => () => (onReset(), null) },
});

export function takeSelection(u: uPlot, select: (from: number, to: number) => void): void {
  const { left, width } = u.select;
  if (width === 0) return;
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  select(u.posToVal(left, "x"), u.posToVal(left + width, "x"));
}

// m: magnification
export const axisLook = (palette: () => Palette, m = 1): uPlot.Axis => ({
  stroke: () => palette().soft,
  font: `${11 * m}px ${palette().font}`,
  grid: { stroke: () => palette().grid, width: m },
});

function axes(model: PlotModel, palette: () => Palette, m: number): uPlot.Axis[] {
  const xUnit = model.data.x?.unit ?? "s";
  const shared = (): uPlot.Axis => ({
    ...axisLook(palette, m),
    ticks: { stroke: () => palette().grid, width: m, size: 4 * m },
    gap: 4 * m,
  });
  return [
    {
      ...shared(),
      size: kAxisHeight * m,
      space: 56 * m,
      values: (_u, splits) => splits.map((v) => `${shortNumber(v)} ${xUnit}`),
    },
    {
      ...shared(),
      size: kAxisWidth * m,
      space: 30 * m,
      values: (_u, splits) => splits.map((v) => shortNumber(v)),
    },
  ];
}

function lines(model: PlotModel, m: number): uPlot.Series[] {
  const bars = model.data.draw === "bars";
  const count = model.data.series.length;
  return model.data.series.map((series, i) => {
    const style = model.styles[i] ?? kPlainLine;
    return {
      label: series.label,
      stroke: () => themeVariable(style.variable),
      width: (bars ? 0 : style.width) * m,
      dash: style.dash.map((length) => length * m),
      points: { show: false },
      spanGaps: false,
      ...(bars && uPlot.paths.bars
        ? { fill: () => themeVariable(style.variable), paths: uPlot.paths.bars(barPlace(i, count)) }
        : {}),
    };
  });
}

// two histograms stand side by side in each bin
function barPlace(i: number, count: number): uPlot.Series.BarsPathBuilderOpts {
  if (count !== 2) return { size: [0.9] };
  return { size: [0.42], align: i === 0 ? -1 : 1 };
}
