// Energy on its way through the link: dots that run along a lane, faster the more power flows.
import { s } from "../../svg";

const kDots = 4;
const kLength = 76; // of a lane [px]
const kFastest = 90; // [px/s]
const kReference = 0.5; // [W] that run at half of it

export const kLaneLength = kLength;

// px/s for a power [W]: grows with it, but never too fast to be seen
export function dotSpeed(watts: number): number {
  const size = Math.max(0, watts);
  return (kFastest * size) / (size + kReference);
}

export class FlowLane {
  readonly element: SVGGElement;
  private readonly dots: SVGCircleElement[];
  private at = 0;

  // direction: 1 to the right, −1 to the left
  constructor(
    private readonly direction: 1 | -1,
    y: number,
    kind: string,
  ) {
    const ends = direction === 1 ? [0, kLength] : [kLength, 0];
    const tip = ends[1]! - 5 * direction;
    this.dots = Array.from({ length: kDots }, () => s("circle", { cy: y, r: 3, opacity: 0 }));
    this.element = s(
      "g",
      { class: `lane ${kind}` },
      s("line", { x1: ends[0]!, x2: ends[1]!, y1: y, y2: y }),
      s("path", { d: `M${tip} ${y - 4} L${ends[1]} ${y} L${tip} ${y + 4}` }),
      ...this.dots,
    );
  }

  // the next picture, `seconds` after the last; the power is that of the moment [W]
  step(seconds: number, watts: number): void {
    this.at = (this.at + dotSpeed(watts) * seconds) % (kLength / kDots);
    const opacity = Math.min(1, dotSpeed(watts) / (0.1 * kFastest));
    this.dots.forEach((dot, i) => {
      const way = this.at + (i * kLength) / kDots;
      dot.setAttribute("cx", (this.direction === 1 ? way : kLength - way).toFixed(1));
      dot.setAttribute("opacity", opacity.toFixed(2));
    });
  }
}
