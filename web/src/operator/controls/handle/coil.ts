// The spring between the aim and the tool, drawn as a coil of short rods; as thick as it looks,
// however far it is stretched.
import * as THREE from "three";

const kTurns = 8;
const kRods = 12 * kTurns;
const kRadius = 7; // [px]
const kWire = 1.3; // half the thickness of a rod [px]
const kStraight = 0.1; // share of the length at either end without turns
const kSlim = 60; // length from which it gets thinner [px]

const kAlongRod = new THREE.Vector3(0, 1, 0);

// seen through everything: one must be able to grab what is behind something
function material(opacity: number): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ transparent: true, opacity, depthTest: false, depthWrite: false });
}

export function over(
  geometry: THREE.BufferGeometry,
  opacity: number,
): THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial> {
  const mesh = new THREE.Mesh(geometry, material(opacity));
  mesh.renderOrder = 10;
  return mesh;
}

export class Coil {
  readonly material = material(0.9);
  readonly mesh = new THREE.InstancedMesh(new THREE.CylinderGeometry(1, 1, 1, 5), this.material, kRods);

  constructor() {
    this.mesh.renderOrder = 10;
    this.mesh.frustumCulled = false; // its extent changes with every picture
  }

  // pixel: its length there [m]
  stretch(from: THREE.Vector3, to: THREE.Vector3, pixel: number): void {
    const along = to.clone().sub(from);
    const length = along.length();
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), along.normalize());
    const radius = kRadius * pixel * Math.min(1, Math.sqrt((kSlim * pixel) / length));
    const rod = new THREE.Matrix4();
    const last = point(0, radius, length).applyQuaternion(turn).add(from);
    for (let i = 1; i <= kRods; ++i) {
      const next = point(i / kRods, radius, length).applyQuaternion(turn).add(from);
      const way = next.clone().sub(last);
      const size = new THREE.Vector3(kWire * pixel, way.length(), kWire * pixel);
      const facing = new THREE.Quaternion().setFromUnitVectors(kAlongRod, way.normalize());
      rod.compose(next.clone().add(last).multiplyScalar(0.5), facing, size);
      this.mesh.setMatrixAt(i - 1, rod);
      last.copy(next);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

// of the coil along z
function point(t: number, radius: number, length: number): THREE.Vector3 {
  const wide = radius * Math.min(1, t / kStraight, (1 - t) / kStraight);
  const angle = 2 * Math.PI * kTurns * t;
  return new THREE.Vector3(wide * Math.cos(angle), wide * Math.sin(angle), length * t);
}
