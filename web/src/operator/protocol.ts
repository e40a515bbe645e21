// What the page and the station say to each other: docs/design/station.md.
import type { Verdict } from "../verdict";

export type Triple = [number, number, number];
export type Quad = [number, number, number, number]; // quaternion, w first
export type SideName = "leader" | "follower";

export interface Place {
  position: Triple;
  quaternion: Quad;
}

export interface SceneJoint {
  type: "hinge" | "slide" | "ball" | "free";
  axis: Triple;
  anchor: Triple;
  q: number; // first coordinate
  reference: number;
}
export interface SceneBody extends Place {
  name: string;
  parent: number; // index; -1 for the world
  joints: SceneJoint[];
}
export interface SceneGeom extends Place {
  name: string;
  body: number;
  type: "plane" | "sphere" | "capsule" | "cylinder" | "ellipsoid" | "box" | "mesh";
  size: Triple; // as MuJoCo has it: half lengths, radii
  rgba: [number, number, number, number];
  mesh?: number;
}
export interface SceneModel {
  bodies: SceneBody[];
  geoms: SceneGeom[];
  meshes: { vertices: number[]; faces: number[] }[];
  sites: (Place & { name: string; body: number })[];
}

export interface JointModel {
  name: string;
  kind: "hinge" | "slide";
  lower: number;
  upper: number;
  max_speed: number; // 0 = not rated
}
export interface SideModel {
  robot: string;
  joints: JointModel[];
  q: number[]; // where the joints are among the coordinates
  base: Place;
  scene: SceneModel;
}
export interface Workspace {
  scale: number; // metres of the follower per metre of the leader
  rotation: number[]; // leader's axes in the follower's, by rows
  leader_origin: Triple;
  follower_offset: Place;
}

export interface FixtureModel {
  id: number;
  name: string;
  enabled: boolean;
  law: "guide" | "wall" | "proxy" | "scaling" | "two-way" | "channel";
  shape: string; // "box", "polyline", "sphere", ...
  [key: string]: unknown; // figures of shape and law, as in a file of fixtures
}
export interface PoseModel {
  name: string;
  side: SideName;
  position: number[];
}

export type Value = number | string | boolean;

export interface SessionModel {
  protocol: number;
  name: string;
  title: string;
  description: string;
  duration: number; // [s]
  rate: number; // [Hz]
  simulated: boolean;
  leader: SideModel;
  follower: SideModel;
  workspace: Workspace;
  values: Record<string, Value>;
  choices: Record<string, string[]>;
  fixtures: FixtureModel[];
  poses: PoseModel[];
  tank_level: number; // wanted [J]
  force_limit: number; // of the leader [N]; 0 = none
}

// how a session ended, as in its summary.json
export interface Ending {
  verdict: Verdict;
  reasons: string[]; // none exactly when the verdict is "pass"
  report: string; // path of the report
}

export type Said =
  | ({ say: "session" } & SessionModel)
  | { say: "done"; id: number; path?: string }
  | { say: "refused"; id?: number; why: string }
  | { say: "pong"; t: number }
  | { say: "event"; t: number; what: string; detail: string }
  | { say: "poses"; poses: PoseModel[] }
  | { say: "fixtures"; fixtures: FixtureModel[] }
  | { say: "values"; values: Record<string, Value> }
  | ({ say: "ended" } & Ending);

export type Command =
  | { do: "hold"; position: Triple; orientation?: Quad; clutch?: boolean }
  | { do: "release" }
  | { do: "stop" }
  | { do: "reset" }
  | { do: "pause" }
  | { do: "go_on" }
  | { do: "change"; set: string[] }
  | { do: "jog"; side: SideName; space: "joints" | "tool"; velocity: number[] }
  | { do: "go"; side: SideName; pose: string; by: "joints" | "tool" }
  | { do: "store"; side: SideName; name: string }
  | { do: "put"; fixture: FixtureModel }
  | { do: "remove"; fixture_id: number }
  | { do: "save" }
  | { do: "rate"; hz: number }
  | { do: "ping"; t: number };

export type { SideState, StateFrame } from "./frame";

export interface ScanFrame {
  time: number;
  firstAngle: number;
  step: number;
  limit: number;
  ranges: Float32Array;
}
