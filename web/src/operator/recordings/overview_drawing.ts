// The background of the time line: where forces are large and tanks are low, at a glance. Forces in
// the upper lane, tank levels in the lower one; a second recording lies behind, in its own hue.
import { kParts, type Curve, type CurveName, type Overview } from "./overview";

export interface Drawn {
  overview: Overview;
  from: number; // of its first part on the time line [s]
  to: number;
  second: boolean;
}

interface Lane {
  curves: CurveName[];
  top: number; // share of the height
  bottom: number;
}

const kLanes: Lane[] = [
  { curves: ["leader_force", "follower_force"], top: 0.04, bottom: 0.56 },
  { curves: ["leader_tank", "follower_tank"], top: 0.62, bottom: 0.97 },
];

export function drawOverview(
  canvas: HTMLCanvasElement,
  drawn: Drawn[],
  [start, end]: readonly [number, number],
): void {
  const scale = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext("2d");
  if (!pen || width === 0 || end <= start) return;
  pen.scale(scale, scale);
  pen.lineJoin = "round";
  const style = getComputedStyle(canvas);
  for (const lane of kLanes) {
    const all = drawn.flatMap(({ overview }) => lane.curves.map((name) => overview.curves[name]));
    const most = all.reduce((max, curve) => Math.max(max, curve.max), 1e-9);
    for (const one of [...drawn].sort((a, b) => Number(b.second) - Number(a.second))) {
      for (const name of lane.curves) {
        const side = name.startsWith("leader") ? "leader" : "follower";
        pen.strokeStyle = style.getPropertyValue(one.second ? "--second" : `--${side}`).trim() || "#888";
        // the sides of the second share a hue: dashes distinguish them
        pen.setLineDash(one.second && side === "follower" ? [4, 3] : []);
        pen.globalAlpha = one.second ? 0.75 : 0.9;
        draw(one.overview.curves[name], one, lane, most);
      }
    }
  }

  function draw(curve: Curve, { from, to }: Drawn, lane: Lane, most: number): void {
    const y = (v: number) => height * (lane.bottom - (lane.bottom - lane.top) * Math.max(0, v / most));
    const x = (part: number) => (width * (from + ((part + 0.5) / kParts) * (to - from) - start)) / (end - start);
    pen!.beginPath();
    let down = false;
    for (let i = 0; i < kParts; ++i) {
      // a part that holds no message, as in a short recording, does not break the line
      if (Number.isNaN(curve.low[i])) continue;
      if (down) pen!.lineTo(x(i), y(curve.low[i]!));
      else pen!.moveTo(x(i), y(curve.low[i]!));
      pen!.lineTo(x(i), y(curve.high[i]!));
      down = true;
    }
    pen!.stroke();
  }
}
