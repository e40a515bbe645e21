// The App that all parts are given: what came from the station (or a recording), shown.
import { h, slug } from "../dom";
import type { App, AppEvents } from "./app";
import { Bus } from "./bus";
import { Connection, stationAddress, subprotocols } from "./connection";
import { notUnderstood, whyNoEnding } from "./ending";
import { FrameReader, readScan } from "./frame";
import { type Layout, layOut } from "./layout";
import { Messages } from "./messages";
import { Newest } from "./newest";
import type { Command, Said, ScanFrame, SessionModel, StateFrame } from "./protocol";
import { Stage } from "./scene/stage";

// what may be asked while a recording hides the robot
const kAlways = new Set<Command["do"]>(["stop", "release", "rate", "ping"]);

export class AppView implements App {
  readonly layout: Layout;
  readonly stage: Stage;
  readonly scenes: App["scenes"];
  readonly renderer: App["renderer"];
  readonly world: App["world"];
  readonly toolbar: HTMLElement;
  lowered: () => void = () => {}; // the pictures have less detail than before
  private readonly bus = new Bus<AppEvents>();
  private readonly messages: Messages;
  private readonly reader = new FrameReader();
  private readonly arrived = new Newest<ArrayBuffer>((bytes) => this.showArrived(bytes));
  private readonly connection: Connection;
  private live: SessionModel | undefined;
  private recorded: SessionModel | undefined;
  private shown: StateFrame | undefined;

  constructor(root: HTMLElement) {
    this.layout = layOut(root);
    this.messages = new Messages(this.layout.messages);
    const { leader, follower } = this.layout.cells;
    const cells = { leader: leader.element, follower: follower.element };
    this.stage = new Stage(this.layout.stage, cells, {
      frame: (t) => {
        this.arrived.flush();
        this.bus.emit("frame", t);
      },
      lowered: () => this.lowered(),
    });
    leader.home.addEventListener("click", () => this.stage.views.leader.home());
    follower.home.addEventListener("click", () => this.stage.views.follower.home());
    this.scenes = this.stage.views;
    this.renderer = this.stage.renderer;
    this.world = this.stage.world;
    this.toolbar = this.layout.toolbar;
    this.connection = new Connection(stationAddress(location), () => subprotocols(location.hash), {
      said: (message) => this.receiveMessage(message),
      binary: (bytes) => this.receiveFrame(bytes),
      state: (state) => this.bus.emit("connection", state),
    });
    this.followTheme();
  }

  // after the parts have attached themselves
  start(): void {
    this.stage.start();
    this.connection.start();
  }

  get session(): SessionModel | undefined {
    return this.recorded ?? this.live;
  }
  get state(): StateFrame | undefined {
    return this.shown;
  }
  get values(): App["values"] {
    return this.session?.values ?? {};
  }
  get fixtures(): App["fixtures"] {
    return this.session?.fixtures ?? [];
  }
  get poses(): App["poses"] {
    return this.session?.poses ?? [];
  }

  ask(command: Command): Promise<void | string> {
    if (this.recorded && !kAlways.has(command.do))
      return Promise.reject(new Error("a recording is shown; go back to the live session first"));
    return this.connection.ask(command);
  }

  on<K extends keyof AppEvents>(event: K, handler: (value: AppEvents[K]) => void): () => void {
    return this.bus.on(event, handler);
  }

  panel(title: string, options: { open?: boolean; id?: string } = {}): HTMLElement {
    const content = h("div.panel-content");
    const panel = h(
      "details.panel",
      { id: options.id ?? slug(title), open: options.open ?? true },
      h("summary", title),
      content,
    );
    this.layout.side.append(panel);
    return content;
  }

  notify(text: string, kind: "notice" | "error" = "notice"): void {
    this.messages.show(text, kind);
  }

  present(picture: ((t: number) => boolean) | null): void {
    this.stage.presented = picture;
  }

  showRecording(source: { session: SessionModel } | null): void {
    this.recorded = source?.session;
    document.documentElement.classList.toggle("recorded", source !== null);
    if (this.session) this.begin(this.session);
  }

  showState(state: StateFrame): void {
    if (this.recorded) this.show(state);
  }

  private receiveMessage(message: Said): void {
    if (message.say === "session") {
      const { say: _say, ...session } = message;
      this.live = session;
      if (!this.recorded) this.begin(session);
    }
    if (this.live) {
      if (message.say === "values") this.live.values = message.values;
      if (message.say === "fixtures") this.live.fixtures = message.fixtures;
      if (message.say === "poses") this.live.poses = message.poses;
    }
    if (message.say === "ended") {
      const why = whyNoEnding(message);
      if (why) return this.notify(notUnderstood(why), "error");
    }
    this.bus.emit("said", message);
  }

  private receiveFrame(bytes: ArrayBuffer): void {
    if (this.recorded) return;
    const scan = readScan(bytes);
    if (scan) this.showScan(scan);
    else this.arrived.take(bytes);
  }

  private showArrived(bytes: ArrayBuffer): void {
    const state = this.reader.state(bytes);
    if (state && !this.recorded) this.show(state);
  }

  private begin(session: SessionModel): void {
    this.shown = undefined;
    this.arrived.clear();
    const { detail } = this.stage.governor;
    this.stage.views.leader.load(session.leader, detail);
    this.stage.views.follower.load(session.follower, detail);
    this.bus.emit("session", session);
  }

  private show(state: StateFrame): void {
    if (!this.session) return;
    if (!this.shown) requestAnimationFrame(() => performance.mark("first-state"));
    this.shown = state;
    this.stage.views.leader.show(state.leader);
    this.stage.views.follower.show(state.follower);
    this.bus.emit("state", state);
  }

  // the follower carries the scanner
  private showScan(scan: ScanFrame): void {
    this.stage.views.follower.showScan(scan);
    this.bus.emit("scan", scan);
  }

  private followTheme(): void {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    this.stage.paint();
    dark.addEventListener("change", () => {
      this.stage.paint();
      this.bus.emit("theme", dark.matches ? "dark" : "light");
    });
  }
}
