// An App without a page, for parts that are tested by themselves: what was asked is kept, events are
// sent by hand.
import { Group, Object3D, PerspectiveCamera } from "three";
import { vi } from "vitest";
import type { App, AppEvents, SceneView } from "../../src/operator/app";
import { Bus } from "../../src/operator/bus";
import type { Command, SessionModel, SideName, StateFrame } from "../../src/operator/protocol";
import { armSession, armState } from "./arm_session";

// 400 × 400 pixels; the camera looks along +y from 1 m away, x right, z up
export function fakeView(side: SideName): SceneView {
  const root = new Group();
  const base = new Group();
  root.add(base);
  const camera = new PerspectiveCamera(90, 1, 0.01, 10);
  camera.up.set(0, 0, 1);
  camera.position.set(0, -1, 0);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const box = { left: 0, top: 0, width: 400, height: 400 };
  const element = { getBoundingClientRect: () => box } as HTMLElement;
  return { side, root, base, tool: new Object3D(), camera, element, bodyNamed: () => undefined };
}

// what the parts look for in a browser
export function fakeBrowser(): { page: EventTarget & { hidden: boolean }; window: EventTarget } {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const window = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  return { page, window };
}

export class FakeApp {
  readonly asked: Command[] = [];
  readonly notices: string[] = [];
  readonly bus = new Bus<AppEvents>();
  session: SessionModel = armSession();
  state: StateFrame = armState(0, 0, [0, 0]);
  scenes = { leader: fakeView("leader"), follower: fakeView("follower") };
  refuse: (command: Command) => string | undefined = () => undefined;

  get values() {
    return this.session.values;
  }
  get fixtures() {
    return this.session.fixtures;
  }
  get poses() {
    return this.session.poses;
  }
  get app(): App {
    return this as unknown as App;
  }
  of<K extends Command["do"]>(kind: K): Extract<Command, { do: K }>[] {
    return this.asked.filter((c): c is Extract<Command, { do: K }> => c.do === kind);
  }

  ask(command: Command): Promise<void> {
    this.asked.push(structuredClone(command));
    const why = this.refuse(command);
    return why === undefined ? Promise.resolve() : Promise.reject(new Error(why));
  }
  on<K extends keyof AppEvents>(event: K, handler: (value: AppEvents[K]) => void): () => void {
    return this.bus.on(event, handler);
  }
  notify(text: string): void {
    this.notices.push(text);
  }
}
