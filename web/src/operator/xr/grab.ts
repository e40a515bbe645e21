// The controller as the handle. What lay between controller and tool when the hand closed is kept:
//   near   T = C C₀⁻¹ T₀: the tool is in the hand, as if it were the same body
//   ray    p = p₀ + (c − c₀),  R = R_c R_c₀ᵀ R₀: taken from afar, a turn of the wrist turns the
//          tool where it is, and does not swing it on a lever as long as the ray
// All poses are in the leader's base frame.
import { Matrix4, Quaternion, Vector3 } from "three";
import type { Command } from "../protocol";
import { quad, triple } from "../vectors";

export const kNear = 0.15; // from the tool [m]

export type Reach = "near" | "ray";

export interface Pose {
  position: Vector3;
  rotation: Quaternion;
}

export function poseOf(matrix: Matrix4): Pose {
  const pose = { position: new Vector3(), rotation: new Quaternion() };
  matrix.decompose(pose.position, pose.rotation, new Vector3());
  return pose;
}

// a matrix that places headset things in the scene, as pose of them in the leader's base frame
export function inBase(base: Matrix4, thing: Matrix4): Pose {
  return poseOf(new Matrix4().copy(base).invert().multiply(thing));
}

export class Grab {
  readonly reach: Reach;

  // controller and tool when the hand closed
  constructor(
    private readonly controller: Pose,
    private readonly tool: Pose,
  ) {
    this.reach = controller.position.distanceTo(tool.position) <= kNear ? "near" : "ray";
  }

  // where the tool is wanted now
  target(controller: Pose): Pose {
    const turn = this.controller.rotation.clone().invert().premultiply(controller.rotation);
    const rotation = turn.clone().multiply(this.tool.rotation).normalize();
    const lever = this.tool.position.clone().sub(this.controller.position);
    if (this.reach === "near") lever.applyQuaternion(turn);
    return { position: lever.add(controller.position), rotation };
  }
}

export function holdCommand({ position, rotation }: Pose, clutch: boolean): Command {
  return { do: "hold", position: triple(position), orientation: quad(rotation), clutch };
}
