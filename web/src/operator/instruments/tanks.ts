// The energy tanks of both sides as upright gauges with the wanted level marked, and between them
// the energy that the link carries each way.
import { h } from "../../dom";
import { formatNumber, formatQuantity, withUnit } from "../../format";
import { s } from "../../svg";
import type { AppView } from "../app_view";
import type { SideName } from "../protocol";
import { FlowLane, kLaneLength } from "./flow";

const kTextPeriod = 0.15; // between two texts [s]
const kLanePeriod = 1 / 30; // between two pictures of the link [s]
const kSmoothing = 0.25; // of the power that is shown [s]

class Gauge {
  readonly element: HTMLElement;
  private readonly fill = h("div.gauge-fill");
  private readonly mark = h("div.gauge-mark");
  private readonly meter: HTMLElement;
  private readonly figure = h("output", "–");
  private top = 0.2; // the gauge's full height [J]
  private wanted = 0;

  constructor(side: SideName) {
    this.meter = h(
      "div",
      { class: `gauge ${side}`, role: "meter", "aria-label": `Energy tank of the ${side} [J]`, "aria-valuemin": 0 },
      this.fill,
      this.mark,
    );
    this.element = h("div", { class: `tank ${side}` }, h("h3", side), this.meter, this.figure);
  }

  begin(wanted: number): void {
    this.wanted = wanted;
    this.top = 2 * wanted || 0.2;
    this.scale();
  }

  show(joules: number, withText: boolean): void {
    if (joules > this.top) {
      this.top = 1.25 * joules;
      this.scale();
    }
    const share = Math.min(1, Math.max(0, joules / this.top));
    this.fill.style.transform = `scaleY(${share.toFixed(4)})`;
    if (!withText) return;
    this.figure.textContent = inMilli(joules, "J");
    this.meter.setAttribute("aria-valuenow", joules.toFixed(4));
    this.meter.classList.toggle("empty", joules < 0.1 * this.wanted);
  }

  private scale(): void {
    this.meter.setAttribute("aria-valuemax", this.top.toFixed(3));
    this.mark.hidden = this.wanted <= 0;
    this.mark.style.bottom = `${((100 * this.wanted) / this.top).toFixed(1)}%`;
    this.meter.title = `full height ${formatQuantity(this.top, "J")}, wanted ${formatQuantity(this.wanted, "J")}`;
  }
}

// power from a sum that grows [W], smoothed
export class Rate {
  watts = 0;
  private last: { sum: number; time: number } | undefined;

  clear(): void {
    this.watts = 0;
    this.last = undefined;
  }

  add(sum: number, time: number): void {
    const { last } = this;
    // time that ran back is another session or a recording that was wound back
    if (!last || time < last.time) this.clear();
    else if (time > last.time) {
      const share = 1 - Math.exp(-(time - last.time) / kSmoothing);
      this.watts += share * ((sum - last.sum) / (time - last.time) - this.watts);
    }
    if (!last || time !== last.time) this.last = { sum, time };
  }
}

export function attachTanks(app: AppView): void {
  const gauges = { leader: new Gauge("leader"), follower: new Gauge("follower") };
  const rates = { leader: new Rate(), follower: new Rate() };
  const lanes = { leader: new FlowLane(1, 10, "leader"), follower: new FlowLane(-1, 10, "follower") };
  const texts = { leader: h("output", "–"), follower: h("output", "–") };
  const lane = (side: SideName) =>
    h(
      "div.flow",
      { title: `Energy that the ${side} sends` },
      texts[side],
      s("svg", { viewBox: `-4 0 ${kLaneLength + 8} 20`, "aria-hidden": "true" }, lanes[side].element),
    );
  app.layout.link.append(
    h("h2", "Energy"),
    h("div.tanks", gauges.leader.element, gauges.follower.element),
    h("div.flows", lane("leader"), lane("follower")),
    h("p.hint", "The line is the wanted level."),
  );

  app.on("session", (session) => {
    for (const side of ["leader", "follower"] as const) {
      gauges[side].begin(session.tank_level);
      rates[side].clear();
    }
  });
  let writtenAt = -Infinity;
  app.on("state", (state) => {
    const now = performance.now() / 1000;
    const withText = now - writtenAt >= kTextPeriod;
    if (withText) writtenAt = now;
    for (const side of ["leader", "follower"] as const) {
      gauges[side].show(state[side].tank, withText);
      rates[side].add(state[side].sent, state.time);
      if (withText) texts[side].textContent = inMilli(rates[side].watts, "W");
    }
  });
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let last = 0;
  app.on("frame", (t) => {
    if (t - last < kLanePeriod) return;
    const step = Math.min(0.1, t - last);
    last = t;
    for (const side of ["leader", "follower"] as const)
      lanes[side].step(calm.matches ? 0 : step, rates[side].watts);
  });
}

// few digits, which change all the time, and a unit that stays
function inMilli(value: number, unit: string): string {
  return Math.abs(value) < 10
    ? withUnit(formatNumber(1000 * value, 0), `m${unit}`)
    : withUnit(formatNumber(value, 1), unit);
}
