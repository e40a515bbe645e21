// A headset that shows the session: enters, draws, reads hands, and leaves again. One picture reads
// from top to bottom in `frame`.
import { Matrix4 } from "three";
import type { App } from "../app";
import type { SideName } from "../protocol";
import type { Mode } from "./entry";
import { Hand } from "./hands";
import { Holding } from "./holding";
import { Surroundings } from "./surroundings";
import { Picture } from "./picture";
import { Rig } from "./place";
import { type StoredRegistration, millimetres, recall, robotKey, store } from "./registering";
import { Sign, signContent } from "./sign";
import { Touching } from "./touching";

export class Headset {
  readonly hands = [new Hand("left"), new Hand("right")];
  readonly rig: Rig;
  readonly picture: Picture;
  readonly holding: Holding;
  session: XRSession | undefined;
  touching: Touching | undefined;
  robot: SideName = "leader"; // which one is registered
  private readonly sign = new Sign();
  private readonly surroundings: Surroundings;
  private readonly eyes = new Matrix4();
  private begun = false;
  private moved = false; // the headset's space is not what it was when registered

  // changed: inside or not, registered or not
  constructor(
    private readonly app: App,
    private readonly changed: () => void,
  ) {
    this.rig = new Rig(app);
    this.picture = new Picture(app.renderer);
    this.holding = new Holding(app, this.rig);
    this.surroundings = new Surroundings(app);
    this.rig.group.add(this.picture.camera, this.sign.group, this.surroundings.floor.line);
    for (const hand of this.hands) this.rig.group.add(hand.group);
  }

  get stored(): StoredRegistration | undefined {
    const { session } = this.app;
    return session ? recall(localStorage, robotKey(this.robot, session[this.robot].robot)) : undefined;
  }

  async enter(mode: Mode): Promise<void> {
    if (!navigator.xr || this.session) return;
    const session = await navigator.xr.requestSession(mode, {
      requiredFeatures: ["local-floor"],
      optionalFeatures: ["bounded-floor", "hand-tracking"],
    });
    this.session = session;
    this.begun = false;
    this.moved = false;
    this.place();
    session.addEventListener("end", () => this.left());
    session.addEventListener("visibilitychange", () => {
      if (session.visibilityState !== "visible") this.holding.release();
    });
    try {
      this.app.present((now) => this.frame(now));
      await this.picture.begin(session);
      this.app.renderer.xr.getReferenceSpace()?.addEventListener("reset", () => this.recentred());
      await this.surroundings.begin(session);
    } catch (error) {
      await session.end().catch(() => undefined); // it may have ended by itself
      throw error;
    }
    this.rig.group.visible = true;
    this.changed();
  }

  async leave(): Promise<void> {
    await this.session?.end();
  }

  // where the stored registration says, or, without one, before the person
  place(): void {
    const stored = this.stored;
    this.rig.unplace();
    if (stored) this.rig.register(this.robot, stored.place);
  }

  // returns whether the page is to draw its own views as well
  private frame(now: number): boolean {
    const frame = this.app.renderer.xr.getFrame();
    const space = this.app.renderer.xr.getReferenceSpace();
    if (!frame || !space || !this.session) return true; // not begun yet, or over
    const viewer = frame.getViewerPose(space);
    if (!viewer) return false;
    this.eyes.fromArray(viewer.transform.matrix);
    if (!this.rig.known) this.rig.beginBefore(this.eyes);
    this.rig.arrange();
    if (!this.begun) this.sign.hangBefore(this.eyes);
    this.begun = true;
    for (const hand of this.hands) hand.update(frame, space, this.source(hand));
    this.surroundings.update(frame, space);
    const warning = this.surroundings.watch(this.rig, this.eyes, this.hands, this.holding.hand);
    this.act(now);
    this.sign.show(() => this.content(warning), now);
    this.picture.draw(this.app.world);
    this.rig.restore();
    return this.picture.pageToo(now);
  }

  private source(hand: Hand): XRInputSource | undefined {
    // a headset may have both, a hand and the controller in it
    const sources = [...(this.session?.inputSources ?? [])];
    const own = sources.filter((source) => source.handedness === hand.side);
    return own.find((source) => source.gamepad && !source.hand) ?? own[0];
  }

  private act(now: number): void {
    const tips = this.hands.filter((hand) => hand.tracked).map((hand) => hand.tip);
    if (this.sign.stopTouched(tips)) this.holding.stop();
    if (this.hands.some((hand) => hand.pressed.mode)) this.toggleTouching();
    if (!this.touching) return this.holding.update(this.hands, now);
    // stop works whatever else one is doing
    if (this.hands.some((hand) => hand.pressed.stop)) this.holding.stop();
    this.touching.update(this.hands);
  }

  toggleTouching(): void {
    const { touching } = this;
    this.holding.release();
    if (!touching) {
      this.touching = new Touching(this.app, this.rig, this.robot, this.changed);
    } else {
      this.touching = undefined;
      touching.end();
      this.keep(touching);
    }
    this.changed();
  }

  private keep({ registering, side }: Touching): void {
    const robot = this.app.session?.[side].robot;
    if (registering.outcome.flaw === undefined && robot !== undefined) {
      store(localStorage, robotKey(side, robot), registering, new Date());
      this.moved = false;
      this.app.notify(`${robot} registered: ${registering.verdict}`, "notice");
    } else if (registering.touched.length > 0) {
      this.app.notify(`Not registered: ${registering.verdict}`, "error");
    }
    this.place();
  }

  private recentred(): void {
    this.moved = this.stored !== undefined;
    this.holding.release();
    if (this.moved) this.app.notify("The headset was recentred: register the robot again", "error");
    else this.rig.unplace();
  }

  private content(warning: string) {
    const stored = this.stored;
    const place = this.moved
      ? "the headset was recentred: register again"
      : stored
        ? `registered, RMS ${millimetres(stored.rms)}`
        : "not registered; press a thumbstick to do so";
    return signContent(this.app.session, this.app.state, {
      handle: this.holding.words,
      place,
      warning,
      task: this.touching?.words ?? [],
    });
  }

  private left(): void {
    this.holding.release();
    this.touching?.end();
    this.touching = undefined;
    this.session = undefined;
    this.rig.group.visible = false;
    this.rig.group.removeFromParent();
    this.surroundings.end();
    this.picture.end();
    this.app.present(null);
    this.changed();
  }
}
