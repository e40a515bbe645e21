import { Vector3 } from "three";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GamepadHandle, stick } from "../../src/operator/controls/handle/gamepad";
import { arrowPath } from "../../src/operator/controls/handle/force_label";
import { ToolGrip } from "../../src/operator/controls/handle/grab";
import { Hand } from "../../src/operator/controls/handle/hand";
import type { Press } from "../../src/operator/controls/pointing";
import { pixelAt, spotOf } from "../../src/operator/controls/screen";
import { toFollower, toLeader } from "../../src/operator/workspace";
import type { Triple, Workspace } from "../../src/operator/protocol";
import { FakeApp, fakeBrowser } from "../support/fake_app";

// a quarter turn about z, twice as large
const kTurned: Workspace = {
  scale: 2,
  rotation: [0, -1, 0, 1, 0, 0, 0, 0, 1],
  leader_origin: [0.1, 0.2, 0.3],
  follower_offset: { position: [1, 0, 0.5], quaternion: [1, 0, 0, 0] },
};

const press = (x: number, y: number, rest: Partial<Press> = {}): Press => ({
  x,
  y,
  touch: false,
  shift: false,
  middle: false,
  ...rest,
});

function close(given: Triple | undefined, wanted: Triple): void {
  wanted.forEach((v, i) => expect(given?.[i]).toBeCloseTo(v, 6));
}

let fake: FakeApp;
let browser: ReturnType<typeof fakeBrowser>;
let hand: Hand;

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  fake = new FakeApp();
  fake.state.leader.tool.position = [0.05, 0, 0.1];
  fake.state.follower.tool.position = [0.05, 0, 0.1];
  hand = new Hand(fake.app);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lastHold = () => fake.of("hold").at(-1);

describe("the workspace", () => {
  it("takes the leader's reference to the follower's", () => {
    close(toFollower(kTurned, [0.1, 0.2, 0.3]), [1, 0, 0.5]);
  });
  it("turns and scales what is beside the reference", () => {
    close(toFollower(kTurned, [0.2, 0.2, 0.3]), [1, 0.2, 0.5]);
  });
  it("is undone by the way back", () => {
    close(toLeader(kTurned, toFollower(kTurned, [0.7, -0.3, 0.05])), [0.7, -0.3, 0.05]);
  });
});

