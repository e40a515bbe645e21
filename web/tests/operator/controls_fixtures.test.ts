import { Quaternion, Vector3 } from "three";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Edits } from "../../src/operator/controls/fixtures/edits";
import {
  lawsOf,
  newBox,
  newPath,
  nextId,
  placeOf,
  placed,
  pointsOf,
  sendable,
  withLaw,
  withPoints,
} from "../../src/operator/controls/fixtures/model";
import { withPointAfter } from "../../src/operator/controls/fixtures/path_fields";
import type { FixtureModel } from "../../src/operator/protocol";
import { FakeApp } from "../support/fake_app";

// a quarter turn about z
const kBox: FixtureModel = {
  id: 3,
  name: "table",
  enabled: true,
  law: "wall",
  shape: "box",
  centre: [0.3, 0, 0.2],
  quaternion: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  half_size: [0.1, 0.2, 0.3],
  stiffness: 500,
  damping: 5,
};

describe("a box", () => {
  it("is placed where its file says", () => {
    const { position, rotation, half } = placeOf(kBox);
    expect(position.toArray()).toEqual([0.3, 0, 0.2]);
    expect(half.toArray()).toEqual([0.1, 0.2, 0.3]);
    const x = new Vector3(1, 0, 0).applyQuaternion(rotation);
    expect(x.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-9);
  });

  it("is unchanged by being put where it is", () => {
    const again = placed(kBox, placeOf(kBox));
    expect(again.centre).toEqual(kBox.centre);
    expect(again.half_size).toEqual(kBox.half_size);
    (again.quaternion as number[]).forEach((v, i) =>
      expect(v).toBeCloseTo((kBox.quaternion as number[])[i] ?? NaN, 9),
    );
  });

  it("is never turned inside out", () => {
    const moved = placed(kBox, { ...placeOf(kBox), half: new Vector3(-0.1, 0, 1e-9) });
    expect(moved.half_size).toEqual([0.1, 0.001, 0.001]);
  });
});

describe("other solids", () => {
  const sphere: FixtureModel = { ...kBox, shape: "sphere", centre: [0, 0, 0], radius: 0.1 };
  it("take the side that was pulled as a sphere's radius", () => {
    const { half_size: _half, quaternion: _turn, ...round } = sphere;
    const moved = placed(round as FixtureModel, {
      position: new Vector3(1, 2, 3),
      rotation: new Quaternion(),
      half: new Vector3(0.1, 0.3, 0.1),
    });
    expect(sendable(moved)).toMatchObject({ centre: [1, 2, 3], radius: 0.3 });
  });
  it("turn a plane's normal", () => {
    const plane = { ...kBox, shape: "plane", point: [0, 0, 1], normal: [0, 0, 2] } as FixtureModel;
    const { quaternion: _q, centre: _c, half_size: _h, ...bare } = plane;
    const place = placeOf(bare as FixtureModel);
    expect(place.position.toArray()).toEqual([0, 0, 1]);
    const up = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2);
    const moved = sendable(placed(bare as FixtureModel, { ...place, rotation: up }));
    expect(new Vector3(...(moved.normal as [number, number, number])).y).toBeCloseTo(-1, 9);
    expect(moved).not.toHaveProperty("half_size");
  });
});

describe("a law", () => {
  it("brings the figures that it asks for and drops the others", () => {
    const soft = withLaw(kBox, "two-way");
    expect(soft).toMatchObject({ law: "two-way", stiffness: 500, damping: 5, threshold: 0.02 });
    expect(withLaw(soft, "scaling")).toMatchObject({ scale: 0.3 });
    expect(withLaw(soft, "scaling")).not.toHaveProperty("stiffness");
  });
  it("is one of those that fit the shape", () => {
    expect(lawsOf(newPath(1, [0, 0, 0]))).toEqual(["guide", "channel"]);
    expect(lawsOf(kBox)).toContain("two-way");
    expect(lawsOf({ ...kBox, shape: "plane" })).toEqual(["wall", "proxy"]);
  });
});

