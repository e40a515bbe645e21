// What is drawn of a drive, layer by layer, from the floor up.
import { formatTime } from "../format";
import { s } from "../svg";
import type { Collision, DriveData, Moment, Point, Sight } from "./data";
import { type Frame, kFoot, scaleBar } from "./frame";
import { felt, milestones, place, rectangle, roundPeriod, stopLine, wallCorners } from "./geometry";

const kFootprints = 40; // at most
const kArrows = 60; // at most
const kTimes = 8; // at most
const kTimeRoom = 40; // between two of them, at least [px]
const kFaint = 0.04; // arrows shorter than this share of the longest are left out
const kArrow = { least: 26, most: 52, metres: 0.55 }; // length of the longest [px], [px], [m]
const kHead = 6; // [px]
const kCross = 6; // [px]

// a line per metre
export function floor(frame: Frame): SVGElement {
  const { width, height } = frame;
  const [left, high] = frame.from(0, 0);
  const [right, low] = frame.from(width, height);
  const group = s("g.floor");
  for (let x = Math.ceil(left); x <= right; ++x) {
    const px = frame.at([x, 0])[0].toFixed(1);
    group.append(s("line", { x1: px, x2: px, y1: 0, y2: height }));
  }
  for (let y = Math.ceil(low); y <= high; ++y) {
    const py = frame.at([0, y])[1].toFixed(1);
    group.append(s("line", { x1: 0, x2: width, y1: py, y2: py }));
  }
  return group;
}

export function course(drive: DriveData, frame: Frame): SVGElement {
  return s(
    "g.walls",
    ...drive.walls.map((wall) => s("polygon", { points: frame.line(wallCorners(wall)) })),
    ...drive.posts.map(({ x, y, r }) => {
      const [cx, cy] = frame.at([x, y]);
      return s("circle", { cx, cy, r: r * frame.scale });
    }),
  );
}

// the line in the middle of the way, and where to stop on it
export function intended(drive: DriveData, frame: Frame): SVGElement {
  const group = s("g.intended");
  if (drive.centre.length > 1)
    group.append(s("polyline.centre", { points: frame.line(drive.centre) }));
  const stop = stopLine(drive.centre, drive.stop, 1.4 * drive.footprint.hy);
  if (stop) group.append(s("polyline.stop", { points: frame.line(stop) }));
  return group;
}

function vehicle(drive: DriveData, frame: Frame, moment: Moment, kind: string): SVGElement {
  const { hx, hy } = drive.footprint;
  const [, x, y, heading] = moment;
  const pose = { x, y, heading };
  return s(
    "g",
    { class: kind },
    s("polygon", { points: frame.line(rectangle(pose, hx, hy)) }),
    // its nose
    s("polyline", {
      points: frame.line([
        place(pose, [0.6 * hx, 0.45 * hy]),
        place(pose, [hx, 0]),
        place(pose, [0.6 * hx, -0.45 * hy]),
      ]),
    }),
  );
}

export function driven(drive: DriveData, frame: Frame): SVGElement {
  const shown = milestones(drive.path, Math.max(1, roundPeriod(drive.path, kFootprints)));
  const last = shown.length - 1;
  return s(
    "g.driven",
    ...shown.map((moment, i) =>
      vehicle(drive, frame, moment, i === last ? "footprint end" : "footprint"),
    ),
    s("polyline.path", { points: frame.line(drive.path.map(([, x, y]): Point => [x, y])) }),
  );
}

