// Taking the handle: by pointer in either scene, by keys, by gamepad, by a button in the toolbar.
import { button } from "../../../dom";
import type { App } from "../../app";
import type { Pointing } from "../pointing";
import { GamepadHandle } from "./gamepad";
import { ToolGrip } from "./grab";
import { Hand } from "./hand";
import { attachClutchKey, attachKeys, toggle } from "./keys";
import { HandPicture } from "./picture";

export function attachHandle(app: App, pointings: Pointing[]): void {
  const hand = new Hand(app);
  for (const pointing of pointings) {
    const { view } = pointing;
    const grip = new ToolGrip(app, view, hand);
    pointing.add(grip);
    attachKeys(view, hand, grip);
    new HandPicture(app, view, hand, grip);
    if (view.side === "leader") new GamepadHandle(app, hand, grip);
  }
  attachClutchKey(hand);
  app.toolbar.append(takingButton(app, hand));
}

function takingButton(app: App, hand: Hand): HTMLElement {
  const press = () => {
    if (hand.held) return hand.drop();
    toggle(hand);
    // arrow keys work at once
    app.scenes.leader.element.focus({ preventScroll: true });
  };
  const element = button("", press, {
    class: "take-handle",
    "aria-pressed": "false",
    "aria-keyshortcuts": "H",
    title:
      "Drag the ball on the tool; or H, then arrow keys and Page Up, Page Down. C: clutch. " +
      "Gamepad: right shoulder holds, left clutches, B stops.",
  });
  const show = () => {
    element.setAttribute("aria-pressed", String(hand.held));
    element.textContent = hand.held ? "Let go of the handle" : "Take the handle";
    document.documentElement.classList.toggle("holding", hand.held);
  };
  hand.onChange(show);
  show();
  return element;
}