describe("a new one", () => {
  it("has the next free id", () => {
    expect(nextId([])).toBe(1);
    expect(nextId([kBox, { ...kBox, id: 1 }])).toBe(4);
  });
  it("stands beside the tool, not around it", () => {
    const box = newBox(1, [0.5, 0, 0.3]);
    const { position, half } = placeOf(box);
    expect(position.x - half.x).toBeGreaterThan(0.5);
    expect(sendable(box)).toEqual(box);
  });
  it("has a path's points and figures", () => {
    const path = newPath(1, [0.5, 0, 0.3]);
    expect(pointsOf(path)[0]).toEqual([0.5, 0, 0.3]);
    expect(path).toMatchObject({ shape: "polyline", law: "guide", stiffness: 200, range: 0.1 });
  });
});

describe("a path's points", () => {
  it("get a new one halfway, or beyond the end", () => {
    const points: [number, number, number][] = [[0, 0, 0], [0.2, 0, 0]];
    expect(withPointAfter(points, 0)).toEqual([[0, 0, 0], [0.1, 0, 0], [0.2, 0, 0]]);
    expect(withPointAfter(points, 1)[2]?.[0]).toBeCloseTo(0.25, 9);
  });
});

describe("edits", () => {
  let fake: FakeApp;
  let edits: Edits;
  beforeEach(() => {
    vi.useFakeTimers();
    fake = new FakeApp();
    fake.session.fixtures = [kBox];
    edits = new Edits(fake.app);
    edits.choose(3);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const at = (x: number) => placed(kBox, { ...placeOf(kBox), position: new Vector3(x, 0, 0) });

  it("are live while dragging, about ten times a second, and end with the last", async () => {
    for (let i = 0; i <= 50; ++i) {
      edits.put(at(i / 100));
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(200);
    const puts = fake.of("put");
    expect(puts.length).toBeGreaterThan(8);
    expect(puts.length).toBeLessThan(14);
    expect(puts.at(-1)?.fixture.centre).toEqual([0.5, 0, 0]);
  });

  it("are shown at once and undone when they are refused", async () => {
    fake.refuse = (command) => (command.do === "put" ? "fixture 3: too far" : undefined);
    edits.put(at(0.9));
    expect(edits.chosen?.centre).toEqual([0.9, 0, 0]);
    await vi.advanceTimersByTimeAsync(10);
    expect(edits.chosen?.centre).toEqual([0.3, 0, 0.2]);
    expect(edits.refusal).toBe("fixture 3: too far");
  });

  it("are kept until the station's list has them", async () => {
    edits.put(at(0.9));
    await vi.advanceTimersByTimeAsync(200);
    expect(edits.chosen?.centre).toEqual([0.9, 0, 0]);
    fake.session.fixtures = [at(0.8)];
    fake.bus.emit("said", { say: "fixtures", fixtures: fake.session.fixtures });
    expect(edits.chosen?.centre).toEqual([0.8, 0, 0]);
  });

  it("say where they were saved", async () => {
    vi.spyOn(fake, "ask").mockResolvedValue("out/fixtures.toml" as never);
    await edits.save();
    expect(edits.notice).toBe("Saved to out/fixtures.toml");
  });

  it("choose nothing that is gone", () => {
    fake.session.fixtures = [];
    fake.bus.emit("said", { say: "fixtures", fixtures: [] });
    expect(edits.chosenId).toBeUndefined();
  });

  it("move one point of a path", () => {
    const path = newPath(4, [0, 0, 0]);
    const points = pointsOf(path).map((p) => new Vector3(...p));
    points[1] = new Vector3(0.5, 0.5, 0.5);
    expect(pointsOf(withPoints(path, points))).toEqual([[0, 0, 0], [0.5, 0.5, 0.5], [0.15, 0, 0.1]]);
  });
});
