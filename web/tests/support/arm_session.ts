// A session of a two-joint arm, made up: both sides have the same arm, upright in the x-z plane,
// the follower has a wall. Angles count from straight up towards +x.
import { emptyState } from "../../src/operator/frame";
import type {
  SceneGeom,
  SceneModel,
  SessionModel,
  SideModel,
  SideState,
  StateFrame,
  Triple,
} from "../../src/operator/protocol";

export const kUpper = 0.3; // [m]
export const kFore = 0.25; // [m]
export const kBaseHeight = 0.1; // of the shoulder [m]
export const kWall = 0.4; // where the follower's wall stands [m]
export const kPeriod = 4; // of the scripted motion [s]

const kNoTurn: [number, number, number, number] = [1, 0, 0, 0];

function geom(
  name: string,
  body: number,
  type: SceneGeom["type"],
  size: Triple,
  position: Triple,
  rgba: SceneGeom["rgba"],
): SceneGeom {
  return { name, body, type, size, position, quaternion: kNoTurn, rgba };
}

function armScene(rgba: SceneGeom["rgba"], wall: boolean): SceneModel {
  const joint = (q: number) => ({
    type: "hinge" as const,
    axis: [0, 1, 0] as Triple,
    anchor: [0, 0, 0] as Triple,
    q,
    reference: 0,
  });
  const body = (name: string, parent: number, z: number, joints: ReturnType<typeof joint>[]) => ({
    name,
    parent,
    position: [0, 0, z] as Triple,
    quaternion: kNoTurn,
    joints,
  });
  return {
    bodies: [
      body("world", -1, 0, []),
      body("upper", 0, kBaseHeight, [joint(0)]),
      body("fore", 1, kUpper, [joint(1)]),
    ],
    geoms: [
      geom("floor", 0, "plane", [0, 0, 0.1], [0, 0, 0], [0.86, 0.88, 0.9, 1]),
      geom("stand", 0, "cylinder", [0.06, kBaseHeight / 2, 0], [0, 0, kBaseHeight / 2], [0.3, 0.33, 0.37, 1]),
      geom("shoulder", 1, "sphere", [0.045, 0, 0], [0, 0, 0], [0.3, 0.33, 0.37, 1]),
      geom("upper", 1, "capsule", [0.03, kUpper / 2, 0], [0, 0, kUpper / 2], rgba),
      geom("elbow", 2, "sphere", [0.038, 0, 0], [0, 0, 0], [0.3, 0.33, 0.37, 1]),
      geom("fore", 2, "capsule", [0.024, kFore / 2, 0], [0, 0, kFore / 2], rgba),
      ...(wall
        ? [geom("wall", 0, "box", [0.02, 0.25, 0.3], [kWall + 0.02, 0, 0.3], [0.62, 0.68, 0.74, 0.55])]
        : []),
    ],
    meshes: [],
    sites: [{ name: "tool", body: 2, position: [0, 0, kFore], quaternion: kNoTurn }],
  };
}

function side(rgba: SceneGeom["rgba"], wall: boolean): SideModel {
  const joint = (name: string) => ({
    name,
    kind: "hinge" as const,
    lower: -2,
    upper: 2,
    max_speed: 2,
  });
  return {
    robot: "two_joint_arm",
    joints: [joint("shoulder"), joint("elbow")],
    q: [0, 1],
    base: { position: [0, 0, 0], quaternion: kNoTurn },
    scene: armScene(rgba, wall),
  };
}

export function armSession(): SessionModel {
  return {
    protocol: 1,
    name: "mock",
    title: "Two-joint arm at a wall",
    description: "A made-up session for tests of the page.",
    duration: 600,
    rate: 1000,
    simulated: true,
    leader: side([0.36, 0.52, 0.7, 1], false),
    follower: side([0.82, 0.52, 0.32, 1], true),
    workspace: {
      scale: 1,
      rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      leader_origin: [0, 0, 0],
      follower_offset: { position: [0, 0, 0], quaternion: kNoTurn },
    },
    values: {
      "link.delay": 0.02,
      "link.loss": 0,
      "coupling.kind": "position-force",
      "coupling.translation_stiffness": 500,
      "coupling.orientation_stiffness": 50,
      "passivity.kind": "two-layer",
    },
    choices: {
      "coupling.kind": ["position-force", "position-position"],
      "passivity.kind": ["none", "two-layer"],
    },
    fixtures: [],
    poses: [{ name: "home", side: "follower", position: [0.5, 1] }],
    tank_level: 0.1,
    force_limit: 12,
  };
}

// where the tool of a posture is, and how it is turned
export function toolOf(shoulder: number, elbow: number): { position: Triple; angle: number } {
  const angle = shoulder + elbow;
  return {
    position: [
      kUpper * Math.sin(shoulder) + kFore * Math.sin(angle),
      0,
      kBaseHeight + kUpper * Math.cos(shoulder) + kFore * Math.cos(angle),
    ],
    angle,
  };
}

function fill(out: SideState, q: [number, number], wanted: [number, number]): void {
  const set = (place: SideState["tool"], [shoulder, elbow]: [number, number]) => {
    const { position, angle } = toolOf(shoulder, elbow);
    place.position = position;
    place.quaternion = [Math.cos(angle / 2), 0, Math.sin(angle / 2), 0];
  };
  out.q = new Float32Array(q);
  out.engagement = 2;
  set(out.tool, q);
  set(out.setpoint, wanted);
}

// the state at a moment [s]: the arm swings, and presses on the wall at the far end of its way
export function armState(time: number, count = 0, frozen?: [number, number]): StateFrame {
  const state = emptyState();
  const swing = Math.sin((2 * Math.PI * time) / kPeriod);
  const wanted: [number, number] = frozen ?? [0.55 + 0.25 * swing, 0.9 + 0.3 * swing];
  const q: [number, number] = frozen ?? [Math.min(wanted[0], 0.68), Math.min(wanted[1], 1.05)];
  const push = Math.max(0, swing - 0.4) * 12; // [N]
  Object.assign(state, { count, time, roundTrip: 0.041 + 0.002 * swing, jitter: 0.0012, loss: 0.01 });
  fill(state.leader, wanted, q);
  fill(state.follower, q, wanted);
  const { leader, follower } = state;
  leader.asked.force = [-push, 0, 0.1 * push];
  leader.external.force = [0.9 * push + 0.4, 0, 0.3];
  leader.external.torque = [0, 0.1 * push, 0];
  follower.asked.force = [push, 0, 0];
  follower.external.force = [-push, 0, 0];
  if (push > 0)
    follower.contacts = [{ point: [...follower.tool.position], force: [-push, 0, 0] }];
  leader.tank = 0.1 + 0.02 * swing;
  follower.tank = 0.09 - 0.02 * swing;
  leader.sent = 0.05 * time + 0.02 * (1 + swing);
  follower.received = leader.sent;
  follower.sent = 0.03 * time + 0.01 * (1 - swing);
  leader.received = follower.sent;
  follower.guards = push > 5 ? 64 + 8 : 0;
  return state;
}
