// How far a robot reaches, from its model: no point of the tool is ever farther from the axis of
// the first joint than the links are long,
//   r = Σ |position of the bodies from the second joint's to the tool's| + stroke of the slides
// which is an upper bound, as a safety outline must be.
import { Matrix4, type Vector3 } from "three";
import type { SceneBody, SceneModel, SideModel } from "../protocol";
import { matrixOf, vector } from "../vectors";

export interface ReachOutline {
  centre: Vector3; // foot of the first joint, in the side's world frame
  radius: number; // [m]
}

// bodies from `body` up to the world, the nearest first
function ancestry(scene: SceneModel, body: number): SceneBody[] {
  const found: SceneBody[] = [];
  for (let k = body; k >= 0 && found.length <= scene.bodies.length;) {
    const one = scene.bodies[k];
    if (!one) break;
    found.push(one);
    k = one.parent;
  }
  return found;
}

// of a body that does not move, in the side's world frame
export function staticMatrix(scene: SceneModel, body: number): Matrix4 {
  const matrix = new Matrix4();
  for (const one of ancestry(scene, body)) matrix.premultiply(matrixOf(one));
  return matrix;
}

// index of the body that the last of the robot's joints moves; -1 without joints
export function lastBody(side: SideModel): number {
  const coordinates = new Set(side.q);
  let last = -1;
  let most = 0;
  side.scene.bodies.forEach((body, k) => {
    if (!body.joints.some((joint) => coordinates.has(joint.q))) return;
    const depth = ancestry(side.scene, k).length;
    if (depth > most) [last, most] = [k, depth];
  });
  return last;
}

// beyond: from the last body's frame to the tool [m]
export function reachOf(side: SideModel, beyond: number): ReachOutline | undefined {
  const last = lastBody(side);
  if (last < 0) return undefined;
  const chain = ancestry(side.scene, last);
  const first = chain.filter((body) => body.joints.length > 0).pop();
  if (!first) return undefined;
  let radius = beyond;
  for (const body of chain.slice(0, chain.indexOf(first))) radius += Math.hypot(...body.position);
  for (const joint of side.joints)
    if (joint.kind === "slide") radius += Math.max(Math.abs(joint.lower), Math.abs(joint.upper));
  const centre = vector(first.position).applyMatrix4(
    first.parent >= 0 ? staticMatrix(side.scene, first.parent) : new Matrix4(),
  );
  return { centre, radius };
}
