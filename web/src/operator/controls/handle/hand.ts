// The person's hand on the leader: where they want it, in the leader's base frame, sent for as long
// as it is held. Mouse, keys and a gamepad may hold at once; it is let go with the last of them,
// and when the page is hidden or the station gone.
import { Vector3 } from "three";
import type { App } from "../../app";
import type { SideName, Triple } from "../../protocol";
import { reason } from "../paced";
import { triple, vector } from "../../vectors";
import { minus, plus, toFollower, toLeader, wayToFollower, wayToLeader } from "../../workspace";

export type Holder = "pointer" | "keys" | "gamepad";

const kPeriod = 1000 / 60; // of what is sent [ms]

export class Hand {
  private readonly holders = new Set<Holder>();
  private aim: Triple = [0, 0, 0];
  // leader's place less that which stands for the follower's: clutching moves it
  private shift: Triple = [0, 0, 0];
  private timer: ReturnType<typeof setInterval> | undefined;
  private clutched = false;
  draggedIn: SideName | undefined; // the scene that the pointer holds it in
  private readonly changed = new Set<() => void>();

  constructor(private readonly app: App) {
    app.on("connection", (state) => state !== "open" && this.drop());
    app.on("session", () => this.drop());
    app.on("said", (said) => {
      // an answer without a number is to one of those that are repeated
      if (said.say === "refused" && said.id === undefined && this.held) this.refused(said.why);
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.drop());
    addEventListener("pagehide", () => this.drop());
  }

  get held(): boolean {
    return this.holders.size > 0;
  }
  get clutch(): boolean {
    return this.clutched;
  }
  isHeldBy(holder: Holder): boolean {
    return this.holders.has(holder);
  }
  // taken, let go or clutched
  onChange(handler: () => void): void {
    this.changed.add(handler);
  }

  // begins where the tool is, so nothing jumps
  take(by: Holder): boolean {
    const { state, session } = this.app;
    if (!state || !session) return false;
    if (!this.held) {
      this.aim = [...state.leader.tool.position];
      this.shift = minus(this.aim, toLeader(session.workspace, state.follower.tool.position));
      this.clutched = false;
      this.timer = setInterval(() => this.send(), kPeriod);
    }
    this.holders.add(by);
    this.send();
    this.notifyChange();
    return true;
  }

  release(by: Holder): void {
    if (!this.holders.delete(by) || this.held) return;
    this.ended();
    this.app.ask({ do: "release" }).catch(() => undefined);
  }

  drop(): void {
    if (!this.held) return;
    this.holders.clear();
    this.ended();
    this.app.ask({ do: "release" }).catch(() => undefined);
  }

  setClutch(on: boolean): void {
    if (!this.held || on === this.clutched) return;
    this.clutched = on;
    this.send();
    this.notifyChange();
  }

  // in the base frame of the side in whose scene it is done
  move(side: SideName, by: Vector3): void {
    const { session } = this.app;
    if (!this.held || !session) return;
    const moved = triple(by);
    const way = side === "leader" ? moved : wayToLeader(session.workspace, moved);
    this.aim = plus(this.aim, way);
    if (this.clutched) this.shift = plus(this.shift, way);
  }

  // where it is wanted, in the base frame of a side
  aimIn(side: SideName): Vector3 {
    const { session } = this.app;
    if (side === "leader" || !session) return vector(this.aim);
    return vector(toFollower(session.workspace, minus(this.aim, this.shift)));
  }

  // what the hand feels is the opposite of what it does to the leader [N]; in the axes of a side
  feltIn(side: SideName): Vector3 {
    const { state, session } = this.app;
    if (!state || !session) return new Vector3();
    const { force } = state.leader.external;
    return vector(side === "leader" ? force : wayToFollower(session.workspace, force, 1)).negate();
  }

  private send(): void {
    this.app
      .ask({ do: "hold", position: this.aim, clutch: this.clutched })
      .catch((why: unknown) => this.held && this.refused(reason(why)));
  }

  private refused(why: string): void {
    this.holders.clear();
    this.ended();
    this.app.notify(`The handle cannot be taken: ${why}`, "error");
  }

  private ended(): void {
    clearInterval(this.timer);
    this.clutched = false;
    this.notifyChange();
  }

  private notifyChange(): void {
    for (const handler of this.changed) handler();
  }
}
