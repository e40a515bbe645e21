// Where things of a drive are, in world axes; nothing here knows of a screen.
import type { DriveData, Moment, Point, Sight, Wall } from "./data";

const kShownAround = 1.5; // walls are shown this far from where somebody drove or should have [m]
const kRoom = 0.15; // on all sides [m]

export interface Pose {
  x: number;
  y: number;
  heading: number;
}

export interface Box {
  left: number;
  right: number;
  low: number;
  high: number;
}

// a point in axes of the pose, to world axes
export function place({ x, y, heading }: Pose, [ahead, left]: Point): Point {
  const c = Math.cos(heading);
  const s = Math.sin(heading);
  return [x + c * ahead - s * left, y + s * ahead + c * left];
}

// the corners of a rectangle with these half sizes
export function rectangle(pose: Pose, hx: number, hy: number): Point[] {
  const corners: Point[] = [
    [hx, hy],
    [-hx, hy],
    [-hx, -hy],
    [hx, -hy],
  ];
  return corners.map((corner) => place(pose, corner));
}

export function wallCorners({ x, y, hx, hy, angle }: Wall): Point[] {
  return rectangle({ x, y, heading: angle }, hx, hy);
}

// What the hand felt, as if it lay on the vehicle: towards the person is backwards, right is right.
export function felt(moment: Moment): Point {
  const [, , , heading, , , right, back] = moment;
  return place({ x: 0, y: 0, heading }, [-(back ?? 0), -(right ?? 0)]);
}

// the drive at a time between two moments; at either end it stands still
export function momentAt(path: Moment[], t: number): Moment | null {
  const first = path[0];
  const last = path[path.length - 1];
  if (!first || !last) return null;
  if (t <= first[0]) return first;
  if (t >= last[0]) return last;
  let low = 0;
  let high = path.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((path[middle]?.[0] ?? 0) <= t) low = middle;
    else high = middle;
  }
  const a = path[low] ?? first;
  const b = path[high] ?? last;
  const share = (t - a[0]) / (b[0] - a[0]);
  const mix = (p: number, q: number) => p + share * (q - p);
  const known = (p: number | null, q: number | null) => (p === null || q === null ? p : mix(p, q));
  // the short way round
  const turn = Math.atan2(Math.sin(b[3] - a[3]), Math.cos(b[3] - a[3]));
  return [
    t,
    mix(a[1], b[1]),
    mix(a[2], b[2]),
    a[3] + share * turn,
    known(a[4], b[4]),
    known(a[5], b[5]),
    known(a[6], b[6]),
    known(a[7], b[7]),
  ];
}

// the newest that was complete
export function scanAt(scans: Sight[], t: number): Sight | null {
  let newest: Sight | null = null;
  for (const scan of scans) {
    if (scan.t > t) break;
    newest = scan;
  }
  return newest;
}

// across the end of the centre line, where the front of the vehicle should come to rest
export function stopLine(centre: Point[], stop: number | null, half: number): Point[] | null {
  const end = centre[centre.length - 1];
  const before = centre[centre.length - 2];
  if (stop === null || !end || !before) return null;
  const heading = Math.atan2(end[1] - before[1], end[0] - before[0]);
  const pose = { x: end[0], y: end[1], heading };
  return [place(pose, [-stop, half]), place(pose, [-stop, -half])];
}

// Moments a period apart where the vehicle had moved on since the one before, and the last of all.
export function milestones(path: Moment[], period: number): Moment[] {
  const kMoved = 0.05; // [m]
  const kTurned = 0.15; // [rad]
  const chosen: Moment[] = [];
  let due = -Infinity;
  for (const moment of path) {
    if (moment[0] < due - 1e-6) continue;
    due = (Math.floor(moment[0] / period + 1e-6) + 1) * period;
    const last = chosen[chosen.length - 1];
    const moved =
      !last ||
      Math.hypot(moment[1] - last[1], moment[2] - last[2]) > kMoved ||
      Math.abs(moment[3] - last[3]) > kTurned;
    if (moved) chosen.push(moment);
  }
  const end = path[path.length - 1];
  if (end && chosen[chosen.length - 1] !== end) chosen.push(end);
  return chosen;
}

// a round time that cuts the drive into at most so many pieces [s]
export function roundPeriod(path: Moment[], most: number): number {
  const lasts = (path[path.length - 1]?.[0] ?? 0) - (path[0]?.[0] ?? 0);
  return [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300].find((s) => lasts / s <= most) ?? lasts / most;
}

// the tightest, or the first collision: what one wants to see first
export function notable(drive: DriveData): number {
  const [hit] = drive.collisions;
  if (hit) return hit.t;
  let tightest: Moment | undefined;
  for (const moment of drive.path)
    if (moment[5] !== null && !(moment[5] >= (tightest?.[5] ?? Infinity))) tightest = moment;
  return (tightest ?? drive.path[0])?.[0] ?? 0;
}

export function distanceDriven(path: Moment[]): number {
  return path.reduce((sum, [, x, y], i) => {
    const before = path[i - 1];
    return before ? sum + Math.hypot(x - before[1], y - before[2]) : 0;
  }, 0);
}

// all that was driven or should have been, and the walls around it
export function extent(drive: DriveData): Box {
  const { hx, hy } = drive.footprint;
  const reach = Math.hypot(hx, hy);
  const box: Box = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity };
  const add = ([x, y]: Point, around = 0) => {
    box.left = Math.min(box.left, x - around);
    box.right = Math.max(box.right, x + around);
    box.low = Math.min(box.low, y - around);
    box.high = Math.max(box.high, y + around);
  };
  add([0, 0], reach);
  for (const [, x, y] of drive.path) add([x, y], reach);
  for (const point of drive.centre) add(point);
  const around = wider(box, kShownAround);
  const inside = ([x, y]: Point): Point => [
    Math.min(Math.max(x, around.left), around.right),
    Math.min(Math.max(y, around.low), around.high),
  ];
  for (const wall of drive.walls) for (const corner of wallCorners(wall)) add(inside(corner));
  for (const { x, y, r } of drive.posts) {
    add(inside([x - r, y - r]));
    add(inside([x + r, y + r]));
  }
  return wider(box, kRoom);
}

function wider({ left, right, low, high }: Box, by: number): Box {
  return { left: left - by, right: right + by, low: low - by, high: high + by };
}
