// What a person who wears a headset must not run into: the reach of both robots, and the edge of
// their own floor. Tables, walls and all other obstacles of the models are in the scenes already.
import { type Matrix4, Vector3 } from "three";
import type { App } from "../app";
import type { SideName } from "../protocol";
import type { Hand } from "./hands";
import { FloorEdge, SafetyOutline, groundHeight } from "./outline";
import type { Rig } from "./place";
import { lastBody, reachOf } from "./reach";

const kSides: SideName[] = ["leader", "follower"];
const kToolLength = 0.1; // from the last body, where the scene does not say [m]

function floorSpace(session: XRSession): Promise<XRBoundedReferenceSpace | undefined> {
  return session
    .requestReferenceSpace("bounded-floor")
    .then((space) => space as XRBoundedReferenceSpace)
    .catch(() => undefined); // the person has set up no floor
}

export class Surroundings {
  readonly floor = new FloorEdge();
  private bounded: XRBoundedReferenceSpace | undefined;
  private readonly outlines = new Map<SideName, SafetyOutline>();
  private forget: (() => void) | undefined;

  constructor(private readonly app: App) {}

  async begin(session: XRSession): Promise<void> {
    this.draw();
    this.forget = this.app.on("session", () => this.draw());
    this.bounded = await floorSpace(session);
  }

  end(): void {
    this.forget?.();
    for (const outline of this.outlines.values()) outline.dispose();
    this.outlines.clear();
    this.floor.set([]);
  }

  // the floor's corners, in the headset's space
  update(frame: XRFrame, space: XRReferenceSpace): void {
    // what promises a floor may have no edge
    const corners = this.bounded?.boundsGeometry;
    if (!this.bounded || !corners) return;
    const pose = frame.getPose(this.bounded, space);
    if (!pose) return;
    const { matrix } = pose.transform;
    const transform = new DOMMatrix([...matrix]);
    this.floor.set(corners.map((point) => point.matrixTransform(transform)));
  }

  // a line for people when head or hand is too near to something; empty otherwise
  watch(rig: Rig, eyes: Matrix4, hands: readonly Hand[], holding: Hand | undefined): string {
    const head = new Vector3().setFromMatrixPosition(eyes);
    const seen = hands.filter((hand) => hand.tracked);
    const warnings: string[] = [];
    // the other side is elsewhere: it is in the picture, but nobody can run into it
    for (const [side, outline] of this.outlines) outline.group.visible = side === rig.side;
    // the hand at the leader's handle is where it has to be
    const free = seen.filter((hand) => rig.side !== "leader" || hand !== holding);
    if (this.nearRobot(rig, [head, ...free.map((hand) => hand.tip)])) {
      warnings.push(`near the ${rig.side}`);
    }
    if (this.floor.watch([head, ...seen.map((hand) => hand.tip)])) {
      warnings.push("at the edge of your floor");
    }
    return warnings.join(", ");
  }

  // people: in the headset's space
  private nearRobot(rig: Rig, people: Vector3[]): boolean {
    const outline = this.outlines.get(rig.side);
    const state = this.app.state?.[rig.side];
    if (!outline || !state) return false;
    const { root, tool } = this.app.scenes[rig.side];
    const there = people.map((point) => root.worldToLocal(point.clone().applyMatrix4(rig.group.matrixWorld)));
    const at = root.worldToLocal(tool.getWorldPosition(new Vector3()));
    return outline.watch(there, at, Math.hypot(...state.velocity));
  }

  private draw(): void {
    for (const outline of this.outlines.values()) outline.dispose();
    this.outlines.clear();
    for (const side of kSides) {
      const model = this.app.session?.[side];
      if (!model) continue;
      const ring = reachOf(model, this.beyond(side));
      if (!ring) continue;
      const outline = new SafetyOutline(ring, groundHeight(model.scene));
      this.outlines.set(side, outline);
      this.app.scenes[side].root.add(outline.group);
    }
  }

  // from the last body to the tool [m]
  private beyond(side: SideName): number {
    const view = this.app.scenes[side];
    const model = this.app.session?.[side];
    const name = model?.scene.bodies[lastBody(model)]?.name;
    const body = name ? view.bodyNamed(name) : undefined;
    if (!body) return kToolLength;
    return body.getWorldPosition(new Vector3()).distanceTo(view.tool.getWorldPosition(new Vector3()));
  }
}

