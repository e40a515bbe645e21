// The tool in a scene can be grabbed with mouse, finger or pen: it is then wanted where the pointer
// is, in the plane parallel to the screen; with Shift, the wheel or a second finger, nearer or
// farther.
import type { Vector3 } from "three";
import type { App, SceneView } from "../../app";
import type { Grip, Press } from "../pointing";
import { between, spotOf, way } from "../screen";
import { vector } from "../../vectors";
import type { Hand } from "./hand";

// from the tool on the screen [px]
const kReach = 22;
const kReachOfFinger = 34;
const kWheel = 0.25; // pixels of the way for one of the wheel

export function toolInWorld(app: App, view: SceneView): Vector3 | undefined {
  const place = app.state?.[view.side].tool.position;
  return place && view.base.localToWorld(vector(place));
}

export function aimInWorld(hand: Hand, view: SceneView): Vector3 {
  return view.base.localToWorld(hand.aimIn(view.side));
}

export class ToolGrip implements Grip {
  hovered = false;

  get dragged(): boolean {
    return this.hand.draggedIn === this.view.side;
  }

  constructor(
    private readonly app: App,
    private readonly view: SceneView,
    private readonly hand: Hand,
  ) {}

  near(at: Press): boolean {
    const places = [toolInWorld(this.app, this.view)];
    if (this.hand.held) places.push(aimInWorld(this.hand, this.view));
    const reach = at.touch ? kReachOfFinger : kReach;
    return places.some((place) => {
      const spot = place && spotOf(this.view, place);
      return spot !== undefined && between(spot, at) <= reach;
    });
  }

  hover(over: boolean): void {
    this.hovered = over;
  }

  press(at: Press): boolean {
    if (!this.hand.take("pointer")) return false;
    this.hand.draggedIn = this.view.side;
    if (at.middle) this.hand.setClutch(true);
    return true;
  }

  drag(at: Press, before: Press): void {
    if (at.middle !== before.middle) this.hand.setClutch(at.middle);
    const up = before.y - at.y;
    this.shove(at.shift ? { right: at.x - before.x, away: up } : { right: at.x - before.x, up });
  }

  secondFinger(at: Press, before: Press): void {
    this.shove({ away: before.y - at.y });
  }

  wheel(pixels: number): void {
    this.shove({ away: pixels * kWheel });
  }

  lift(): void {
    this.hand.draggedIn = undefined;
    this.hand.release("pointer");
  }

  // pixels right, up and away
  shove(pixels: { right?: number; up?: number; away?: number }): void {
    if (!this.hand.held) return;
    const from = aimInWorld(this.hand, this.view);
    const to = from.clone().add(way(this.view, from, pixels));
    this.hand.move(
      this.view.side,
      this.view.base.worldToLocal(to).sub(this.view.base.worldToLocal(from)),
    );
  }
}
