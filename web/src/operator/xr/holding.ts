// From the hands to the station: take the handle, lead it, let go; stop. At most one hand holds.
// What the headset loses sight of is let go of, as is everything when the session is hidden or ends.
import type { App } from "../app";
import type { Command } from "../protocol";
import { quaternion, vector } from "../vectors";
import { Grab, type Pose, holdCommand, inBase } from "./grab";
import type { Hand } from "./hands";
import type { Rig } from "./place";
import { Vibration } from "./vibration";

const kHoldInterval = 0.009; // a headset may show 120 pictures a second; the station needs fewer [s]

export class Holding {
  hand: Hand | undefined;
  private grab: Grab | undefined;
  private sent = -Infinity;
  private readonly vibration = new Vibration();

  constructor(
    private readonly app: App,
    private readonly rig: Rig,
  ) {}

  // for people
  get words(): string {
    if (this.hand) return `in your hand${this.grab?.reach === "ray" ? ", from afar" : ""}`;
    return this.app.state?.held ? "held by another" : "free: trigger or grip takes it";
  }

  update(hands: readonly Hand[], now: number): void {
    if (hands.some((hand) => hand.pressed.stop)) this.stop();
    if (this.hand && !this.hand.buttons.grab) this.release();
    if (!this.hand) this.take(hands.find((hand) => hand.tracked && hand.pressed.grab));
    if (this.hand) this.lead(this.hand, now);
  }

  stop(): void {
    this.release();
    this.send({ do: "stop" });
  }

  release(): void {
    if (!this.hand) return;
    this.letGo();
    this.send({ do: "release" });
  }

  private letGo(): void {
    this.hand?.wear("idle");
    this.hand = undefined;
    this.grab = undefined;
  }

  // what is refused, as while a recording is shown, is not tried again until the hand closes anew
  private send(command: Command): void {
    this.app.ask(command).catch((error: unknown) => {
      this.letGo();
      this.app.notify(error instanceof Error ? error.message : String(error), "error");
    });
  }

  private controller(hand: Hand): Pose {
    return inBase(this.app.scenes.leader.base.matrixWorld, this.rig.inScene(hand.grip));
  }

  private take(hand: Hand | undefined): void {
    const { state } = this.app;
    if (!hand || !state) return;
    this.hand = hand;
    const { position, quaternion: turn } = state.leader.tool;
    const tool = { position: vector(position), rotation: quaternion(turn) };
    this.grab = new Grab(this.controller(hand), tool);
    this.sent = -Infinity;
    hand.wear("holding");
  }

  private lead(hand: Hand, now: number): void {
    const { state, session } = this.app;
    if (this.grab && now - this.sent >= kHoldInterval) {
      this.sent = now;
      this.send(holdCommand(this.grab.target(this.controller(hand)), hand.buttons.clutch));
    }
    if (state && session)
      this.vibration.feel(hand.actuator, state.leader.asked.force, session.force_limit, now);
  }
}
