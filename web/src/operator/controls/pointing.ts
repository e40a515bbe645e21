// Whose a press in a scene is. What can be grabbed is asked first, in order; a press that nobody
// takes is left to the camera. Listens before all others, so that grabbing does not turn the view.
import type { SceneView } from "../app";
import { type Spot, between } from "./screen";

const kClick = 5; // a hand is not quite still [px]

export interface Press extends Spot {
  touch: boolean; // wants larger targets
  shift: boolean;
  middle: boolean; // button is down
}

export interface Grip {
  near(at: Press): boolean; // a press here would be taken
  hover?(over: boolean): void;
  press(at: Press): boolean; // false: not taken after all
  drag(at: Press, before: Press): void;
  secondFinger?(at: Press, before: Press): void;
  wheel?(pixels: number): void;
  lift(lost: boolean): void;
}

interface Held {
  grip: Grip;
  pointer: number;
  last: Press;
  second: { pointer: number; last: Press } | undefined;
}

const pressOf = (event: PointerEvent): Press => ({
  x: event.clientX,
  y: event.clientY,
  touch: event.pointerType === "touch",
  shift: event.shiftKey,
  middle: (event.buttons & 4) !== 0,
});

export class Pointing {
  private readonly grips: Grip[] = [];
  private held: Held | undefined;
  private hovered: Grip | undefined;
  private pressed: Spot | undefined; // by nobody's leave
  private clicked: ((at: Spot) => void) | undefined;

  constructor(readonly view: SceneView) {
    const { element } = view;
    // a finger drags, it does not scroll
    element.style.touchAction = "none";
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      handler: (event: HTMLElementEventMap[K]) => boolean,
    ) =>
      element.addEventListener(
        type,
        (event) => {
          if (!handler(event)) return;
          event.preventDefault();
          event.stopImmediatePropagation();
        },
        { capture: true, passive: false },
      );
    listen("pointerdown", (event) => this.down(event));
    listen("pointermove", (event) => this.move(event));
    listen("pointerup", (event) => this.up(event, false));
    listen("pointercancel", (event) => this.up(event, true));
    listen("lostpointercapture", (event) => this.up(event, true));
    // the middle button would scroll
    listen("mousedown", () => this.held !== undefined);
    listen("wheel", (event) => this.wheel(event));
    element.addEventListener("pointerleave", () => this.hover(undefined));
  }

  // those added first are asked first
  add(grip: Grip): void {
    this.grips.push(grip);
  }

  // a press that nobody took, lifted where it was
  onClick(handler: (at: Spot) => void): void {
    this.clicked = handler;
  }

  private down(event: PointerEvent): boolean {
    // a button in the scene is no scene
    if (event.target instanceof Element && event.target.closest("button, a, input")) return false;
    const at = pressOf(event);
    if (this.held) {
      this.held.second ??= { pointer: event.pointerId, last: at };
      return true;
    }
    if (event.button > 1) return false;
    const grip = this.grips.find((g) => g.near(at) && g.press(at));
    this.pressed = grip || event.button !== 0 ? undefined : at;
    if (!grip) return false;
    this.held = { grip, pointer: event.pointerId, last: at, second: undefined };
    this.view.element.setPointerCapture(event.pointerId);
    this.view.element.focus({ preventScroll: true });
    return true;
  }

  private move(event: PointerEvent): boolean {
    const at = pressOf(event);
    const { held } = this;
    if (!held) {
      // with a button down the camera turns
      this.hover(event.buttons === 0 ? this.grips.find((g) => g.near(at)) : undefined);
      return false;
    }
    if (event.pointerId === held.pointer) {
      held.grip.drag(at, held.last);
      held.last = at;
    } else if (event.pointerId === held.second?.pointer) {
      held.grip.secondFinger?.(at, held.second.last);
      held.second.last = at;
    }
    return true;
  }

  private up(event: PointerEvent, lost: boolean): boolean {
    const { held } = this;
    if (!held) {
      const at = pressOf(event);
      if (!lost && this.pressed && between(this.pressed, at) < kClick) this.clicked?.(at);
      this.pressed = undefined;
      return false;
    }
    if (event.pointerId === held.second?.pointer) held.second = undefined;
    if (event.pointerId !== held.pointer) return true;
    this.held = undefined;
    held.grip.lift(lost);
    return true;
  }

  private wheel(event: WheelEvent): boolean {
    if (!this.held?.grip.wheel) return false;
    this.held.grip.wheel(-event.deltaY);
    return true;
  }

  private hover(grip: Grip | undefined): void {
    if (grip === this.hovered) return;
    this.hovered?.hover?.(false);
    this.hovered = grip;
    grip?.hover?.(true);
    this.view.element.classList.toggle("can-grab", grip !== undefined);
  }
}
