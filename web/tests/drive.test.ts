import { describe, expect, it } from "vitest";
import type { DriveData, Moment, Point } from "../src/drive/data";
import { Frame, scaleBar } from "../src/drive/frame";
import {
  distanceDriven,
  extent,
  felt,
  milestones,
  momentAt,
  notable,
  rectangle,
  roundPeriod,
  scanAt,
  stopLine,
} from "../src/drive/geometry";
import { driveSentence, forceText } from "../src/drive/view";
import { bareBend, sampleDrive } from "./drive_sample";

function moment(t: number, x: number, rest: Partial<Record<"y" | "heading", number>> = {}): Moment {
  return [t, x, rest.y ?? 0, rest.heading ?? 0, 1, 0.5, 0, 0];
}

function expectClose(points: Point[], wanted: Point[]): void {
  expect(points).toHaveLength(wanted.length);
  points.forEach(([x, y], i) => {
    expect(x).toBeCloseTo(wanted[i]?.[0] ?? NaN, 9);
    expect(y).toBeCloseTo(wanted[i]?.[1] ?? NaN, 9);
  });
}

describe("a rectangle from above", () => {
  it("has its front left corner first and turns with its heading", () => {
    expectClose(rectangle({ x: 1, y: 2, heading: Math.PI / 2 }, 0.4, 0.3), [
      [0.7, 2.4],
      [0.7, 1.6],
      [1.3, 1.6],
      [1.3, 2.4],
    ]);
  });
});

describe("what the hand felt", () => {
  const pushed = (heading: number, right: number, back: number) =>
    felt([0, 0, 0, heading, 0, 0, right, back]);

  it("points backwards where it is pushed to the person", () => {
    expectClose([pushed(0, 0, 2)], [[-2, 0]]);
    expectClose([pushed(Math.PI / 2, 0, 2)], [[0, -2]]);
  });

  it("points to the right of the vehicle where it is pushed to the right", () => {
    expectClose([pushed(0, 3, 0)], [[0, -3]]);
    expectClose([pushed(Math.PI / 2, 3, 0)], [[3, 0]]);
  });

  it("is said in words of the hand", () => {
    expect(forceText([0, 0, 0, 0, 0, 0, -0.44, 1.23])).toBe("1.2\u00a0N back, 0.4\u00a0N left");
    expect(forceText([0, 0, 0, 0, 0, 0, 0.5, -0.01])).toBe("0.5\u00a0N right");
    expect(forceText([0, 0, 0, 0, 0, 0, null, null])).toBe("none");
  });
});

describe("the drive at a time", () => {
  it("lies between the moments around it", () => {
    const path = [moment(0, 0), moment(1, 2), moment(2, 6)];
    expect(momentAt(path, 1.25)?.slice(0, 3)).toEqual([1.25, 3, 0]);
    expect(momentAt(path, -1)?.[1]).toBe(0);
    expect(momentAt(path, 9)?.[1]).toBe(6);
    expect(momentAt([], 1)).toBeNull();
  });

  it("turns the short way", () => {
    const path = [moment(0, 0, { heading: 3 }), moment(1, 0, { heading: -3 })];
    expect(momentAt(path, 0.5)?.[3]).toBeCloseTo(Math.PI, 9);
  });

  it("shows the newest scan that was complete", () => {
    const scan = (t: number) => ({ t, x: 0, y: 0, heading: 0, points: [] });
    const scans = [scan(1), scan(2), scan(3)];
    expect(scanAt(scans, 0.5)).toBeNull();
    expect(scanAt(scans, 2)?.t).toBe(2);
    expect(scanAt(scans, 99)?.t).toBe(3);
    expect(scanAt([], 1)).toBeNull();
  });
});

describe("the stop line", () => {
  const centre: Point[] = [
    [0, 0],
    [3, 0],
    [3, 4],
  ];

  it("crosses the last piece of the way, so far from its end", () => {
    expectClose(stopLine(centre, 0.5, 0.4) ?? [], [
      [2.6, 3.5],
      [3.4, 3.5],
    ]);
  });

  it("is not there where nobody asked for a stop", () => {
    expect(stopLine(centre, null, 0.4)).toBeNull();
    expect(stopLine([[0, 0]], 0.5, 0.4)).toBeNull();
  });
});

