// What a side's camera must hold: the robot with its base and tool, and, of a handle that slides,
// all of its range. Floors, walls and whatever else belongs to the world do not count.
import { Box3, type Group, Quaternion, Sphere, Vector3 } from "three";
import type { SceneModel, SideModel } from "../protocol";
import type { BodyTree } from "./kinematics";

export const kLeastReach = 0.1; // [m]
const kBoundless = 2; // a range beyond this is a way to drive [m]
const kSmall = new Vector3(1e-3, 1e-3, 1e-3);

// does it drive about? then the camera goes along
export function travels({ scene, joints }: SideModel): boolean {
  const free = scene.bodies.some((body) => body.parent === 0 && body.joints.some(({ type }) => type === "free"));
  return free || joints.some(({ kind, lower, upper }) => kind === "slide" && upper - lower > kBoundless);
}

// in the world's axes
export function robotBox(
  model: SideModel,
  tree: BodyTree,
  q: ArrayLike<number>,
  ends: { tool: Group; base: Group },
): Box3 {
  const still = new Box3().expandByPoint(ends.base.getWorldPosition(new Vector3()));
  const moving = new Box3().expandByPoint(ends.tool.getWorldPosition(new Vector3()));
  const part = new Box3();
  const place = new Vector3();
  for (const geom of model.scene.geoms) {
    const node = tree.nodes[geom.body];
    if (geom.body === 0 || geom.type === "plane" || !node) continue;
    const box = moves(model.scene, geom.body) ? moving : still;
    box.union(part.setFromCenterAndSize(node.getWorldPosition(place), kSmall));
    for (const child of node.children)
      if ("isMesh" in child && child.name === geom.name) box.union(part.setFromObject(child));
  }
  if (!travels(model)) addRanges(moving, model, tree, q);
  return moving.union(still);
}

// does this body, or one that carries it, have a joint?
export function moves({ bodies }: SceneModel, body: number): boolean {
  for (let at = bodies[body]; at; at = bodies[at.parent]) if (at.joints.length) return true;
  return false;
}

export function around(box: Box3): Sphere {
  const sphere = box.getBoundingSphere(new Sphere());
  sphere.radius = Math.max(sphere.radius, kLeastReach);
  return sphere;
}

function addRanges(box: Box3, { scene, joints, q: where }: SideModel, tree: BodyTree, q: ArrayLike<number>): void {
  joints.forEach(({ kind, lower, upper }, i) => {
    const axis = kind === "slide" ? worldAxis(scene, tree, where[i] ?? -1) : undefined;
    if (!axis) return;
    const at = q[where[i] ?? -1] ?? 0;
    const back = box.clone().translate(axis.clone().multiplyScalar(Math.min(0, lower - at)));
    const on = box.clone().translate(axis.multiplyScalar(Math.max(0, upper - at)));
    box.union(back).union(on);
  });
}

function worldAxis(scene: SceneModel, tree: BodyTree, q: number): Vector3 | undefined {
  for (const [i, body] of scene.bodies.entries()) {
    const joint = body.joints.find((one) => one.type === "slide" && one.q === q);
    const node = tree.nodes[i];
    if (joint && node)
      return new Vector3(...joint.axis).normalize().applyQuaternion(node.getWorldQuaternion(new Quaternion()));
  }
  return undefined;
}
