// A body's place is its parent's times (position, quaternion), then, for each of its joints in
// order, the joint's own motion: hinge, a turn about `axis` through `anchor`; slide, a way along
// `axis`; ball, a turn through `anchor`; free, the body's place in the world.
// docs/design/station.md; the same as MuJoCo's mj_kinematics.
import { Group, Quaternion, Vector3 } from "three";
import type { SceneJoint, SceneModel } from "../protocol";
import { quaternion, vector } from "../vectors";

type Joint = Omit<SceneJoint, "axis" | "anchor"> & { axis: Vector3; anchor: Vector3 };

interface Body {
  node: Group;
  position: Vector3;
  quaternion: Quaternion;
  joints: Joint[];
}

const turn = new Quaternion();
const before = new Vector3();
const after = new Vector3();

export class BodyTree {
  readonly root = new Group();
  readonly nodes: Group[]; // one per body, in the model's order
  private readonly bodies: Body[];
  private readonly named = new Map<string, Group>();

  constructor(model: SceneModel) {
    this.nodes = model.bodies.map(() => new Group());
    this.bodies = model.bodies.map((body, i) => {
      const node = this.nodes[i]!;
      node.name = body.name;
      if (body.name) this.named.set(body.name, node);
      (this.nodes[body.parent] ?? this.root).add(node);
      return {
        node,
        position: vector(body.position),
        quaternion: quaternion(body.quaternion),
        joints: body.joints.map((joint) => ({
          ...joint,
          axis: vector(joint.axis).normalize(),
          anchor: vector(joint.anchor),
        })),
      };
    });
    this.move(new Float32Array(0));
  }

  find(name: string): Group | undefined {
    return this.named.get(name);
  }

  // a coordinate that is not given leaves its joint at its reference
  move(q: ArrayLike<number>): void {
    for (const { node, position, quaternion, joints } of this.bodies) {
      node.position.copy(position);
      node.quaternion.copy(quaternion);
      for (const joint of joints) applyJoint(node, joint, q);
    }
  }
}

function applyJoint(node: Group, joint: Joint, q: ArrayLike<number>): void {
  const at = (i: number, otherwise: number) => q[joint.q + i] ?? otherwise;
  switch (joint.type) {
    case "slide":
      before.copy(joint.axis).applyQuaternion(node.quaternion);
      node.position.addScaledVector(before, at(0, joint.reference) - joint.reference);
      return;
    case "hinge":
      turn.setFromAxisAngle(joint.axis, at(0, joint.reference) - joint.reference);
      return turnAbout(node, joint.anchor);
    case "ball":
      turn.set(at(1, 0), at(2, 0), at(3, 0), at(0, 1)).normalize();
      return turnAbout(node, joint.anchor);
    case "free":
      if (q.length < joint.q + 7) return;
      node.position.set(at(0, 0), at(1, 0), at(2, 0));
      node.quaternion.set(at(4, 0), at(5, 0), at(6, 0), at(3, 1)).normalize();
  }
}

// by `turn`; the anchor stays where it is
function turnAbout(node: Group, anchor: Vector3): void {
  before.copy(anchor).applyQuaternion(node.quaternion);
  node.quaternion.multiply(turn);
  after.copy(anchor).applyQuaternion(node.quaternion);
  node.position.add(before).sub(after);
}
