// The geoms of a model as meshes. Sizes are MuJoCo's: radii and half lengths; long shapes lie along
// their own z.
import * as THREE from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { SceneGeom, SceneModel } from "../protocol";
import { put } from "../vectors";
import type { Detail } from "./detail";

export const kPlaneReach = 4; // of a plane that has no end [m]
const kCrease = Math.PI / 5; // sharper edges stay edges
const kManyFaces = 30_000; // creases are not looked for in larger meshes

const kWide = 1; // of a floor that has an end, half [m]

// a level plane of the world, wide or without end
export function isFloor({ type, size, body, quaternion: [, x, y] }: SceneGeom): boolean {
  const wide = (half: number) => half === 0 || half >= kWide;
  return type === "plane" && body === 0 && Math.hypot(x, y) < 1e-3 && wide(size[0]) && wide(size[1]);
}

export class Shapes {
  private readonly materials = new Map<string, THREE.Material>();
  private readonly geometries: THREE.BufferGeometry[] = [];

  constructor(
    private readonly model: SceneModel,
    private readonly detail: Detail,
  ) {}

  mesh(geom: SceneGeom): THREE.Mesh {
    const geometry = this.geometry(geom);
    this.geometries.push(geometry);
    const mesh = new THREE.Mesh(geometry, this.material(geom));
    mesh.name = geom.name;
    put(mesh, geom);
    if (geom.type === "ellipsoid") mesh.scale.fromArray(geom.size);
    mesh.castShadow = geom.type !== "plane" && geom.rgba[3] > 0.5;
    mesh.receiveShadow = true;
    mesh.visible = !isFloor(geom) || this.detail.shadows;
    return mesh;
  }

  dispose(): void {
    for (const geometry of this.geometries) geometry.dispose();
    for (const material of this.materials.values()) material.dispose();
  }

  private geometry({ type, size, mesh }: SceneGeom): THREE.BufferGeometry {
    const n = this.detail.segments;
    const [a, b, c] = size;
    switch (type) {
      case "plane":
        return new THREE.PlaneGeometry(2 * (a || kPlaneReach), 2 * (b || kPlaneReach));
      case "sphere":
        return new THREE.SphereGeometry(a, n, n / 2);
      case "ellipsoid":
        return new THREE.SphereGeometry(1, n, n / 2);
      case "capsule":
        return new THREE.CapsuleGeometry(a, 2 * b, n / 4, n).rotateX(Math.PI / 2);
      case "cylinder":
        return new THREE.CylinderGeometry(a, a, 2 * b, n).rotateX(Math.PI / 2);
      case "box":
        return new THREE.BoxGeometry(2 * a, 2 * b, 2 * c);
      case "mesh":
        return this.surface(mesh ?? -1);
    }
  }

  private surface(index: number): THREE.BufferGeometry {
    const source = this.model.meshes[index];
    const geometry = new THREE.BufferGeometry();
    if (!source) return geometry;
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(source.vertices), 3));
    geometry.setIndex(source.faces);
    if (source.faces.length / 3 > kManyFaces) {
      geometry.computeVertexNormals();
      return geometry;
    }
    return toCreasedNormals(geometry, kCrease);
  }

  private material(geom: SceneGeom): THREE.Material {
    const key = `${geom.rgba.join()} ${geom.type === "plane"} ${isFloor(geom)}`;
    const known = this.materials.get(key);
    if (known) return known;
    // the page's own ground is the floor: of the model's only its shadows are seen
    const material = isFloor(geom) ? new THREE.ShadowMaterial({ opacity: 0.16 }) : this.surfaceOf(geom);
    this.materials.set(key, material);
    return material;
  }

  private surfaceOf({ rgba: [r, g, b, alpha], type }: SceneGeom): THREE.Material {
    const look = {
      color: new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace),
      transparent: alpha < 1,
      opacity: alpha,
      depthWrite: alpha >= 0.95,
      ...(type === "plane" ? { side: THREE.DoubleSide } : {}),
    };
    if (this.detail.matt) return new THREE.MeshLambertMaterial(look);
    return new THREE.MeshStandardMaterial({ ...look, roughness: 0.6, metalness: 0.05 });
  }
}
