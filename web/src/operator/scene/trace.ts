// Where the tool was in the last seconds, fading out.
import { BufferAttribute, BufferGeometry, type Color, Line, LineBasicMaterial } from "three";
import type { Triple } from "../protocol";

const kPoints = 480;
const kStep = 0.001; // [m]: a tool that rests adds nothing

export class Trace {
  readonly line: Line;
  private readonly points = new Float32Array(3 * kPoints);
  private readonly fade = new Float32Array(4 * kPoints);
  private readonly geometry = new BufferGeometry();
  private readonly material = new LineBasicMaterial({ vertexColors: true, transparent: true });
  private count = 0;

  constructor() {
    this.geometry.setAttribute("position", new BufferAttribute(this.points, 3));
    this.geometry.setAttribute("color", new BufferAttribute(this.fade, 4));
    for (let i = 0; i < kPoints; ++i) this.fade.set([1, 1, 1, i / kPoints], 4 * i);
    this.line = new Line(this.geometry, this.material);
    this.line.frustumCulled = false;
    this.clear();
  }

  set colour(colour: Color) {
    this.material.color.copy(colour);
  }

  clear(): void {
    this.count = 0;
    this.geometry.setDrawRange(0, 0);
  }

  // the newest point stands last, where the line is brightest
  add([x, y, z]: Triple): void {
    const { points } = this;
    const last = 3 * (kPoints - 1);
    if (this.count > 0) {
      const moved = Math.hypot(x - points[last]!, y - points[last + 1]!, z - points[last + 2]!);
      if (moved < kStep) return;
    }
    points.copyWithin(0, 3);
    points[last] = x;
    points[last + 1] = y;
    points[last + 2] = z;
    this.count = Math.min(this.count + 1, kPoints);
    this.geometry.setDrawRange(kPoints - this.count, this.count);
    this.geometry.attributes.position!.needsUpdate = true;
  }
}
