// Walls between the eye and what it looks at become pale, so that they never hide the robot. Only
// what does not move is looked at, by its upright box.
import { Box3, type Material, type Mesh, Ray, Vector3 } from "three";

const kPale = 0.18; // opacity

interface Wall {
  mesh: Mesh;
  box: Box3;
  whole: Material;
  pale: Material | undefined; // made when it is needed
}

const ray = new Ray();
const met = new Vector3();

export class SeeThrough {
  private readonly walls: Wall[];

  // meshes: of what stands still, where it stands
  constructor(meshes: Mesh[]) {
    this.walls = meshes.map((mesh) => ({
      mesh,
      box: new Box3().setFromObject(mesh),
      whole: mesh.material as Material,
      pale: undefined,
    }));
  }

  // before every picture
  look(eye: Vector3, target: Vector3): void {
    ray.origin.copy(eye);
    ray.direction.copy(target).sub(eye).normalize();
    const far = eye.distanceTo(target);
    for (const wall of this.walls) {
      const hides =
        !wall.box.containsPoint(target) &&
        (wall.box.containsPoint(eye) ||
          (ray.intersectBox(wall.box, met) !== null && met.distanceTo(eye) < far));
      wall.mesh.material = hides ? (wall.pale ??= pale(wall.whole)) : wall.whole;
    }
  }

  dispose(): void {
    for (const { pale } of this.walls) pale?.dispose();
  }
}

function pale(whole: Material): Material {
  const material = whole.clone();
  material.transparent = true;
  material.opacity = Math.min(kPale, whole.opacity);
  material.depthWrite = false;
  return material;
}
