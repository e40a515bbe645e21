// The panel "Move the robot": joints and tool axes by buttons that are held down, and stored
// postures.
import { h } from "../../dom";
import { formatNumber, withUnit } from "../../format";
import type { App } from "../app";
import type { JointModel, SessionModel, SideName, StateFrame } from "../protocol";
import { type Jog, JogRepeat, whileDown } from "./jog_repeat";
import { poses } from "./poses";
import { onSession } from "./session";

// of joints that are not rated, and of the tool; the tool's is that of reduced speed in ISO 10218
const kTurnSpeed = 0.5; // [rad/s]
const kSlideSpeed = 0.1; // [m/s]
const kToolSpeed = 0.25; // [m/s]
const kFirstShare = 20; // of the largest speed [%]
const kTextPeriod = 0.1; // between two changes of the figures [s]

const kToolAxes = ["turn x", "turn y", "turn z", "x", "y", "z"]; // as velocities have them
const kShownAxes = [3, 4, 5, 0, 1, 2];

export function largestSpeed(joint: JointModel): number {
  if (joint.max_speed > 0) return joint.max_speed;
  return joint.kind === "hinge" ? kTurnSpeed : kSlideSpeed;
}

export function jointText(joint: JointModel, value: number): string {
  return joint.kind === "hinge"
    ? withUnit(formatNumber((value * 180) / Math.PI, 1), "°")
    : withUnit(formatNumber(value * 1000, 1), "mm");
}

// one number other than zero
export function along(count: number, index: number, speed: number): number[] {
  return Array.from({ length: count }, (_, i) => (i === index ? speed : 0));
}

export function attachJog(app: App): void {
  const panel = app.panel("Move the robot", { id: "move-the-robot" });
  const repeat = new JogRepeat(app);
  const side = h(
    "select",
    { id: "jog-side" },
    h("option", { value: "follower" }, "follower"),
    h("option", { value: "leader" }, "leader"),
  );
  const share = h("input", { id: "jog-speed", type: "range", min: 2, max: 100, value: kFirstShare });
  const said = h("output", { for: "jog-speed" });
  const say = () => {
    said.textContent = withUnit(share.value, "%");
    share.setAttribute("aria-valuetext", `${share.value} % of the largest speed`);
  };
  share.addEventListener("input", say);
  say();
  const place = h("div.jog-rows");
  const stored = poses(app, () => side.value as SideName);
  panel.append(
    h("div.control", h("label", { for: "jog-side" }, "Side"), side),
    h("div.control", h("label", { for: "jog-speed" }, "Speed"), said, share),
    place,
    stored.element,
  );

  let show: (state: StateFrame) => void = () => undefined;
  const build = (session: SessionModel) => {
    repeat.stop();
    const chosen = side.value as SideName;
    const rows = jogRows(session, chosen, repeat, () => Number(share.value) / 100);
    place.replaceChildren(rows.element);
    show = rows.show;
    if (app.state) show(app.state);
    stored.show();
  };
  onSession(app, build);
  side.addEventListener("change", () => app.session && build(app.session));
  let shownAt = -Infinity;
  app.on("state", (state) => {
    if (Math.abs(state.time - shownAt) < kTextPeriod) return;
    shownAt = state.time;
    show(state);
  });
}

// the rows of one side's joints and of its tool's axes; share: of the largest speed
function jogRows(session: SessionModel, side: SideName, repeat: JogRepeat, share: () => number) {
  const shown: ((state: StateFrame) => void)[] = [];
  const { joints, q: places } = session[side];

  const row = (name: string, figures: HTMLElement[], jog: (sign: number) => Jog) => {
    const held = (sign: number, text: string) => {
      const label = `${name} ${sign > 0 ? "plus" : "minus"}`;
      const element = h("button", { type: "button", "aria-label": label }, text);
      whileDown(
        element,
        () => repeat.start(() => jog(sign)),
        () => repeat.stop(),
      );
      repeat.onEnd(() => element.classList.remove("down"));
      return element;
    };
    const plain = !figures.some((f) => f.matches(".range:not([hidden])"));
    const buttons = [held(-1, "\u2212"), held(1, "+")];
    return h("li", { class: plain && "plain" }, h("span.name", name), ...figures, ...buttons);
  };

  const jointRow = (joint: JointModel, index: number) => {
    const text = h("output");
    const mark = h("i");
    const bar = h("span.range", { "aria-hidden": "true" }, mark);
    // a joint that turns without end has no range
    const bounded = Number.isFinite(joint.lower) && joint.upper > joint.lower;
    bar.hidden = !bounded;
    if (bounded)
      bar.title = `${jointText(joint, joint.lower)} to ${jointText(joint, joint.upper)}`;
    shown.push((state) => {
      const q = state[side].q[places[index] ?? -1];
      if (q === undefined) return;
      text.textContent = jointText(joint, q);
      const at = (q - joint.lower) / (joint.upper - joint.lower);
      mark.style.left = `${(100 * Math.min(1, Math.max(0, at))).toFixed(1)}%`;
      bar.classList.toggle("at-end", at < 0.02 || at > 0.98);
    });
    return row(joint.name, [text, bar], (sign) => {
      const velocity = along(joints.length, index, sign * share() * largestSpeed(joint));
      return { side, space: "joints", velocity };
    });
  };

  const axisRow = (axis: number) => {
    const turns = axis < 3;
    const text = h("output");
    shown.push((state) => {
      const place = turns ? undefined : state[side].tool.position[axis - 3];
      if (place !== undefined) text.textContent = withUnit(formatNumber(place * 1000, 1), "mm");
    });
    return row(kToolAxes[axis] ?? "", [text], (sign) => {
      const velocity = along(6, axis, sign * share() * (turns ? kTurnSpeed : kToolSpeed));
      return { side, space: "tool", velocity };
    });
  };

  const element = h(
    "div",
    h("h3", "Joints"),
    h("ul.jog", ...joints.map(jointRow)),
    h("h3", "Tool"),
    h("ul.jog", ...kShownAxes.map(axisRow)),
  );
  const show = (state: StateFrame) => shown.forEach((one) => one(state));
  return { element, show };
}
