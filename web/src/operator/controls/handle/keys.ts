// The handle by keys, while a scene has the focus: H takes it and lets it go, arrows move it in the
// plane of the screen, Page Up and Page Down away and near, C is the clutch while it is down.
import type { SceneView } from "../../app";
import { pixelAt } from "../screen";
import { type ToolGrip, aimInWorld } from "./grab";
import type { Hand } from "./hand";

const kStep = 0.004; // [m]
const kFineStep = 0.001; // with Shift

const kWays: Record<string, { right?: number; up?: number; away?: number }> = {
  ArrowRight: { right: 1 },
  ArrowLeft: { right: -1 },
  ArrowUp: { up: 1 },
  ArrowDown: { up: -1 },
  PageUp: { away: 1 },
  PageDown: { away: -1 },
};

export function attachKeys(view: SceneView, hand: Hand, grip: ToolGrip): void {
  const { element } = view;
  if (!element.hasAttribute("tabindex")) element.tabIndex = 0;
  element.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target !== element) return;
      if (!pressed(event, view, hand, grip)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

function pressed(event: KeyboardEvent, view: SceneView, hand: Hand, grip: ToolGrip): boolean {
  if (event.key.toLowerCase() === "h") {
    if (!event.repeat) toggle(hand);
    return true;
  }
  const step = kWays[event.key];
  if (!step || !hand.held) return false;
  const length = event.shiftKey ? kFineStep : kStep;
  const pixels = length / pixelAt(view, aimInWorld(hand, view));
  grip.shove({
    right: (step.right ?? 0) * pixels,
    up: (step.up ?? 0) * pixels,
    away: (step.away ?? 0) * pixels,
  });
  return true;
}

export function toggle(hand: Hand): void {
  if (hand.isHeldBy("keys")) hand.release("keys");
  else hand.take("keys");
}

// wherever the focus is, as long as one does not write
export function attachClutchKey(hand: Hand): void {
  const writing = (target: EventTarget | null) =>
    target instanceof Element && target.closest("input:not([type=range]), textarea, select");
  addEventListener("keydown", (event) => {
    if (!hand.held || event.repeat || writing(event.target)) return;
    // it also stops the robots, which is not held up here
    if (event.key === "Escape") hand.drop();
    else if (event.key.toLowerCase() === "c" && !event.ctrlKey && !event.metaKey)
      hand.setClutch(true);
  });
  addEventListener("keyup", (event) => {
    if (event.key.toLowerCase() === "c") hand.setClutch(false);
  });
  addEventListener("blur", () => hand.setClutch(false));
}
