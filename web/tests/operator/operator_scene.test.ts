import { MeshBasicMaterial, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { dotSpeed } from "../../src/operator/instruments/flow";
import { History } from "../../src/operator/instruments/history";
import type { Quad, SceneBody, SceneJoint, SceneModel, Triple } from "../../src/operator/protocol";
import { ForceArrow, TorqueArrow } from "../../src/operator/scene/arrows";
import { DetailGovernor, kDetails } from "../../src/operator/scene/detail";
import { BodyTree } from "../../src/operator/scene/kinematics";
import { beamEnd } from "../../src/operator/scene/scan_points";
import { guardsAtWork } from "../../src/operator/words";
import { armSession, toolOf } from "../support/arm_session";

const half = Math.SQRT1_2;
const kNoTurn: Quad = [1, 0, 0, 0];

function joint(type: SceneJoint["type"], q: number, rest: Partial<SceneJoint> = {}): SceneJoint {
  return { type, axis: [0, 0, 1], anchor: [0, 0, 0], q, reference: 0, ...rest };
}
function body(name: string, parent: number, joints: SceneJoint[], position: Triple = [0, 0, 0], quaternion = kNoTurn): SceneBody {
  return { name, parent, position, quaternion, joints };
}
function tree(...bodies: SceneBody[]): BodyTree {
  const model: SceneModel = { bodies, geoms: [], meshes: [], sites: [] };
  return new BodyTree(model);
}
// where a point of a body is in the world
function place(of: BodyTree, name: string, point: Triple = [0, 0, 0]): number[] {
  of.root.updateMatrixWorld(true);
  return new Vector3(...point)
    .applyMatrix4(of.find(name)!.matrixWorld)
    .toArray()
    .map((v) => Math.round(v * 1e6) / 1e6 + 0);
}

describe("the bodies of a scene", () => {
  it("turn about the axis of a hinge, through its anchor", () => {
    const door = tree(body("door", -1, [joint("hinge", 0, { anchor: [1, 0, 0] })]));
    door.move([Math.PI / 2]);
    expect(place(door, "door", [1, 0, 0])).toEqual([1, 0, 0]);
    expect(place(door, "door")).toEqual([1, -1, 0]);
  });

  it("count the angle from the reference", () => {
    const arm = tree(body("arm", -1, [joint("hinge", 0, { reference: 1 })]));
    arm.move([1 + Math.PI / 2]);
    expect(place(arm, "arm", [1, 0, 0])).toEqual([0, 1, 0]);
  });

  it("slide along an axis that turns with the body", () => {
    const cart = tree(body("cart", -1, [joint("slide", 0, { axis: [1, 0, 0] })], [0, 0, 1], [half, 0, 0, half]));
    cart.move([2]);
    expect(place(cart, "cart")).toEqual([0, 2, 1]);
  });

  it("take their joints in order", () => {
    const both = tree(body("b", -1, [joint("hinge", 0), joint("slide", 1, { axis: [1, 0, 0] })]));
    both.move([Math.PI / 2, 3]);
    expect(place(both, "b")).toEqual([0, 3, 0]);
  });

  it("turn by the quaternion of a ball", () => {
    const ball = tree(body("ball", -1, [joint("ball", 1, { anchor: [0, 0, 1] })]));
    ball.move([9, half, half, 0, 0]);
    expect(place(ball, "ball", [0, 0, 1])).toEqual([0, 0, 1]);
    expect(place(ball, "ball")).toEqual([0, 1, 1]);
  });

  it("are where a free joint says", () => {
    const free = tree(body("free", -1, [joint("free", 0)], [5, 5, 5]));
    expect(place(free, "free")).toEqual([5, 5, 5]);
    free.move([1, 2, 3, half, 0, 0, half]);
    expect(place(free, "free", [1, 0, 0])).toEqual([1, 3, 3]);
  });

  it("carry each other: the arm's tool is where its two angles put it", () => {
    const arm = new BodyTree(armSession().leader.scene);
    for (const [shoulder, elbow] of [[0, 0], [0.4, 0.9], [-1, 0.3]] as const) {
      arm.move([shoulder, elbow]);
      const wanted = toolOf(shoulder, elbow).position.map((v) => Math.round(v * 1e6) / 1e6 + 0);
      expect(place(arm, "fore", [0, 0, 0.25])).toEqual(wanted);
    }
  });
});

describe("arrows", () => {
  it("point along the force, and go when there is none", () => {
    const arrow = new ForceArrow(new MeshBasicMaterial());
    arrow.show([0, 4, 0], new Vector3(1, 0, 0), 1);
    expect(arrow.tip.x).toBeCloseTo(1);
    expect(arrow.tip.y).toBeGreaterThan(0.1);
    expect(arrow.text).toBe("4.0\u00a0N");
    arrow.show([0, 0.01, 0], new Vector3(), 1);
    expect(arrow.group.visible).toBe(false);
  });

  it("bend about the axis of the torque", () => {
    const arrow = new TorqueArrow(new MeshBasicMaterial());
    arrow.show([2, 0, 0], new Vector3(), 1);
    const axis = new Vector3(0, 0, 1).applyQuaternion(arrow.group.quaternion);
    expect(axis.x).toBeCloseTo(1);
    expect(arrow.text).toBe("2.00\u00a0N\u202fm");
  });
});

describe("a scan", () => {
  it("puts its beams where the vehicle's axes have them", () => {
    const scan = { time: 0, firstAngle: 0, step: Math.PI / 2, limit: 10, ranges: new Float32Array([1, 2, Infinity]) };
    const out = new Float32Array(6);
    expect(beamEnd(scan, 0, out, 0)).toBe(true); // to the right
    expect(beamEnd(scan, 1, out, 3)).toBe(true); // to the front
    expect(beamEnd(scan, 2, out, 0)).toBe(false);
    expect([...out].map((v) => Math.round(v) + 0)).toEqual([0, -1, 0, 2, 0, 0]);
  });
});

describe("the detail", () => {
  const run = (governor: DetailGovernor, rate: number, seconds: number, from = 0): number => {
    let lowered = 0;
    for (let i = 0; i < seconds * rate; ++i) if (governor.picture(from + i / rate)) ++lowered;
    return lowered;
  };

  it("stays while 60 pictures a second are reached", () => {
    const governor = new DetailGovernor();
    expect(run(governor, 60, 10)).toBe(0);
    expect(governor.detail.name).toBe("high");
    expect(governor.rate).toBeCloseTo(60, 1);
  });

  it("becomes less, step by step, while they are not", () => {
    const governor = new DetailGovernor();
    expect(run(governor, 40, 1.5)).toBe(1);
    expect(governor.detail.name).toBe("medium");
    expect(run(governor, 40, 20, 1.5)).toBe(2);
    expect(governor.level).toBe(kDetails.length - 1);
  });

  it("becomes less even when a picture takes most of a second", () => {
    expect(run(new DetailGovernor(), 2, 5)).toBeGreaterThan(0);
  });

  it("does not count the time in which the page was not shown", () => {
    const governor = new DetailGovernor();
    run(governor, 60, 0.5);
    expect(run(governor, 60, 3, 100)).toBe(0);
  });

  it("stays when somebody chose it", () => {
    expect(run(new DetailGovernor(0, true), 20, 10)).toBe(0);
  });
});

describe("the history of a plot", () => {
  it("keeps the last seconds only", () => {
    const history = new History(1, 2, 10);
    for (let i = 0; i <= 1000; ++i) history.add(i / 10, [i]);
    expect(history.column(0)[0]).toBeCloseTo(98);
    expect(history.last).toBe(100);
    expect(history.column(1)[history.length - 1]).toBe(1000);
    expect(history.length).toBe(21);
  });

  it("begins again when time runs back", () => {
    const history = new History(1, 2);
    history.add(5, [1]);
    history.add(1, [2]);
    expect([...history.column(1)]).toEqual([2]);
  });
});

describe("words and figures", () => {
  it("names the guards at work", () => {
    expect(guardsAtWork(0)).toEqual([]);
    expect(guardsAtWork(256 + 2).map(({ name }) => name)).toEqual(["joint speed", "proof voided"]);
  });

  it("lets more power run faster, up to a bound", () => {
    expect(dotSpeed(0)).toBe(0);
    expect(dotSpeed(-1)).toBe(0);
    expect(dotSpeed(1)).toBeGreaterThan(dotSpeed(0.1));
    expect(dotSpeed(1e9)).toBeLessThanOrEqual(90);
  });
});