export function times(drive: DriveData, frame: Frame): SVGElement {
  const period = Math.max(1, roundPeriod(drive.path, kTimes));
  const shown = milestones(drive.path, period);
  const end = shown[shown.length - 1];
  // where two would lie upon each other, the later one counts
  const apart = (a: Moment, b: Moment) =>
    Math.hypot(a[1] - b[1], a[2] - b[2]) * frame.scale > kTimeRoom;
  const labelled = shown.filter((moment, i) => {
    const next = shown[i + 1];
    return !next || (apart(moment, next) && (!end || apart(moment, end)));
  });
  return s(
    "g.times",
    ...labelled.map((moment) => {
      const [x, y] = frame.at([moment[1], moment[2]]);
      const whole = Math.abs(moment[0] - Math.round(moment[0])) < 0.05;
      return s(
        "g",
        s("circle", { cx: x, cy: y, r: 2.5 }),
        s("text", { x, y: y - 6, "text-anchor": "middle" }, formatTime(moment[0], whole ? 0 : 1)),
      );
    }),
  );
}

export function strongest(path: Moment[]): number {
  return path.reduce((most, moment) => Math.max(most, Math.hypot(...felt(moment))), 0);
}

function arrow(from: Point, along: Point, kind: string): SVGElement {
  const [x, y] = from;
  const [dx, dy] = along;
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(kHead, 0.6 * length);
  const [bx, by] = [x + dx - head * ux, y + dy - head * uy];
  const side = 0.55 * head;
  const point = (px: number, py: number) => `${px.toFixed(1)},${py.toFixed(1)}`;
  return s(
    "g",
    { class: kind },
    s("polyline", { points: `${point(x, y)} ${point(bx, by)}` }),
    s("polygon", {
      points: [
        point(x + dx, y + dy),
        point(bx - side * uy, by + side * ux),
        point(bx + side * uy, by - side * ux),
      ].join(" "),
    }),
  );
}

// an arrow of a force, the strongest of the drive as long as may be
function forceArrow(moment: Moment, most: number, frame: Frame, kind: string): SVGElement | null {
  const [fx, fy] = felt(moment);
  if (!(most > 0) || Math.hypot(fx, fy) < kFaint * most) return null;
  const longest = Math.min(Math.max(kArrow.metres * frame.scale, kArrow.least), kArrow.most);
  const scale = longest / most;
  return arrow(frame.at([moment[1], moment[2]]), [fx * scale, -fy * scale], kind);
}

export function forces(drive: DriveData, frame: Frame): SVGElement {
  const most = strongest(drive.path);
  const arrows = milestones(drive.path, roundPeriod(drive.path, kArrows))
    .map((moment) => forceArrow(moment, most, frame, "force"))
    .filter((drawn): drawn is SVGElement => drawn !== null);
  return s("g.forces", ...arrows);
}

export function crosses(collisions: Collision[], frame: Frame): SVGElement {
  return s(
    "g.collisions",
    ...collisions.map(({ t, x, y, what }) => {
      const [px, py] = frame.at([x, y]);
      const k = kCross;
      return s(
        "g",
        s("path", {
          d: `M${px - k} ${py - k}L${px + k} ${py + k}M${px - k} ${py + k}L${px + k} ${py - k}`,
        }),
        s("text", { x: px, y: py + k + 13, "text-anchor": "middle" }, formatTime(t)),
        s("title", `${formatTime(t)}: ${what || "collision"}`),
      );
    }),
  );
}

export function sight(scan: Sight | null, frame: Frame): SVGElement {
  const group = s("g.scan");
  for (const point of scan?.points ?? []) {
    const [cx, cy] = frame.at(point);
    group.append(s("circle", { cx: cx.toFixed(1), cy: cy.toFixed(1), r: 1.75 }));
  }
  return group;
}

export function now(drive: DriveData, moment: Moment, most: number, frame: Frame): SVGElement {
  const group = s("g.now", vehicle(drive, frame, moment, "footprint"));
  const force = forceArrow(moment, most, frame, "force");
  if (force) group.append(force);
  return group;
}

export function bar(frame: Frame): SVGElement {
  const { metres, px } = scaleBar(frame.scale);
  const y = frame.height + kFoot - 12;
  return s(
    "g.bar",
    s("path", { d: `M1 ${y - 4}V${y}H${(px + 1).toFixed(1)}V${y - 4}` }),
    s("text", { x: px + 8, y }, `${metres}\u00a0m`),
  );
}
