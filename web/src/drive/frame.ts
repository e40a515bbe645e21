// From world axes to the screen: to scale, x to the right, y up.
import type { Point } from "./data";
import type { Box } from "./geometry";

const kTallest = 560; // [px]
const kBar = 140; // the scale bar is no longer than this [px]
export const kFoot = 34; // room for the scale bar, below the map [px]

export class Frame {
  readonly scale: number; // [px/m]
  readonly height: number; // of the map, without its foot [px]
  private readonly left: number;

  constructor(
    readonly box: Box,
    readonly width: number,
  ) {
    const wide = box.right - box.left;
    const tall = box.high - box.low;
    this.scale = Math.min(width / wide, kTallest / tall);
    this.height = tall * this.scale;
    this.left = (width - wide * this.scale) / 2;
  }

  at([x, y]: Point): Point {
    return [this.left + (x - this.box.left) * this.scale, (this.box.high - y) * this.scale];
  }
  from(px: number, py: number): Point {
    return [(px - this.left) / this.scale + this.box.left, this.box.high - py / this.scale];
  }
  // as attributes want it
  line(points: Point[]): string {
    return points
      .map((point) =>
        this.at(point)
          .map((v) => v.toFixed(1))
          .join(","),
      )
      .join(" ");
  }
}

// the longest of 1, 2, 5 × 10^k m that is short enough
export function scaleBar(scale: number): { metres: number; px: number } {
  const most = kBar / scale;
  const power = 10 ** Math.floor(Math.log10(most));
  const times = [5, 2, 1].find((n) => n * power <= most) ?? 1;
  const metres = Number((times * power).toPrecision(3));
  return { metres, px: metres * scale };
}