describe("footprints", () => {
  it("are drawn a period apart while the vehicle moves, and where it ended", () => {
    const path = Array.from({ length: 61 }, (_, i) => moment(i / 10, Math.min(i / 10, 3.05)));
    expect(milestones(path, 1).map(([t]) => t)).toEqual([0, 1, 2, 3, 6]);
    expect(milestones([], 1)).toEqual([]);
  });

  it("are drawn where it turned on the spot", () => {
    const path = [moment(0, 0), moment(1, 0, { heading: 0.5 }), moment(2, 0, { heading: 0.5 })];
    expect(milestones(path, 1).map(([t]) => t)).toEqual([0, 1, 2]);
  });

  it("become rarer in a longer drive", () => {
    expect(roundPeriod([moment(0, 0), moment(24, 1)], 40)).toBe(1);
    expect(roundPeriod([moment(0, 0), moment(90, 1)], 40)).toBe(5);
    expect(roundPeriod([], 40)).toBe(0.5);
  });
});

describe("what is on the map", () => {
  it("reaches to the walls around the drive, not to the end of the world", () => {
    const drive: DriveData = {
      ...bareBend(),
      path: [moment(0, 0), moment(1, 4)],
      footprint: { hx: 0.3, hy: 0.4 },
      walls: [{ x: 0, y: 1, hx: 100, hy: 0.1, angle: 0 }],
    };
    const box = extent(drive);
    expect(box.left).toBeCloseTo(-0.5 - 1.5 - 0.15, 9);
    expect(box.right).toBeCloseTo(4.5 + 1.5 + 0.15, 9);
    expect(box.high).toBeCloseTo(1.1 + 0.15, 9);
    expect(box.low).toBeCloseTo(-0.5 - 0.15, 9);
  });

  it("is to scale, y up, in the middle where the page is wider", () => {
    const frame = new Frame({ left: -1, right: 3, low: -2, high: 2 }, 800);
    expect(frame.scale).toBeCloseTo(140, 9);
    expect(frame.height).toBeCloseTo(560, 9);
    expectClose([frame.at([1, 0])], [[400, 280]]);
    expectClose([frame.at([2, 1])], [[540, 140]]);
    expectClose([frame.from(540, 140)], [[2, 1]]);
  });

  it("has a scale bar of a round length", () => {
    expect(scaleBar(100)).toEqual({ metres: 1, px: 100 });
    expect(scaleBar(60)).toEqual({ metres: 2, px: 120 });
    expect(scaleBar(20).metres).toBe(5);
    expect(scaleBar(1000).metres).toBe(0.1);
  });
});

describe("the first thing shown", () => {
  it("is the first collision, or else the tightest moment", () => {
    const drive = sampleDrive();
    expect(drive.collisions).toHaveLength(1);
    expect(notable(drive)).toBe(drive.collisions[0]?.t);
    const path: Moment[] = [moment(0, 0), [1, 0, 0, 0, 0, 0.2, 0, 0], moment(2, 0)];
    expect(notable({ ...drive, collisions: [], path })).toBe(1);
    expect(notable(bareBend())).toBe(0);
    expect(notable({ ...bareBend(), path: [] })).toBe(0);
  });
});

describe("a drive in one sentence", () => {
  it("shows way, time, clearance and collisions", () => {
    const path = [moment(1, 0), moment(2, 3), moment(3, 3, { y: 4 })];
    expect(distanceDriven(path)).toBe(7);
    const drive = { ...bareBend(), path };
    expect(driveSentence(drive)).toBe(
      "7.00\u00a0m in 2.0\u00a0s, least clearance 0.50\u00a0m, no collision",
    );
    const hit = { t: 1, x: 0, y: 0, what: "wall" };
    expect(driveSentence({ ...drive, collisions: [hit] })).toMatch(/, one collision$/);
    expect(driveSentence({ ...drive, collisions: [hit, hit] })).toMatch(/, 2 collisions$/);
  });

  it("leaves out a clearance that nobody knows", () => {
    expect(driveSentence(bareBend())).toBe("4.71\u00a0m in 10.0\u00a0s, no collision");
    expect(driveSentence({ ...bareBend(), path: [] })).toBe("Nothing was driven.");
  });
});
