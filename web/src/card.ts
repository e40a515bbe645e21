// One plot on the page: caption, legend with the values under the cursor, and the plot itself,
// which is made when it comes near the screen.
import uPlot from "uplot";
import type { PlotData, Summary } from "./data";
import { h } from "./dom";
import { formatNumber, withUnit } from "./format";
import { handleKeys, handleTouch } from "./gestures";
import { type PlotModel, plotModel, plotOptions } from "./plots";
import { type LineStyle, kPlainLine, lineStyles } from "./palette";
import { s } from "./svg";
import type { Timeline, TimelineView } from "./timeline";

const kHeight = 210; // [px]
const kPrintHeight = 150; // [px]
const kPrintDensity = 2.5; // canvas pixels per CSS pixel on paper

export class PlotCard implements TimelineView {
  readonly element: HTMLElement;
  private readonly canvas = h("div.canvas");
  private readonly values: HTMLElement[] = [];
  private readonly styles: LineStyle[];
  private readonly hidden = new Set<number>();
  private model: PlotModel | null = null;
  private plot: uPlot | null = null;
  private magnification = 1;
  private following = false; // the timeline moves this plot, not the user

  constructor(
    private readonly data: PlotData,
    private readonly time: Float32Array,
    private readonly summary: Summary,
    private readonly timeline: Timeline,
  ) {
    this.styles = lineStyles(data.series);
    const keys = data.x
      ? ""
      : "; arrow keys move the cursor, plus and minus zoom, escape shows the whole session";
    this.element = h(
      "figure.plot",
      {
        id: `plot-${data.id}`,
        tabindex: 0,
        role: "group",
        "aria-label": `${data.group} ${data.title} in ${data.unit}${keys}`,
      },
      h(
        "figcaption",
        h("h3", data.title, " ", h("small", data.unit)),
        h("ul.legend", ...data.series.map((_, i) => this.legendEntry(i))),
      ),
      this.canvas,
    );
    if (!data.x) handleKeys(this.element, timeline);
  }

  show(): void {
    if (!this.plot) this.draw(kHeight, 1);
  }

  // for paper the plot is made again, with more pixels than the screen has
  showForPrint(): void {
    this.draw(kPrintHeight, Math.max(1, kPrintDensity / devicePixelRatio));
  }

  showForScreen(): void {
    this.draw(kHeight, 1);
  }

  fit(): void {
    if (!this.plot || this.magnification !== 1) return;
    const width = this.canvas.clientWidth;
    if (width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: kHeight });
  }

  redraw(): void {
    this.plot?.redraw(false);
  }

  showRange(from: number, to: number): void {
    const { plot } = this;
    if (!plot) return;
    this.follow(() => plot.batch(() => plot.setScale("x", { min: from, max: to })));
    // what the canvas shows, for those who cannot look at it
    this.element.dataset.from = String(plot.scales.x?.min);
    this.element.dataset.to = String(plot.scales.x?.max);
    this.showCursor(this.timeline.time);
  }

  showCursor(t: number | null): void {
    const { plot } = this;
    if (!plot) return;
    const [from, to] = this.timeline.range;
    const inside = t !== null && t >= from && t <= to;
    const left = inside ? plot.valToPos(t, "x") : -10;
    this.follow(() => plot.setCursor({ left, top: inside ? plot.over.clientHeight / 2 : -10 }));
    this.showValues();
  }

  private draw(height: number, magnification: number): void {
    this.model ??= plotModel(this.data, this.time, this.summary);
    this.timeline.remove(this);
    this.plot?.destroy();
    this.magnification = magnification;
    this.canvas.style.height = `${height}px`;
    const options = plotOptions(this.model, this.summary, {
      width: this.canvas.clientWidth,
      height,
      magnification,
      onCursor: () => this.cursorMoved(),
      onSelect: (from, to) => this.selected(from, to),
      onReset: () => this.reset(),
    });
    this.plot = new uPlot(
      options,
      [this.model.x, ...this.model.columns] as uPlot.AlignedData,
      this.canvas,
    );
    this.plot.root.style.setProperty("zoom", String(1 / magnification));
    for (const i of this.hidden) this.plot.setSeries(i + 1, { show: false });
    if (this.data.x) return;
    handleTouch(this.plot, this.timeline);
    this.timeline.add(this);
  }

  private cursorMoved(): void {
    if (!this.plot || this.following) return;
    this.showValues();
    if (this.data.x) return;
    const left = this.plot.cursor.left ?? -1;
    this.timeline.point(left < 0 ? null : this.plot.posToVal(left, "x"), this);
  }

  private selected(from: number, to: number): void {
    if (this.data.x) this.plot?.setScale("x", { min: from, max: to });
    else this.timeline.zoom(from, to);
  }

  private reset(): void {
    if (this.data.x) this.plot?.setData(this.plot.data);
    else this.timeline.reset();
  }

  private follow(move: () => void): void {
    this.following = true;
    move();
    this.following = false;
  }

  private showValues(): void {
    const { plot, model } = this;
    if (!plot || !model) return;
    this.values.forEach((element, i) => {
      const at = plot.cursor.idxs?.[i + 1];
      const value = at == null ? null : model.columns[i]?.[at];
      const text = at == null ? "" : formatNumber(value, model.decimals);
      element.textContent = text;
      element.title = text && withUnit(text, this.data.unit);
    });
  }

  private legendEntry(i: number): HTMLElement {
    const series = this.data.series[i];
    const value = h("output");
    this.values.push(value);
    const button = h(
      "button",
      { type: "button", "aria-pressed": "true", title: "show or hide" },
      swatch(this.styles[i] ?? kPlainLine),
      h("span", series?.label ?? ""),
    );
    button.addEventListener("click", () => {
      const show = this.hidden.has(i);
      if (show) this.hidden.delete(i);
      else this.hidden.add(i);
      button.setAttribute("aria-pressed", String(show));
      this.plot?.setSeries(i + 1, { show });
    });
    return h("li", button, value);
  }
}

// a short piece of the line itself
function swatch({ variable, width, dash }: LineStyle): SVGSVGElement {
  const look = `stroke: var(${variable}); stroke-width: ${width}; stroke-dasharray: ${dash.join(" ")}`;
  const line = s("line", { x1: 0, x2: 18, y1: 3, y2: 3, style: look });
  return s("svg.swatch", { viewBox: "0 0 18 6", "aria-hidden": "true" }, line);
}
