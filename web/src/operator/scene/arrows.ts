// Forces as straight arrows, torques as arrows bent about their axis (by the right hand).
// Length grows with the square root of the size, so that one newton and forty are both seen; the
// figure beside it says what it is.
import * as THREE from "three";
import type { Triple } from "../protocol";

export type ArrowKind = "asked" | "external" | "fixtures";
export const kArrowKinds: ArrowKind[] = ["asked", "external", "fixtures"];

const kLeastForce = 0.05; // [N]
const kLeastTorque = 0.01; // [N m]
const kForceLength = 0.07; // [m] of one newton, in a scene of one metre
const kTorqueRadius = 0.06; // [m] of one newton metre, likewise
const kLongest = 0.5; // [m], likewise
const kBend = 1.55 * Math.PI; // of the bent arrow [rad]

// shared by all arrows: one metre long, along +z
const shaft = new THREE.CylinderGeometry(0.5, 0.5, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5);
const head = new THREE.ConeGeometry(0.5, 1, 16).rotateX(Math.PI / 2).translate(0, 0, 0.5);
const bend = new THREE.TorusGeometry(1, 0.07, 8, 40, kBend);

const kUp = new THREE.Vector3(0, 0, 1);
const direction = new THREE.Vector3();

export abstract class Arrow {
  readonly group = new THREE.Group();
  readonly tip = new THREE.Vector3(); // where its label goes, in the group's parent
  readonly from = new THREE.Vector3(); // where it begins, likewise
  size = 0;

  // least: below it there is noise
  constructor(
    private readonly least: number,
    ...parts: THREE.Mesh[]
  ) {
    this.group.add(...parts);
    for (const part of parts) part.renderOrder = kLast;
  }

  // `from`: where it begins; `reach`: how large the scene is [m]
  show(value: Triple, from: THREE.Vector3, reach: number): void {
    direction.fromArray(value);
    this.size = direction.length();
    this.group.visible = this.size >= this.least;
    if (!this.group.visible) return;
    direction.divideScalar(this.size);
    this.group.position.copy(from);
    this.from.copy(from);
    this.group.quaternion.setFromUnitVectors(kUp, direction);
    this.shape(reach);
  }

  // as large as it is, along `direction`
  protected abstract shape(reach: number): void;
  abstract get text(): string;
}

export class ForceArrow extends Arrow {
  private readonly shaft: THREE.Mesh;
  private readonly head: THREE.Mesh;

  constructor(material: THREE.MeshBasicMaterial) {
    const parts = [new THREE.Mesh(shaft, material), new THREE.Mesh(head, material)] as const;
    super(kLeastForce, ...parts);
    [this.shaft, this.head] = parts;
  }

  protected override shape(reach: number): void {
    const length = reach * Math.min(kLongest, kForceLength * Math.sqrt(this.size));
    const width = 0.014 * reach;
    const headLength = Math.min(0.055 * reach, 0.6 * length);
    this.shaft.scale.set(width, width, length - headLength);
    this.head.scale.set(2.8 * width, 2.8 * width, headLength);
    this.head.position.set(0, 0, length - headLength);
    this.tip.copy(this.from).addScaledVector(direction, length + 0.02 * reach);
  }

  override get text(): string {
    return `${this.size.toFixed(1)}\u00a0N`;
  }
}

export class TorqueArrow extends Arrow {
  constructor(material: THREE.MeshBasicMaterial) {
    const tip = new THREE.Mesh(head, material);
    // at the end of the bend, along its tangent
    const tangent = new THREE.Vector3(-Math.sin(kBend), Math.cos(kBend), 0);
    tip.position.set(Math.cos(kBend), Math.sin(kBend), 0);
    tip.quaternion.setFromUnitVectors(kUp, tangent);
    tip.scale.set(0.32, 0.32, 0.4);
    super(kLeastTorque, new THREE.Mesh(bend, material), tip);
  }

  protected override shape(reach: number): void {
    const radius = reach * Math.min(0.5 * kLongest, kTorqueRadius * (0.5 + Math.sqrt(this.size)));
    this.group.scale.setScalar(radius);
    this.tip.set(1.25, 0.2, 0).multiplyScalar(radius);
    this.tip.applyQuaternion(this.group.quaternion).add(this.from);
  }

  override get text(): string {
    return `${this.size.toFixed(2)}\u00a0N\u202fm`;
  }
}

// all marks look the same in any light and at any distance, and so share a shader
export const kPlain = { toneMapped: false, fog: false };
const kLast = 5; // drawn after everything that could hide them

// arrows are seen through whatever they begin in
export function arrowMaterial(): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ ...kPlain, depthTest: false, transparent: true });
}
