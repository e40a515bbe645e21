// What the parts of the page know of each other. `main.ts` makes one App; every part (handle,
// sliders, fixtures, recordings, headset) is a function that is given it and puts itself in.
import type { Group, Object3D, PerspectiveCamera, WebGLRenderer } from "three";
import type { Command, FixtureModel, PoseModel, Said, ScanFrame, SessionModel, SideName, StateFrame, Value } from "./protocol";

// a side's scene: its model, moved by the coordinates of every state
export interface SceneView {
  readonly side: SideName;
  readonly root: Group; // in the page's world; its own frame is the side's world frame
  readonly base: Group; // the robot's base frame, below root: tool, setpoint, fixtures belong here
  readonly tool: Object3D; // moved by the state's tool pose, below base
  readonly camera: PerspectiveCamera;
  readonly element: HTMLElement; // its rectangle on the page; pointer events come here
  bodyNamed(name: string): Object3D | undefined; // as its joints have moved it
}

export interface AppEvents {
  session: SessionModel; // after every connection
  state: StateFrame; // at display rate; also while a recording plays
  scan: ScanFrame;
  said: Said; // any text message
  connection: "connecting" | "open" | "closed" | "refused";
  frame: number; // before every picture: time since the page began [s]
  theme: "light" | "dark";
}

export interface App {
  readonly session: SessionModel | undefined;
  readonly state: StateFrame | undefined;
  readonly scenes: Record<SideName, SceneView>;
  readonly renderer: WebGLRenderer;
  readonly world: Group; // both roots, for a headset
  readonly values: Record<string, Value>;
  readonly fixtures: FixtureModel[];
  readonly poses: PoseModel[];

  // resolves when the station has done it, rejects with its reason; at once for hold, release, jog
  ask(command: Command): Promise<void | string>;
  on<K extends keyof AppEvents>(event: K, handler: (value: AppEvents[K]) => void): () => void;

  // places for the parts' own elements
  readonly toolbar: HTMLElement; // one row, at the top
  // a section with a heading in the column at the side; returns where its content goes
  panel(title: string, options?: { open?: boolean; id?: string }): HTMLElement;
  // a line for people that goes by itself; errors stay until they are read
  notify(text: string, kind?: "notice" | "error"): void;

  // a headset's picture is drawn instead of the page's views, in the headset's own rhythm; says
  // whether the page may draw its views after it. t: time since the page began [s]; null = none
  present(picture: ((t: number) => boolean) | null): void;

  // a recording instead of the station: the live stream is not shown meanwhile; null = live again
  showRecording(source: { session: SessionModel } | null): void;
  showState(state: StateFrame): void; // of the recording
}

export type Part = (app: App) => void;
