// The background of the time line: where forces are large and tanks are low, at a glance. Forces in
// the upper lane, tank levels in the lower one; a second recording lies behind, in its own hue.
import { kParts, type Curve, type CurveName, type OnLine } from "./overview";

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
  shown: OnLine[],
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
    const all = shown.flatMap(({ overview }) => lane.curves.map((name) => overview.curves[name]));
    const most = all.reduce((max, curve) => Math.max(max, curve.max), 1e-9);
    for (const one of [...shown].reverse()) {
      const second = one !== shown[0];
      for (const name of lane.curves) {
        const side = name.startsWith("leader") ? "leader" : "follower";
        pen.strokeStyle = style.getPropertyValue(second ? "--second" : `--${side}`).trim() || "#888";
        // the sides of the second share a hue: dashes distinguish them
        pen.setLineDash(second && side === "follower" ? [4, 3] : []);
        pen.globalAlpha = second ? 0.75 : 0.9;
        draw(one.overview.curves[name], one, lane, most);
      }
    }
  }

  function draw(curve: Curve, { recording, offset }: OnLine, lane: Lane, most: number): void {
    const { from, length } = recording;
    const y = (v: number) => height * (lane.bottom - (lane.bottom - lane.top) * Math.max(0, v / most));
    const x = (part: number) => (width * (from + offset + ((part + 0.5) / kParts) * length - start)) / (end - start);
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
