// The last twenty seconds as curves. Freezing keeps them as they are; dragging in one freezes and
// zooms all, a double click goes back to live.
import uPlot from "uplot";
import { button, h } from "../../dom";
import { shortNumber } from "../../format";
import { readPalette, themeVariable } from "../../palette";
import { axisLook, cursor, takeSelection, valueRange } from "../../plots";
import type { AppView } from "../app_view";
import { History } from "./history";
import { type Axis, type LivePlot, kAxes, kLivePlots } from "./signals";

const kWindow = 20; // [s]
const kPause = 1 / 15; // between two drawings [s]
const kLongPause = 1 / 5; // likewise, where the processor draws the scenes too

class PlotView {
  readonly element: HTMLElement;
  private readonly canvas = h("div.canvas");
  private readonly figures: HTMLElement[];
  private readonly plot: uPlot;

  constructor(
    readonly model: LivePlot,
    private readonly first: number, // its first column in the history
    zoom: (from: number, to: number) => void,
    live: () => void,
  ) {
    this.figures = model.signals.map(() => h("output", "–"));
    const legend = model.signals.map((signal, i) => {
      const swatch = h("i.swatch", { "aria-hidden": "true" });
      const [width, dash] = [Math.max(2, signal.width), signal.dash.length ? "dashed" : "solid"];
      swatch.style.borderTop = `${width}px ${dash} var(${signal.variable})`;
      return h("li", swatch, signal.label, this.figures[i]);
    });
    this.element = h(
      "figure.live-plot",
      { id: `live-${model.id}` },
      h("figcaption", h("h3", model.title, " ", h("small", model.unit)), h("ul.legend", ...legend)),
      this.canvas,
    );
    this.plot = new uPlot(this.options(zoom, live), this.data(new History(0, 1)), this.canvas);
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  draw(history: History, from: number, to: number): void {
    this.plot.batch(() => {
      this.plot.setData(this.data(history), false);
      this.plot.setScale("x", { min: from, max: to });
    });
    const last = history.length - 1;
    this.figures.forEach((figure, i) => {
      const value = history.column(this.first + i)[last];
      figure.textContent = value === undefined ? "–" : value.toFixed(this.decimals(value)).replace("-", "\u2212");
    });
  }

  private decimals(value: number): number {
    if (this.model.unit === "J") return Math.abs(value) < 1 ? 3 : 1;
    return Math.abs(value) < 100 ? 1 : 0;
  }

  private data(history: History): uPlot.AlignedData {
    if (history.length === 0) return [[], ...this.model.signals.map(() => [])];
    return [
      history.column(0),
      ...this.model.signals.map((_, i) => history.column(this.first + i)),
    ] as uPlot.AlignedData;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width > 0 && height > 0) this.plot.setSize({ width, height });
  }

  private options(zoom: (from: number, to: number) => void, live: () => void): uPlot.Options {
    let palette = readPalette();
    const axis = { ...axisLook(() => palette), ticks: { show: false }, gap: 4 };
    return {
      width: 200,
      height: 100,
      padding: [6, 16, 0, 0],
      legend: { show: false },
      cursor: { ...cursor(live), points: { show: false } },
      scales: {
        x: { time: false, auto: false },
        y: { range: (_u, low, high) => valueRange(low, high, this.model.unit, []) },
      },
      axes: [
        { ...axis, size: 22, space: 48, values: (_u, at) => at.map((v) => `${shortNumber(v)} s`) },
        { ...axis, size: 42, space: 18, values: (_u, at) => at.map((v) => shortNumber(v)) },
      ],
      series: [
        {},
        ...this.model.signals.map((signal) => ({
          label: signal.label,
          stroke: () => themeVariable(signal.variable),
          width: signal.width,
          dash: signal.dash,
          points: { show: false },
        })),
      ],
      hooks: {
        drawClear: [() => void (palette = readPalette())],
        setSelect: [(u) => takeSelection(u, zoom)],
      },
    };
  }
}

export function attachPlots(app: AppView): void {
  const signals = kLivePlots.flatMap((plot) => plot.signals);
  const history = new History(signals.length, kWindow);
  const values = new Float64Array(signals.length);
  let axis: Axis = "x";
  let held: [from: number, to: number] | undefined; // the time that is shown while frozen
  let drawn = 0;

  const newest = (): [number, number] => [
    Math.max(0, history.last - kWindow),
    Math.max(kWindow, history.last),
  ];
  const toggle = (text: string, act: () => void, on = false) =>
    button(text, act, { class: "small", "aria-pressed": String(on) });
  const freeze = toggle("Freeze", () => hold(held ? undefined : newest()));
  const axes = kAxes.map((name) => toggle(name, () => choose(name), name === axis));
  const draw = () => {
    const [from, to] = held ?? newest();
    for (const view of views) view.draw(history, from, to);
  };
  const hold = (range: [number, number] | undefined) => {
    held = range;
    freeze.setAttribute("aria-pressed", String(held !== undefined));
    freeze.textContent = held ? "Live" : "Freeze";
    draw();
  };
  let first = 1;
  const views = kLivePlots.map((model) => {
    const view = new PlotView(model, first, (from, to) => hold([from, to]), () => hold(undefined));
    first += model.signals.length;
    return view;
  });
  const choose = (name: Axis) => {
    axis = name;
    axes.forEach((one, i) => one.setAttribute("aria-pressed", String(kAxes[i] === name)));
    history.clear(); // what was kept is along another axis
    hold(undefined);
  };
  app.layout.plots.append(
    h(
      "div.plot-bar",
      h("h2", "Last 20 s"),
      h("div.axes", { role: "group", "aria-label": "Axis of forces and positions" }, ...axes),
      freeze,
    ),
    h("div.plot-row", ...views.map((view) => view.element)),
  );

  app.on("session", () => {
    history.clear();
    hold(undefined);
  });
  app.on("theme", draw);
  app.on("state", (state) => {
    if (held) return; // what is looked at stays in memory
    signals.forEach((signal, i) => (values[i] = signal.value(state, axis)));
    history.add(state.time, values);
  });
  app.on("frame", (t) => {
    const pause = app.stage.governor.detail.matt ? kLongPause : kPause;
    if (held || t - drawn < pause) return;
    drawn = t;
    draw();
  });
}
