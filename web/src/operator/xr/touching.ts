// Registering in the headset: the point to be touched glows, the thumbstick goes to the next, the
// trigger takes the tip's place (the mean while it is pulled), A or X takes back the last.
import { Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import type { App } from "../app";
import type { SideName } from "../protocol";
import { triple } from "../vectors";
import type { Hand } from "./hands";
import { type KnownPoint, knownPoints } from "./known_points";
import type { Rig } from "./place";
import { Registering, millimetres } from "./registering";

const kStill = 0.01; // the tip may wander by this while a point is taken [m]

export class Touching {
  readonly registering = new Registering();
  private readonly points: KnownPoint[];
  private chosen = 0;
  private hand: Hand | undefined;
  private readonly tips: Vector3[] = [];
  private readonly glow = new Mesh(
    new SphereGeometry(0.012, 16, 12),
    new MeshBasicMaterial({ color: 0xf0e442, depthTest: false, transparent: true }),
  );

  constructor(
    private readonly app: App,
    private readonly rig: Rig,
    readonly side: SideName,
    private readonly changed: () => void,
  ) {
    this.points = app.session ? knownPoints(app.session[side]) : [];
    this.glow.renderOrder = 10;
    app.scenes[side].base.add(this.glow);
  }

  get words(): string[] {
    const next = this.points[this.chosen];
    const touched = this.registering.touched.length;
    return [
      `touch: ${next?.name ?? "nothing known"} (${this.chosen + 1} of ${this.points.length}) and pull the trigger`,
      `${touched} touched; ${this.registering.verdict}`,
      "stick aside: another point · A/X: undo · stick in: done",
    ];
  }

  update(hands: readonly Hand[]): void {
    for (const hand of hands) {
      const { step, clutch } = hand.pressed;
      if (step !== 0) this.chosen = (this.chosen + step + this.points.length) % this.points.length;
      if (clutch && !this.hand) this.takeBack();
      if (hand.pressed.grab && !this.hand) this.hand = hand;
    }
    const at = this.points[this.chosen]?.at(this.app.state?.[this.side]);
    this.glow.visible = at !== undefined;
    if (at) this.glow.position.set(...at);
    if (this.hand) this.collect(this.hand);
  }

  takeBack(): void {
    if (this.registering.undo()) this.learnt();
  }

  end(): void {
    this.glow.removeFromParent();
    this.glow.geometry.dispose();
    this.glow.material.dispose();
  }

  private collect(hand: Hand): void {
    if (hand.buttons.grab) {
      this.tips.push(hand.tip.clone());
      return;
    }
    this.hand = undefined;
    const tips = this.tips.splice(0);
    const point = this.points[this.chosen];
    const to = point?.at(this.app.state?.[this.side]);
    if (!point || !to || tips.length === 0) return;
    const mean = tips.reduce((sum, tip) => sum.add(tip), new Vector3()).divideScalar(tips.length);
    const wandered = Math.max(...tips.map((tip) => tip.distanceTo(mean)));
    if (wandered > kStill) {
      this.app.notify(`The tip wandered by ${millimetres(wandered)}; touch ${point.name} again`, "notice");
      return;
    }
    this.registering.add({ name: point.name, from: triple(mean), to: [...to] });
    this.chosen = point.name === "tool" ? this.chosen : (this.chosen + 1) % this.points.length;
    this.learnt();
  }

  private learnt(): void {
    const { place } = this.registering;
    if (place) this.rig.register(this.side, place);
    this.changed();
  }
}
