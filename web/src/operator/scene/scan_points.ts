// What a laser scanner saw, around the platform that carries it.
import { BufferAttribute, BufferGeometry, type Color, Points, PointsMaterial } from "three";
import type { ScanFrame } from "../protocol";

const kMostBeams = 1024;

// where beam i ended, in the axes of the vehicle (x forward, y left): r (sin θ, −cos θ);
// false: it met nothing
export function beamEnd(scan: ScanFrame, i: number, out: Float32Array, at: number): boolean {
  const range = scan.ranges[i] ?? NaN;
  if (!(range > 0 && range < scan.limit)) return false;
  const angle = scan.firstAngle + i * scan.step;
  out[at] = range * Math.sin(angle);
  out[at + 1] = -range * Math.cos(angle);
  out[at + 2] = 0;
  return true;
}

export class ScanPoints {
  readonly points: Points;
  private readonly ends = new Float32Array(3 * kMostBeams);
  private readonly geometry = new BufferGeometry();
  private readonly material = new PointsMaterial({ size: 4, sizeAttenuation: false });

  constructor() {
    this.geometry.setAttribute("position", new BufferAttribute(this.ends, 3));
    this.geometry.setDrawRange(0, 0);
    this.points = new Points(this.geometry, this.material);
    this.points.name = "scan";
    this.points.frustumCulled = false;
    this.points.visible = false; // what is not seen needs no shader
  }

  set colour(colour: Color) {
    this.material.color.copy(colour);
  }

  show(scan: ScanFrame): void {
    let count = 0;
    for (let i = 0; i < Math.min(scan.ranges.length, kMostBeams); ++i)
      if (beamEnd(scan, i, this.ends, 3 * count)) ++count;
    this.geometry.setDrawRange(0, count);
    this.points.visible = count > 0;
    this.geometry.attributes.position!.needsUpdate = true;
  }

  clear(): void {
    this.geometry.setDrawRange(0, 0);
    this.points.visible = false;
  }
}
