// Where the headset's space is in the page's scene. The chain of frames (docs/headset.md):
//   controller → headset's space → (registration) → robot's base → side's world → page's world
// The registered robot stays where it is in the scene, so that the views on the page stay as they
// are; a rig, a group in the page's world, is put where the registration says, and eyes and hands
// are in it. The page's world has both sides at its origin; while the eyes are drawn, the other side
// stands behind the registered one, turned so that both move the same way.
import { Group, Matrix4, Quaternion, Vector3 } from "three";
import type { App } from "../app";
import type { Place, SideName, Workspace } from "../protocol";
import { matrixOf, vector } from "../vectors";

// without registration the leader's tool begins in front of the person: here, from the eyes [m]
const kBegin = new Vector3(0, -0.35, -0.55);
// the person faces the robot: right is y, up is z, and forward −x of the base
const kFacing = new Quaternion(0.5, 0.5, 0.5, 0.5);
// the other side's tool from the registered one's, in the registered base frame [m]
const kBehind = new Vector3(-0.9, 0, 0);
const kOne = new Vector3(1, 1, 1);

// of the headset's space in the leader's base frame: its tool before the eyes, upright
export function unregisteredPlace(tool: Vector3, eyes: Matrix4): Matrix4 {
  const ahead = new Vector3(0, 0, -1).transformDirection(eyes);
  const yaw = Math.atan2(-ahead.x, -ahead.z);
  const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), yaw);
  const begin = kBegin.clone().applyQuaternion(turn).add(new Vector3().setFromMatrixPosition(eyes));
  const rotation = kFacing.clone().multiply(turn.invert());
  const position = tool.clone().sub(begin.applyQuaternion(rotation));
  return new Matrix4().compose(position, rotation, kOne);
}

// of the other side's base frame in the registered one's: its tool behind, its motions alike
export function otherPlace(
  registered: SideName,
  workspace: Workspace,
  tool: Vector3,
  otherTool: Vector3,
): Matrix4 {
  // the follower moves by rotation · (motion of the leader)
  const r = workspace.rotation as [number, number, number, number, number, number, number, number, number];
  const turn = new Matrix4().set(r[0], r[1], r[2], 0, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0, 0, 0, 0, 1);
  if (registered === "leader") turn.transpose();
  const position = otherTool.clone().applyMatrix4(turn).negate().add(tool).add(kBehind);
  return turn.setPosition(position);
}

export class Rig {
  readonly group = new Group();
  side: SideName = "leader"; // that stays where it is
  private place: Matrix4 | undefined; // of the headset's space in its base frame
  private other: Matrix4 | undefined; // of the other's base frame in its base frame

  constructor(private readonly app: App) {
    this.group.name = "headset";
    this.group.matrixAutoUpdate = false;
    this.group.visible = false;
  }

  get known(): boolean {
    return this.place !== undefined;
  }

  register(side: SideName, place: Place): void {
    this.side = side;
    this.place = matrixOf(place);
    this.other = undefined;
  }

  // eyes: in the headset's space
  beginBefore(eyes: Matrix4): void {
    this.side = "leader";
    this.place = unregisteredPlace(this.tool("leader"), eyes);
    this.other = undefined;
  }

  unplace(): void {
    this.place = undefined;
  }

  // once per picture, before anything of it is worked out; `restore` puts the scene back
  arrange(): void {
    const { world } = this.app;
    if (this.group.parent !== world) world.add(this.group);
    world.updateWorldMatrix(true, true);
    const toWorld = world.matrixWorld.clone().invert();
    const { base } = this.app.scenes[this.side];
    const other = this.app.scenes[this.side === "leader" ? "follower" : "leader"];
    other.base.updateMatrix();
    const root = toWorld.clone().multiply(base.matrixWorld).multiply(this.asideNow());
    root.multiply(other.base.matrix.clone().invert());
    root.decompose(other.root.position, other.root.quaternion, other.root.scale);
    other.root.updateMatrixWorld(true);
    this.group.matrix.copy(toWorld).multiply(base.matrixWorld);
    if (this.place) this.group.matrix.multiply(this.place);
    this.group.updateMatrixWorld(true);
  }

  restore(): void {
    for (const { root } of Object.values(this.app.scenes)) {
      root.position.set(0, 0, 0);
      root.quaternion.identity();
      root.updateMatrixWorld(true);
    }
  }

  // of something in the headset's space, in the scene
  inScene(matrix: Matrix4): Matrix4 {
    return new Matrix4().multiplyMatrices(this.group.matrixWorld, matrix);
  }

  private asideNow(): Matrix4 {
    const { session, state } = this.app;
    if (this.other || !session || !state) return this.other ?? new Matrix4().setPosition(kBehind);
    const away = this.side === "leader" ? "follower" : "leader";
    this.other = otherPlace(this.side, session.workspace, this.tool(this.side), this.tool(away));
    return this.other;
  }

  private tool(side: SideName): Vector3 {
    return vector(this.app.state?.[side].tool.position ?? [0, 0, 0]);
  }
}