describe("the hand", () => {
  it("begins where the tool is and is sent sixty times a second", () => {
    hand.take("pointer");
    close(lastHold()?.position, [0.05, 0, 0.1]);
    vi.advanceTimersByTime(1000);
    expect(fake.of("hold").length).toBeGreaterThanOrEqual(59);
    expect(fake.of("hold").length).toBeLessThanOrEqual(64);
  });

  it("moves in the leader's base frame, wherever it is dragged", () => {
    fake.session.workspace = kTurned;
    hand.take("pointer");
    hand.move("leader", new Vector3(0.01, 0, 0));
    hand.move("follower", new Vector3(0, 0.2, 0));
    vi.advanceTimersByTime(20);
    close(lastHold()?.position, [0.05 + 0.01 + 0.1, 0, 0.1]);
  });

  it("is where the follower is, by the workspace, when the follower is where the leader wants it", () => {
    fake.session.workspace = kTurned;
    fake.state.follower.tool.position = toFollower(kTurned, [0.05, 0, 0.1]);
    hand.take("pointer");
    const wanted = new Vector3(...fake.state.follower.tool.position).add(new Vector3(0.1, 0.2, -0.3));
    hand.move("follower", new Vector3(0.1, 0.2, -0.3));
    vi.advanceTimersByTime(20);
    close(lastHold()?.position, toLeader(kTurned, wanted.toArray()));
    close(hand.aimIn("follower").toArray(), wanted.toArray());
  });

  it("does not jump when it is clutched, moved and let on again", () => {
    hand.take("pointer");
    hand.setClutch(true);
    hand.move("leader", new Vector3(0.1, 0, 0));
    vi.advanceTimersByTime(20);
    expect(lastHold()?.clutch).toBe(true);
    close(lastHold()?.position, [0.15, 0, 0.1]);
    // the follower has not moved, and is not wanted elsewhere
    close(hand.aimIn("follower").toArray(), [0.05, 0, 0.1]);
    hand.setClutch(false);
    expect(lastHold()?.clutch).toBe(false);
    close(lastHold()?.position, [0.15, 0, 0.1]);
  });

  it("is let go with the last of those that hold it", () => {
    hand.take("keys");
    hand.take("pointer");
    hand.release("pointer");
    expect(fake.of("release")).toHaveLength(0);
    hand.release("keys");
    expect(fake.of("release")).toHaveLength(1);
    const sent = fake.asked.length;
    vi.advanceTimersByTime(200);
    expect(fake.asked).toHaveLength(sent);
  });

  it.each([
    ["the page is hidden", () => {
      browser.page.hidden = true;
      browser.page.dispatchEvent(new Event("visibilitychange"));
    }],
    ["the connection closes", () => fake.bus.emit("connection", "closed")],
    ["another session begins", () => fake.bus.emit("session", fake.session)],
    ["the page is left", () => browser.window.dispatchEvent(new Event("pagehide"))],
  ])("is let go when %s", (_, happens) => {
    hand.take("pointer");
    happens();
    expect(hand.held).toBe(false);
    expect(fake.of("release")).toHaveLength(1);
  });

  it("says why it was refused, once, and stops asking", () => {
    hand.take("pointer");
    fake.bus.emit("said", { say: "refused", why: "another page has it" });
    fake.bus.emit("said", { say: "refused", why: "another page has it" });
    expect(fake.notices).toEqual(["The handle cannot be taken: another page has it"]);
    const sent = fake.asked.length;
    vi.advanceTimersByTime(200);
    expect(fake.asked).toHaveLength(sent);
  });

  it("feels the opposite of what it does", () => {
    fake.state.leader.external.force = [3, 0, -1];
    close(hand.feltIn("leader").toArray(), [-3, 0, 1]);
    fake.session.workspace = kTurned;
    close(hand.feltIn("follower").toArray(), [0, -3, 1]);
  });
});

describe("the tool in a scene", () => {
  let grip: ToolGrip;
  beforeEach(() => {
    grip = new ToolGrip(fake.app, fake.scenes.leader, hand);
  });

  it("is grabbed near the spot where it is seen, from farther by a finger", () => {
    // 1 m before a camera of 90°: 200 px for a metre
    const spot = spotOf(fake.scenes.leader, new Vector3(0.05, 0, 0.1));
    expect(spot?.x).toBeCloseTo(210, 6);
    expect(spot?.y).toBeCloseTo(180, 6);
    expect(grip.near(press(210, 180))).toBe(true);
    expect(grip.near(press(240, 180))).toBe(false);
    expect(grip.near(press(240, 180, { touch: true }))).toBe(true);
  });

  it("follows the pointer in the plane parallel to the screen", () => {
    grip.press(press(210, 180));
    grip.drag(press(230, 170), press(210, 180));
    close(hand.aimIn("leader").toArray(), [0.15, 0, 0.15]);
    // and lies still under it
    const at = spotOf(fake.scenes.leader, hand.aimIn("leader"));
    expect(at?.x).toBeCloseTo(230, 6);
    expect(at?.y).toBeCloseTo(170, 6);
  });

  it("goes away from the eye with Shift, a second finger and the wheel", () => {
    grip.press(press(210, 180));
    grip.drag(press(210, 160, { shift: true }), press(210, 180, { shift: true }));
    close(hand.aimIn("leader").toArray(), [0.05, 0.1, 0.1]);
    grip.secondFinger(press(0, 180), press(0, 160));
    expect(hand.aimIn("leader").y).toBeLessThan(0.1);
    const before = hand.aimIn("leader").y;
    grip.wheel(40);
    expect(hand.aimIn("leader").y).toBeGreaterThan(before);
  });

  it("is clutched by the middle button", () => {
    grip.press(press(210, 180));
    grip.drag(press(210, 180, { middle: true }), press(210, 180));
    expect(hand.clutch).toBe(true);
    grip.drag(press(210, 180), press(210, 180, { middle: true }));
    expect(hand.clutch).toBe(false);
    grip.lift();
    expect(hand.held).toBe(false);
  });

  it("is moved in its base frame when the base is turned", () => {
    fake.scenes.leader.base.rotation.z = Math.PI / 2;
    fake.state.leader.tool.position = [0, 0, 0];
    grip.press(press(200, 200));
    grip.drag(press(220, 200), press(200, 200));
    close(hand.aimIn("leader").toArray(), [0, -0.1, 0]);
  });
});

