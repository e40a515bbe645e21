// A drive as the program would hand it over: down a corridor with a post, too near to a wall once,
// and a stop before its end. Made of closed forms; nothing here is measured.
import type { DriveData, Moment, Point, Sight, Wall } from "../src/drive/data";

const kLength = 9; // of the corridor [m]
const kHalf = 1.0; // of its width [m]
const kLasts = 24; // [s]
const kFootprint = { hx: 0.33, hy: 0.3 };

const kWalls: Wall[] = [
  { x: kLength / 2 - 0.5, y: kHalf + 0.1, hx: kLength / 2 + 0.5, hy: 0.1, angle: 0 },
  { x: kLength / 2 - 0.5, y: -kHalf - 0.1, hx: kLength / 2 + 0.5, hy: 0.1, angle: 0 },
  { x: kLength + 0.1, y: 0, hx: 0.1, hy: kHalf + 0.2, angle: 0 },
  { x: 6.4, y: -0.95, hx: 0.35, hy: 0.12, angle: 0.5 },
];
const kPost = { x: 3.4, y: 0.78, r: 0.12 };

function smooth(u: number): number {
  const s = Math.min(Math.max(u, 0), 1);
  return s * s * (3 - 2 * s);
}

function place(t: number): [x: number, y: number, heading: number] {
  const at = (time: number): Point => {
    const x = 8.17 * smooth((time - 1) / (kLasts - 3));
    return [x, 0.5 * Math.sin(0.9 * x) * smooth(x) * smooth((8 - x) / 3) + 0.18 * smooth(x / 3)];
  };
  const [x, y] = at(t);
  const [ax, ay] = at(Math.max(0, t - 0.2));
  const [bx, by] = at(Math.min(kLasts, t + 0.2));
  return [x, y, bx - ax > 1e-4 ? Math.atan2(by - ay, bx - ax) : 0];
}

function momentAt(t: number): Moment {
  const [x, y, heading] = place(t);
  const [bx, by] = place(t + 0.05);
  const speed = Math.hypot(bx - x, by - y) / 0.05;
  const side = kHalf - Math.abs(y) - kFootprint.hy;
  const ahead = kLength - x - kFootprint.hx;
  const clearance = Math.min(side, ahead);
  const right = y * 4 * smooth((0.5 - side) / 0.45);
  const back = 3.2 * smooth((1.6 - ahead) / 1.4) + 0.8 * smooth((0.3 - side) / 0.3);
  return [t, x, y, heading, t + 0.05 > kLasts ? 0 : speed, clearance, right, back];
}

// where a ray first meets a wall or the post
function ray([x, y]: Point, heading: number): number {
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const reached = kWalls.map((wall) => {
    // into the axes of the wall
    const [wc, ws] = [Math.cos(wall.angle), Math.sin(wall.angle)];
    const [ox, oy] = [wc * (x - wall.x) + ws * (y - wall.y), wc * (y - wall.y) - ws * (x - wall.x)];
    const [ux, uy] = [wc * c + ws * s, wc * s - ws * c];
    const [xa, xb] = [(-wall.hx - ox) / ux, (wall.hx - ox) / ux];
    const [ya, yb] = [(-wall.hy - oy) / uy, (wall.hy - oy) / uy];
    const near = Math.max(Math.min(xa, xb), Math.min(ya, yb));
    const far = Math.min(Math.max(xa, xb), Math.max(ya, yb));
    return near > 0 && near <= far ? near : Infinity;
  });
  const [px, py] = [kPost.x - x, kPost.y - y];
  const along = c * px + s * py;
  const beside = Math.abs(c * py - s * px);
  if (along > 0 && beside < kPost.r) reached.push(along - Math.sqrt(kPost.r ** 2 - beside ** 2));
  return Math.min(...reached);
}

function scanAt(t: number): Sight {
  const [vx, vy, heading] = place(t);
  const x = vx + 0.28 * Math.cos(heading);
  const y = vy + 0.28 * Math.sin(heading);
  const points: Point[] = [];
  for (let i = 0; i < 163; ++i) {
    const angle = heading + (-135 + (270 * i) / 162) * (Math.PI / 180);
    const range = ray([x, y], angle);
    if (range > 10) continue;
    const noisy = range + 0.012 * Math.sin(97 * i + 13 * t);
    points.push([x + noisy * Math.cos(angle), y + noisy * Math.sin(angle)]);
  }
  return { t, x, y, heading, points };
}

export function sampleDrive(): DriveData {
  const count = kLasts * 20;
  const path = Array.from({ length: count + 1 }, (_, i) => momentAt(i / 20));
  const hit = path.find(([, , , , , clearance]) => clearance !== null && clearance < 0.1);
  return {
    walls: kWalls,
    posts: [kPost],
    footprint: kFootprint,
    centre: [
      [0, 0],
      [kLength, 0],
    ],
    stop: 0.5,
    margin: 0.1,
    path,
    scans: Array.from({ length: 144 }, (_, i) => scanAt(i / 6)),
    collisions: hit ? [{ t: hit[0], x: hit[1], y: hit[2], what: "left_wall" }] : [],
  };
}

// round a corner, with nothing but the path
export function bareBend(): DriveData {
  const path = Array.from({ length: 201 }, (_, i): Moment => {
    const s = i / 200;
    const turn = (Math.PI / 2) * s;
    return [10 * s, 3 * Math.sin(turn), 3 - 3 * Math.cos(turn), turn, 0.47, null, null, null];
  });
  return {
    walls: [],
    posts: [],
    footprint: kFootprint,
    centre: [],
    stop: null,
    margin: 0,
    path,
    scans: [],
    collisions: [],
  };
}
