// Extremes over the whole of one recording or two, the second upon the first.
import uPlot from "uplot";
import { h } from "../../dom";
import { readPalette, themeVariable } from "../../palette";
import { axisLook } from "../../plots";
import { kParts, type CurveName, type OnLine } from "./overview";

interface PlotModel {
  curve: CurveName;
  title: string;
  unit: string;
  factor: number;
  variable: string; // its colour
  lowest: boolean; // of each part, what matters is the lowest
}

const kPlots: PlotModel[] = [
  { curve: "leader_force", title: "Force of the hand", unit: "N", factor: 1, variable: "--leader", lowest: false },
  { curve: "follower_force", title: "Force of the world", unit: "N", factor: 1, variable: "--follower", lowest: false },
  { curve: "error", title: "Tracking error", unit: "mm", factor: 1e3, variable: "--error", lowest: false },
  { curve: "leader_tank", title: "Leader's tank", unit: "J", factor: 1, variable: "--leader", lowest: true },
  { curve: "follower_tank", title: "Follower's tank", unit: "J", factor: 1, variable: "--follower", lowest: true },
];
const kHeight = 92; // [px]

type Column = (number | null)[];

function columns({ overview, offset }: OnLine, model: PlotModel): [number[], Column] {
  const curve = overview.curves[model.curve];
  const values = model.lowest ? curve.low : curve.high;
  const times: number[] = [];
  const shown: Column = [];
  for (let i = 0; i < kParts; ++i) {
    if (Number.isNaN(values[i])) continue;
    times.push(overview.timeOf(i) + offset);
    shown.push(model.factor * values[i]!);
  }
  return [times, shown];
}

export class ComparedPlots {
  readonly element = h("div.compared-plots");
  private plots: { plot: uPlot; now: HTMLElement }[] = [];

  constructor(private readonly seek: (t: number) => void) {
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  show(shown: OnLine[], range: readonly [number, number]): void {
    for (const { plot } of this.plots) plot.destroy();
    this.plots = [];
    this.element.replaceChildren();
    for (const model of kPlots) {
      const parts = shown.map((one) => columns(one, model));
      if (parts.every(([times]) => times.length === 0)) continue;
      this.add(model, parts, range);
    }
  }

  at(t: number): void {
    for (const { plot, now } of this.plots) now.style.left = `${plot.valToPos(t, "x")}px`;
  }

  private add(model: PlotModel, parts: [number[], Column][], range: readonly [number, number]): void {
    const figure = h("figure", h("figcaption", model.title, " ", h("small", model.unit)));
    this.element.append(figure);
    const joined = parts.length > 1 ? uPlot.join(parts as uPlot.AlignedData[]) : (parts[0] as uPlot.AlignedData);
    const plot = new uPlot(this.options(model, parts.length, range), joined, figure);
    const now = h("div.now");
    plot.over.append(now);
    plot.over.addEventListener("click", (event) => this.seek(plot.posToVal(event.offsetX, "x")));
    this.plots.push({ plot, now });
  }

  private options(model: PlotModel, count: number, [start, end]: readonly [number, number]): uPlot.Options {
    const palette = readPalette();
    const axis = { ...axisLook(() => palette), ticks: { show: false }, gap: 3 };
    const line = (name: string, dash: number[]): uPlot.Series => ({
      stroke: themeVariable(name),
      width: 1.5,
      dash,
      spanGaps: true, // the parts of two recordings do not coincide
      points: { show: false },
    });
    return {
      width: Math.max(120, this.element.clientWidth),
      height: kHeight,
      padding: [4, 6, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: () => [start, end] } },
      axes: [
        { ...axis, size: 20, values: (_u, at) => at.map((v) => `${v} s`) },
        { ...axis, size: 40, space: 22 },
      ],
      series: [{}, line(model.variable, []), ...(count > 1 ? [line("--second", [5, 3])] : [])],
    };
  }

  private resize(): void {
    const width = Math.max(120, this.element.clientWidth);
    for (const { plot } of this.plots) if (plot.width !== width) plot.setSize({ width, height: kHeight });
  }
}
