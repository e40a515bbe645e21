// The map from above: what stands still, the moment under the slider, and its figures in words.
import { h } from "../dom";
import { formatNumber, formatTime, isNumber } from "../format";
import { s } from "../svg";
import type { Timeline, TimelineView } from "../timeline";
import type { DriveData, Moment } from "./data";
import { Frame, kFoot } from "./frame";
import { distanceDriven, extent, felt, momentAt, notable, scanAt } from "./geometry";
import * as layers from "./layers";
import { legend } from "./legend";

const kFirstWidth = 960; // until the page has laid itself out [px]

export function driveSentence({ path, collisions }: DriveData): string {
  const first = path[0];
  const last = path[path.length - 1];
  if (!first || !last) return "Nothing was driven.";
  const clearances = path.map(([, , , , , clearance]) => clearance).filter(isNumber);
  const hits =
    collisions.length === 0
      ? "no collision"
      : collisions.length === 1
        ? "one collision"
        : `${collisions.length} collisions`;
  return [
    `${formatNumber(distanceDriven(path), 2)}\u00a0m in ${formatTime(last[0] - first[0], 1)}`,
    ...(clearances.length
      ? [`least clearance ${formatNumber(Math.min(...clearances), 2)}\u00a0m`]
      : []),
    hits,
  ].join(", ");
}

// "1.2 N back, 0.4 N right"; the axes are those of the hand
export function forceText([, , , , , , right, back]: Moment): string {
  const kNone = 0.05; // [N]
  const part = (value: number | null, positive: string, negative: string) =>
    value !== null && Math.abs(value) >= kNone
      ? [`${formatNumber(Math.abs(value), 1)}\u00a0N ${value > 0 ? positive : negative}`]
      : [];
  const parts = [...part(back, "back", "forward"), ...part(right, "right", "left")];
  return parts.join(", ") || "none";
}

export class DriveView implements TimelineView {
  readonly element: HTMLElement;
  private readonly still = s("g");
  private readonly moving = s("g", { "aria-hidden": "true" });
  private readonly svg: SVGSVGElement;
  private readonly slider: HTMLInputElement;
  private readonly figures: Record<"time" | "speed" | "clearance" | "force", HTMLElement>;
  private readonly most: number;
  private frame: Frame;
  private t: number;

  constructor(
    private readonly drive: DriveData,
    private readonly timeline: Timeline,
  ) {
    const { path } = drive;
    this.most = layers.strongest(path);
    this.t = notable(drive);
    this.frame = new Frame(extent(drive), kFirstWidth);
    this.svg = s(
      "svg",
      { role: "img", "aria-label": `Map from above: ${driveSentence(drive)}` },
      this.still,
      this.moving,
    );
    this.slider = h("input", {
      type: "range",
      "aria-label": "Time on the map",
      min: path[0]?.[0] ?? 0,
      max: path[path.length - 1]?.[0] ?? 0,
      step: "any",
      disabled: path.length < 2,
    });
    this.figures = { time: h("dd"), speed: h("dd"), clearance: h("dd"), force: h("dd") };
    this.element = h(
      "figure.drive",
      h("figcaption", h("p", driveSentence(drive)), legend(drive, this.most)),
      h("div.ground", this.svg),
      h("div.moment", this.slider, this.readout()),
    );
    this.listen();
    this.draw();
  }

  // to the width that there is
  fit(width: number): void {
    if (width <= 0 || Math.abs(width - this.frame.width) < 1) return;
    this.frame = new Frame(this.frame.box, width);
    this.draw();
  }

  showRange(): void {}
  // what the cursor left stays
  showCursor(t: number | null): void {
    if (t !== null) this.show(t);
  }

  private readout(): HTMLElement {
    const { time, speed, clearance, force } = this.figures;
    const entries: [string, HTMLElement][] = [
      ["Time", time],
      ["Speed", speed],
      ["Clearance", clearance],
      ["Force on the hand", force],
    ];
    return h("dl", ...entries.map(([name, value]) => h("div", h("dt", name), value)));
  }

  private listen(): void {
    this.slider.addEventListener("input", () => this.point(this.slider.valueAsNumber));
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const px = ((event.clientX - box.left) * this.frame.width) / box.width;
      const py = ((event.clientY - box.top) * this.frame.width) / box.width;
      const [x, y] = this.frame.from(px, py);
      let nearest: Moment | undefined;
      let least = Infinity;
      for (const moment of this.drive.path) {
        const distance = Math.hypot(moment[1] - x, moment[2] - y);
        if (distance < least) [nearest, least] = [moment, distance];
      }
      if (nearest) this.point(nearest[0]);
    });
  }

  // here and in all plots
  private point(t: number): void {
    this.show(t);
    this.timeline.point(t, this);
  }

  private draw(): void {
    const { drive, frame } = this;
    const height = frame.height + kFoot;
    this.svg.setAttribute("viewBox", `0 0 ${frame.width.toFixed(1)} ${height.toFixed(1)}`);
    this.still.replaceChildren(
      layers.floor(frame),
      layers.course(drive, frame),
      layers.intended(drive, frame),
      layers.driven(drive, frame),
      layers.forces(drive, frame),
      layers.times(drive, frame),
      layers.bar(frame),
    );
    this.show(this.t);
  }

  private show(t: number): void {
    this.t = t;
    const { drive, frame } = this;
    const moment = momentAt(drive.path, t);
    this.moving.replaceChildren(
      layers.sight(scanAt(drive.scans, t), frame),
      ...(moment ? [layers.now(drive, moment, this.most, frame)] : []),
      layers.crosses(drive.collisions, frame),
    );
    this.slider.value = String(t);
    if (moment) this.describe(moment);
  }

  private describe(moment: Moment): void {
    const [t, , , , speed, clearance] = moment;
    const { figures } = this;
    const metres = (value: number | null, unit: string) =>
      value === null ? "–" : `${formatNumber(value, 2)}\u00a0${unit}`;
    figures.time.textContent = formatTime(t);
    figures.speed.textContent = metres(speed, "m/s");
    figures.clearance.textContent = metres(clearance, "m");
    figures.clearance.classList.toggle("bad", clearance !== null && clearance < this.drive.margin);
    figures.force.textContent = forceText(moment);
    figures.force.title = `${formatNumber(Math.hypot(...felt(moment)), 2)}\u00a0N`;
    this.slider.setAttribute("aria-valuetext", formatTime(t));
  }
}
