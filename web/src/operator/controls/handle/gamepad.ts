// The handle by gamepad: the right shoulder holds, the left one clutches, sticks are speeds of the
// aim, B (circle) is the stop. The force is felt as rumble.
import type { App } from "../../app";
import { pixelAt } from "../screen";
import { type ToolGrip, aimInWorld } from "./grab";
import type { Hand } from "./hand";

// places in the standard mapping
const kStop = 1;
const kClutch = [4, 6];
const kHold = [5, 7];

const kSpeed = 0.2; // with a stick pushed to its end [m/s]
const kDeadZone = 0.12;
const kLongestStep = 0.1; // when pictures come late [s]
const kRumblePeriod = 80; // [ms]
const kRumbleLength = 120; // outlasts the period, so that it does not stutter [ms]
const kLeastRumble = 0.03;
export const kForceOfFullRumble = 10; // where no limit is known [N]

// nothing near the middle, then from zero; fine at first
export function stick(value: number | undefined): number {
  const size = Math.abs(value ?? 0);
  if (size < kDeadZone) return 0;
  const pushed = Math.min(1, (size - kDeadZone) / (1 - kDeadZone));
  return Math.sign(value ?? 0) * pushed * pushed;
}

export class GamepadHandle {
  private before = 0; // [s]
  private stopping = false;
  private holding = false;
  private rumbledAt = -Infinity; // [ms]
  private rumbling = false;

  constructor(
    private readonly app: App,
    private readonly hand: Hand,
    private readonly grip: ToolGrip,
  ) {
    app.on("frame", (time) => this.look(time));
  }

  private look(time: number): void {
    const dt = Math.min(kLongestStep, Math.max(0, time - this.before));
    this.before = time;
    const pad = (navigator.getGamepads?.() ?? []).find((p) => p?.connected);
    if (!pad) {
      this.hold(false);
      return;
    }
    const down = (places: number[]) => places.some((i) => pad.buttons[i]?.pressed);
    this.stop(down([kStop]));
    this.hold(down(kHold));
    if (!this.hand.isHeldBy("gamepad")) return;
    this.hand.setClutch(down(kClutch));
    this.steer(pad, dt);
    this.rumble(pad, time * 1000);
  }

  private stop(down: boolean): void {
    if (down && !this.stopping) {
      this.app.ask({ do: "stop" }).catch((why: unknown) => this.app.notify(String(why), "error"));
    }
    this.stopping = down;
  }

  // once for each press, so that a refusal is not asked for again
  private hold(down: boolean): void {
    if (down && !this.holding) this.hand.take("gamepad");
    if (!down && this.holding) this.hand.release("gamepad");
    this.holding = down;
  }

  private steer(pad: Gamepad, dt: number): void {
    const view = this.app.scenes.leader;
    const pixels = (kSpeed * dt) / pixelAt(view, aimInWorld(this.hand, view));
    this.grip.shove({
      right: pixels * stick(pad.axes[0]),
      up: -pixels * stick(pad.axes[1]),
      away: -pixels * stick(pad.axes[3]),
    });
  }

  private rumble(pad: Gamepad, now: number): void {
    if (now - this.rumbledAt < kRumblePeriod) return;
    const limit = this.app.session?.force_limit || kForceOfFullRumble;
    const strength = Math.min(1, this.hand.feltIn("leader").length() / limit);
    const strong = strength >= kLeastRumble;
    if (!strong && !this.rumbling) return;
    this.rumbledAt = now;
    this.rumbling = strong;
    const magnitude = strong ? strength : 0;
    // a pad without motors has no actuator, whatever the types say
    const actuator = pad.vibrationActuator as GamepadHapticActuator | null | undefined;
    actuator
      ?.playEffect("dual-rumble", {
        duration: kRumbleLength,
        strongMagnitude: magnitude,
        weakMagnitude: magnitude,
      })
      .catch(() => undefined);
  }
}