describe("a gamepad", () => {
  interface Pad {
    connected: boolean;
    axes: number[];
    buttons: { pressed: boolean }[];
    vibrationActuator: { playEffect: ReturnType<typeof vi.fn> };
  }
  let pad: Pad;
  beforeEach(() => {
    pad = {
      connected: true,
      axes: [0, 0, 0, 0],
      buttons: Array.from({ length: 16 }, () => ({ pressed: false })),
      vibrationActuator: { playEffect: vi.fn(() => Promise.resolve("complete")) },
    };
    vi.stubGlobal("navigator", { getGamepads: () => [null, pad] });
    new GamepadHandle(fake.app, hand, new ToolGrip(fake.app, fake.scenes.leader, hand));
  });
  const down = (button: number, pressed = true) => {
    pad.buttons[button] = { pressed };
  };
  const frames = (from: number, to: number) => {
    for (let t = from; t <= to + 1e-9; t += 0.02) fake.bus.emit("frame", t);
  };

  it("holds while the right shoulder is down, and moves by its sticks", () => {
    pad.axes = [1, 0, 0, 0];
    frames(0, 0.1);
    expect(hand.held).toBe(false);
    down(5);
    frames(0.12, 1.12);
    // 0.2 m/s
    expect(hand.aimIn("leader").x).toBeCloseTo(0.05 + 0.2, 1);
    close([0, hand.aimIn("leader").y, hand.aimIn("leader").z], [0, 0, 0.1]);
    down(5, false);
    frames(1.14, 1.16);
    expect(fake.of("release")).toHaveLength(1);
  });

  it("clutches with the left shoulder and stops once for a press of B", () => {
    down(5);
    down(4);
    frames(0, 0.04);
    expect(hand.clutch).toBe(true);
    down(1);
    frames(0.06, 0.2);
    expect(fake.of("stop")).toHaveLength(1);
  });

  it("lets go when it is pulled out", () => {
    down(5);
    frames(0, 0.04);
    vi.stubGlobal("navigator", { getGamepads: () => [null, null] });
    frames(0.06, 0.08);
    expect(hand.held).toBe(false);
  });

  it("rumbles as strongly as the force is large, not in every picture", () => {
    down(5);
    fake.state.leader.external.force = [0, 6, 0];
    frames(0, 1);
    const { playEffect } = pad.vibrationActuator;
    expect(playEffect.mock.calls.length).toBeLessThanOrEqual(13);
    expect(playEffect.mock.calls.length).toBeGreaterThan(8);
    expect(playEffect.mock.calls.at(-1)?.[1]).toMatchObject({ strongMagnitude: 0.5 });
    // commanded to be still once
    fake.state.leader.external.force = [0, 0, 0];
    playEffect.mockClear();
    frames(1.1, 2);
    expect(playEffect.mock.calls.map((call) => call[1].strongMagnitude)).toEqual([0]);
  });

  it("has nothing in the middle of a stick and all at its end", () => {
    expect(stick(0.1)).toBe(0);
    expect(stick(-0.11)).toBe(0);
    expect(stick(1)).toBe(1);
    expect(stick(-1)).toBe(-1);
    expect(stick(undefined)).toBe(0);
  });
});

describe("the arrow at the cursor", () => {
  it("points along the force, up to its longest", () => {
    expect(arrowPath({ x: 2, y: 0 })).toContain("L14.0,0.0");
    expect(arrowPath({ x: 0, y: 100 })).toMatch(/L-?0\.0,90\.0/);
    expect(arrowPath({ x: 0, y: 0 })).toBe("");
  });
  it("is measured at the depth of the point", () => {
    expect(pixelAt(fake.scenes.leader, new Vector3(0, 1, 0))).toBeCloseTo(0.01, 9);
  });
});
