// One line on what passivity does right now. What it scales down comes and goes within a tick, so
// the largest of the last moments is said, long enough to be read.
import { h } from "../../dom";
import { formatNumber, withUnit } from "../../format";
import type { App } from "../app";
import type { SideName, StateFrame } from "../protocol";

const kNoticed = 0.05; // [N or N m]
const kShownFor = 0.8; // [s]

interface Most {
  value: number;
  side: SideName;
  time: number;
}

const kSides: SideName[] = ["leader", "follower"];

// the newer one when it is larger, or when the old one has been shown
function most(old: Most, state: StateFrame, of: "heldBack" | "levelController"): Most {
  const side = state.leader[of] >= state.follower[of] ? "leader" : "follower";
  const now = { value: state[side][of], side, time: state.time } as const;
  const stale = state.time - old.time > kShownFor || state.time < old.time;
  return now.value >= old.value || stale ? now : old;
}

export class PassivityHint {
  private held: Most = { value: 0, side: "leader", time: 0 };
  private level: Most = { value: 0, side: "leader", time: 0 };

  // unitOf: of a side's effort, N or N m
  update(state: StateFrame, method: unknown, unitOf: (side: SideName) => string): string {
    this.held = most(this.held, state, "heldBack");
    this.level = most(this.level, state, "levelController");
    if (method === "none") return "No passivity: nothing keeps the session stable over the link.";
    const said = (m: Most) => withUnit(formatNumber(m.value, 1), unitOf(m.side));
    const parts: string[] = [];
    if (this.held.value > kNoticed)
      parts.push(`scales ${said(this.held)} down at the ${this.held.side}`);
    if (this.level.value > kNoticed) parts.push(`fills the tank with ${said(this.level)}`);
    return parts.length > 0
      ? `Passivity ${parts.join(" and ")}.`
      : "Passivity has nothing to scale down.";
  }
}

export function passivityHint(app: App): HTMLElement {
  const element = h("p.passivity-hint");
  const hint = new PassivityHint();
  const units = Object.fromEntries(
    kSides.map((side) => {
      const hinges = app.session?.[side].joints.some((joint) => joint.kind === "hinge");
      return [side, hinges ? "N\u00a0m" : "N"];
    }),
  );
  const stop = app.on("state", (state) => {
    // of a session that is over
    if (!element.isConnected) return stop();
    const text = hint.update(state, app.values["passivity.kind"], (side) => units[side] ?? "N");
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("at-work", /holds|fills/.test(text));
  });
  return element;
}
