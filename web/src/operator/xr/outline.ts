// The safety outline: a ring on the ground as wide as the robot reaches, and the edge of the
// person's own floor where the headset knows it. It lights up when head or hand comes within 0.3 m
// of it, or of a tool that moves.
import * as THREE from "three";
import type { SceneModel } from "../protocol";
import type { ReachOutline } from "./reach";

export const kWarnAt = 0.3; // [m]
const kMoving = 0.02; // speed of a tool that counts as moving [m/s]
const kRingWidth = 0.03; // [m]
const kAboveGround = 0.004; // so that ring and floor do not flicker [m]
const kCalm = 0x0072b2;
const kWarning = 0xd55e00;

// how far outside the ring a point is, on the ground; inside is negative
export function outsideRing(ring: ReachOutline, point: THREE.Vector3): number {
  return Math.hypot(point.x - ring.centre.x, point.y - ring.centre.y) - ring.radius;
}

// distance of (x, z) from the segment a–b
function fromSegment(x: number, z: number, a: DOMPointReadOnly, b: DOMPointReadOnly): number {
  const [dx, dz] = [b.x - a.x, b.z - a.z];
  const square = dx * dx + dz * dz;
  const t = square > 0 ? ((x - a.x) * dx + (z - a.z) * dz) / square : 0;
  const k = Math.min(Math.max(t, 0), 1);
  return Math.hypot(x - a.x - k * dx, z - a.z - k * dz);
}

// how far inside a polygon on the floor a point is; outside is negative
export function insideFloor(corners: readonly DOMPointReadOnly[], x: number, z: number): number {
  let nearest = Infinity;
  let inside = false;
  corners.forEach((a, k) => {
    const b = corners[(k + 1) % corners.length] ?? a;
    nearest = Math.min(nearest, fromSegment(x, z, a, b));
    if (a.z > z !== b.z > z && x < a.x + ((z - a.z) / (b.z - a.z)) * (b.x - a.x)) inside = !inside;
  });
  return inside ? nearest : -nearest;
}

// the height of the ground below a robot, in its world: the highest plane that lies flat
export function groundHeight(scene: SceneModel): number {
  const flat = scene.geoms.filter(
    // the third column of its rotation is z: 1 − 2 (x² + y²) = 1
    ({ type, quaternion: [, x, y] }) => type === "plane" && x * x + y * y < 1e-4,
  );
  return flat.length > 0 ? Math.max(...flat.map((geom) => geom.position[2])) : 0;
}

export class SafetyOutline {
  readonly group = new THREE.Group(); // in the side's world frame
  private readonly paint = new THREE.MeshBasicMaterial({
    color: kCalm,
    side: THREE.DoubleSide,
    transparent: true,
    opacity: 0.5,
  });
  private readonly bubblePaint = new THREE.MeshBasicMaterial({
    color: kWarning,
    transparent: true,
    opacity: 0.25,
    depthWrite: false,
  });
  private readonly bubble = new THREE.Mesh(
    new THREE.SphereGeometry(kWarnAt, 24, 16),
    this.bubblePaint,
  );

  constructor(
    readonly ring: ReachOutline,
    ground: number,
  ) {
    const geometry = new THREE.RingGeometry(ring.radius - kRingWidth, ring.radius, 96);
    const mesh = new THREE.Mesh(geometry, this.paint);
    mesh.position.set(ring.centre.x, ring.centre.y, ground + kAboveGround);
    this.bubble.visible = false;
    this.group.name = "safety-outline";
    this.group.add(mesh, this.bubble);
  }

  // people: head and hands, in the side's world frame; returns whether it warns
  watch(people: readonly THREE.Vector3[], tool: THREE.Vector3, speed: number): boolean {
    const near = people.some((point) => outsideRing(this.ring, point) < kWarnAt);
    const atTool = speed > kMoving && people.some((point) => tool.distanceTo(point) < kWarnAt);
    this.paint.color.setHex(near || atTool ? kWarning : kCalm);
    this.paint.opacity = near || atTool ? 0.95 : 0.5;
    this.bubble.visible = atTool;
    this.bubble.position.copy(tool);
    return near || atTool;
  }

  dispose(): void {
    for (const child of this.group.children)
      if (child instanceof THREE.Mesh) child.geometry.dispose();
    this.paint.dispose();
    this.bubblePaint.dispose();
    this.group.removeFromParent();
  }
}

// The edge of the floor that the person has set up for themselves, in the headset's space.
export class FloorEdge {
  readonly line = new THREE.LineLoop(
    new THREE.BufferGeometry(),
    new THREE.LineBasicMaterial({ color: kCalm }),
  );
  private corners: readonly DOMPointReadOnly[] = [];

  constructor() {
    this.line.name = "floor-edge";
    this.line.visible = false;
  }

  set(corners: readonly DOMPointReadOnly[]): void {
    this.corners = corners;
    this.line.visible = corners.length >= 3;
    const numbers = corners.flatMap(({ x, z }) => [x, kAboveGround, z]);
    this.line.geometry.setAttribute("position", new THREE.Float32BufferAttribute(numbers, 3));
  }

  watch(people: readonly THREE.Vector3[]): boolean {
    if (!this.line.visible) return false;
    const near = people.some(({ x, z }) => insideFloor(this.corners, x, z) < kWarnAt);
    this.line.material.color.setHex(near ? kWarning : kCalm);
    return near;
  }
}
