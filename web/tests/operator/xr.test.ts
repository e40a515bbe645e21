// What buttons mean, how the handle follows a hand, when a controller hums, where the outline warns.
import { Matrix4, Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { ButtonReader, kAtRest, newlyPressed } from "../../src/operator/xr/buttons";
import { Grab, holdCommand } from "../../src/operator/xr/grab";
import { knownPoints } from "../../src/operator/xr/known_points";
import { SafetyOutline, groundHeight, insideFloor, outsideRing } from "../../src/operator/xr/outline";
import { otherPlace, unregisteredPlace } from "../../src/operator/xr/place";
import { reachOf } from "../../src/operator/xr/reach";
import { signContent } from "../../src/operator/xr/sign";
import { Vibration, vibrationStrength } from "../../src/operator/xr/vibration";
import { armSession, armState, kBaseHeight, kFore, kUpper, kWall } from "../support/arm_session";

// [trigger, squeeze, touchpad, thumbstick, A, B]
function pad(values: number[], stick = 0) {
  return {
    buttons: values.map((value) => ({ value, pressed: value > 0 })),
    axes: [0, 0, stick, 0],
  };
}

describe("buttons of a controller", () => {
  it("take the handle with trigger or squeeze", () => {
    expect(new ButtonReader().read(pad([1, 0, 0, 0, 0, 0])).grab).toBe(true);
    expect(new ButtonReader().read(pad([0, 1, 0, 0, 0, 0])).grab).toBe(true);
    expect(new ButtonReader().read(pad([0, 0, 0, 0, 0, 0]))).toEqual(kAtRest);
    expect(new ButtonReader().read(undefined)).toEqual(kAtRest);
  });

  it("do not let go when a finger trembles", () => {
    const reader = new ButtonReader();
    const grabs = [0.5, 0.61, 0.55, 0.45, 0.41, 0.39, 0.55, 0.7].map(
      (x) => reader.read(pad([x, 0, 0, 0, 0, 0])).grab,
    );
    expect(grabs).toEqual([false, true, true, true, true, false, false, true]);
  });

  it("clutch with A or with trigger and squeeze, stop with B", () => {
    const read = (values: number[]) => new ButtonReader().read(pad(values));
    expect(read([1, 0, 0, 0, 1, 0])).toMatchObject({ grab: true, clutch: true, stop: false });
    expect(read([1, 1, 0, 0, 0, 0])).toMatchObject({ grab: true, clutch: true, stop: false });
    expect(read([1, 0, 0, 0, 0, 0])).toMatchObject({ clutch: false });
    expect(read([0, 0, 0, 0, 0, 1])).toMatchObject({ grab: false, stop: true });
    // a wand without letters stops with its touchpad; one with letters does not
    expect(read([0, 0, 1]).stop).toBe(true);
    expect(read([0, 0, 1, 0, 0, 0]).stop).toBe(false);
  });

  it("count once per press", () => {
    const b = { ...kAtRest, stop: true, step: 1 as const };
    expect(newlyPressed(kAtRest, b)).toMatchObject({ stop: true, step: 1, grab: false });
    expect(newlyPressed(b, b)).toMatchObject({ stop: false, step: 0 });
  });

  it("are finger and thumb on a bare hand", () => {
    const reader = new ButtonReader();
    expect([0.05, 0.01, 0.025, 0.04].map((gap) => reader.readHand(gap).grab)).toEqual([false, true, true, false]);
  });
});

describe("the handle in a hand", () => {
  const about = (axis: [number, number, number], angle: number) =>
    new Quaternion().setFromAxisAngle(new Vector3(...axis), angle);

  it("stays where it is when the hand closes, whatever lies between them", () => {
    for (const distance of [0.05, 0.8]) {
      const controller = { position: new Vector3(distance, 0, 0.4), rotation: about([0, 1, 0], 0.7) };
      const tool = { position: new Vector3(0, 0, 0.4), rotation: about([1, 0, 0], 0.3) };
      const target = new Grab(controller, tool).target(controller);
      expect(target.position.distanceTo(tool.position)).toBeLessThan(1e-12);
      expect(target.rotation.angleTo(tool.rotation)).toBeLessThan(1e-7);
    }
  });

  it("is one body with a near hand", () => {
    const controller = { position: new Vector3(0.1, 0, 0), rotation: new Quaternion() };
    const grab = new Grab(controller, { position: new Vector3(), rotation: new Quaternion() });
    expect(grab.reach).toBe("near");
    const target = grab.target({ position: new Vector3(0.1, 0, 0), rotation: about([0, 0, 1], Math.PI / 2) });
    expect(target.position.distanceTo(new Vector3(0.1, -0.1, 0))).toBeLessThan(1e-12);
    expect(target.rotation.angleTo(about([0, 0, 1], Math.PI / 2))).toBeLessThan(1e-7);
  });

  it("does not swing on a long lever when it was taken from afar", () => {
    const controller = { position: new Vector3(1, 0, 0), rotation: new Quaternion() };
    const grab = new Grab(controller, { position: new Vector3(), rotation: new Quaternion() });
    expect(grab.reach).toBe("ray");
    const target = grab.target({ position: new Vector3(1, 0.2, 0), rotation: about([0, 0, 1], 1) });
    expect(target.position.distanceTo(new Vector3(0, 0.2, 0))).toBeLessThan(1e-12);
    expect(target.rotation.angleTo(about([0, 0, 1], 1))).toBeLessThan(1e-7);
  });

  it("is sent to the station with the quaternion's w first", () => {
    const target = { position: new Vector3(1, 2, 3), rotation: new Quaternion(0.1, 0.2, 0.3, 0.9) };
    expect(holdCommand(target, true)).toEqual({
      do: "hold",
      position: [1, 2, 3],
      orientation: [0.9, 0.1, 0.2, 0.3],
      clutch: true,
    });
  });
});

describe("vibration", () => {
  it("is as strong as the force, up to the limit", () => {
    expect(vibrationStrength([3, 0, 4], 10)).toBeCloseTo(0.5, 12);
    expect(vibrationStrength([0, 0, 40], 10)).toBe(1);
    expect(vibrationStrength([0, 0, 0.1], 10)).toBe(0);
    expect(vibrationStrength([0, 10, 0], 0)).toBeCloseTo(0.5, 12); // a leader without limit
    expect(vibrationStrength([Number.NaN, 0, 0], 10)).toBe(0);
  });

  it("pulses at most 50 times a second, however fast the pictures come", () => {
    const vibration = new Vibration();
    const pulses: number[] = [];
    for (let k = 0; k < 1440; ++k) {
      const t = k / 144;
      const actuator = { pulse: () => pulses.push(t) };
      vibration.feel(actuator, [0, 0, 6], 12, t);
    }
    expect(pulses.length).toBeGreaterThan(400);
    expect(pulses.length).toBeLessThanOrEqual(501);
    for (let k = 1; k < pulses.length; ++k) expect(pulses[k]! - pulses[k - 1]!).toBeGreaterThanOrEqual(0.02 - 1e-9);
  });

  it("is still without force and without a motor", () => {
    const vibration = new Vibration();
    expect(vibration.feel(undefined, [9, 0, 0], 12, 0)).toBe(false);
    const actuator = { pulse: () => { throw new Error("hummed"); } };
    expect(vibration.feel(actuator, [0, 0, 0], 12, 0)).toBe(false);
  });
});

describe("safety outline", () => {
  const { leader, follower } = armSession();

  it("is as wide as the links are long", () => {
    const ring = reachOf(leader, kFore);
    expect(ring?.radius).toBeCloseTo(kUpper + kFore, 12);
    expect(ring?.centre.z).toBeCloseTo(kBaseHeight, 12);
    expect(groundHeight(leader.scene)).toBe(0);
  });

  it("warns within 0.3 m of the ring, inside it, and near a moving tool", () => {
    const outline = new SafetyOutline({ centre: new Vector3(), radius: 1 }, 0);
    const tool = new Vector3(0, 0, 1);
    const warns = (x: number, y: number, z: number, speed = 0) => outline.watch([new Vector3(x, y, z)], tool, speed);
    expect(outsideRing(outline.ring, new Vector3(0, 1.2, 5))).toBeCloseTo(0.2, 12);
    expect(warns(1.29, 0, 1.6)).toBe(true);
    expect(warns(1.31, 0, 1.6)).toBe(false);
    expect(warns(0.2, 0, 1.6)).toBe(true);
    const far = new Vector3(3, 0, 0);
    expect(outline.watch([new Vector3(3.2, 0, 0)], far, 0.5)).toBe(true);
    expect(outline.watch([new Vector3(3.2, 0, 0)], far, 0)).toBe(false);
  });

  it("knows how far the edge of the floor is", () => {
    const corner = (x: number, z: number) => ({ x, y: 0, z, w: 1 }) as DOMPointReadOnly;
    const floor = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    expect(insideFloor(floor, 0, 0)).toBeCloseTo(1, 12);
    expect(insideFloor(floor, 0.8, 0)).toBeCloseTo(0.2, 12);
    expect(insideFloor(floor, 1.5, 0)).toBeCloseTo(-0.5, 12);
  });

  it("offers the corners of walls and tables for touching, and the tool as it is", () => {
    const points = knownPoints(follower);
    expect(points.map(({ name }) => name)).toEqual(["tool"]); // the wall is 40 mm thick: no table
    const table = structuredClone(follower);
    const wall = table.scene.geoms.find(({ name }) => name === "wall")!;
    wall.size = [0.2, 0.25, 0.3];
    table.base = { position: [0.1, 0, 0], quaternion: [1, 0, 0, 0] };
    const corners = knownPoints(table).slice(1);
    expect(corners.map((point) => point.at(undefined))).toEqual([
      [kWall + 0.12, 0.25, 0.6], [kWall - 0.28, 0.25, 0.6], [kWall - 0.28, -0.25, 0.6], [kWall + 0.12, -0.25, 0.6],
    ].map((corner) => corner.map((x) => expect.closeTo(x, 12))));
    const state = armState(0).follower;
    expect(points[0]?.at(state)).toEqual(state.tool.position);
  });
});

describe("places without registration", () => {
  it("have the tool before the eyes, upright, wherever the person looks", () => {
    for (const yaw of [0, 1, -2.5]) {
      const eyes = new Matrix4().makeRotationY(yaw).setPosition(1, 1.7, -2);
      const place = unregisteredPlace(new Vector3(0.4, 0, 0.5), eyes);
      const seen = new Vector3(0.4, 0, 0.5).applyMatrix4(place.clone().invert());
      seen.applyMatrix4(eyes.clone().invert());
      expect(seen.distanceTo(new Vector3(0, -0.35, -0.55))).toBeLessThan(1e-12);
      const up = new Vector3(0, 1, 0).transformDirection(place);
      expect(up.distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-12);
    }
  });

  it("have the other side behind, moving the same way", () => {
    const workspace = { ...armSession().workspace, rotation: [0, -1, 0, 1, 0, 0, 0, 0, 1] };
    const tool = new Vector3(0.1, 0.2, 0.3);
    const other = new Vector3(0.5, 0, 0.4);
    const place = otherPlace("leader", workspace, tool, other);
    expect(other.clone().applyMatrix4(place).distanceTo(new Vector3(-0.8, 0.2, 0.3))).toBeLessThan(1e-12);
    // the leader goes along x, the follower along its y: seen along the leader's x
    const step = new Vector3(0, 1, 0).transformDirection(place);
    expect(step.distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-12);
    const back = otherPlace("follower", workspace, other, tool);
    expect(new Vector3(1, 0, 0).transformDirection(back).distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-12);
  });
});

describe("the sign", () => {
  it("shows time, tanks, delay, coupling and stop", () => {
    const state = { ...armState(1.25), stopped: true };
    const content = signContent(armSession(), state, { handle: "free", place: "p", warning: "", task: [] });
    expect(content.title).toBe("Two-joint arm at a wall");
    expect(Object.fromEntries(content.lines)).toMatchObject({
      time: "1.3 s",
      "round trip": expect.stringMatching(/^4\d ms, loss 1 %$/),
      coupling: "engaged / engaged",
    });
    expect(content.tanks[0]?.share).toBeCloseTo(state.leader.tank / 0.2, 12);
    expect(content.stopped).toBe(true);
  });

  it("shows dashes until there is a state", () => {
    const content = signContent(undefined, undefined, { handle: "", place: "", warning: "", task: [] });
    expect(content.lines.slice(0, 3).map(([, value]) => value)).toEqual(["– s", "– ms, loss – %", "– / –"]);
  });
});
