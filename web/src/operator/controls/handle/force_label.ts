// What stands beside the aim: the force that is felt, as a number and an arrow, and by how much the
// tool is behind.
import type { Vector3 } from "three";
import { h } from "../../../dom";
import { formatNumber } from "../../../format";
import { s } from "../../../svg";
import type { Spot } from "../screen";

const kNoticed = 0.15; // from which there is an arrow [N]
const kArrowPerNewton = 7; // [px]
const kLongestArrow = 90; // [px]
const kHead = 10; // [px]

export interface Felt {
  force: Vector3; // [N]
  along: Spot; // on the screen, right and down [N]
  gap: number; // [m]
  clutch: boolean;
}

export class ForceLabel {
  private readonly arrow = s("path");
  private readonly force = h("b");
  private readonly gap = h("span");
  private readonly element = h(
    "div.force-at-cursor",
    { hidden: true },
    s("svg", { "aria-hidden": "true" }, this.arrow),
    h("p", this.force, this.gap),
  );

  constructor() {
    document.body.append(this.element);
  }

  show(at: Spot, { force, along, gap, clutch }: Felt): void {
    const size = force.length();
    this.element.hidden = false;
    this.element.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
    this.force.textContent = `${formatNumber(size, 1)}\u00a0N`;
    this.gap.textContent = clutch
      ? "clutch: the leader moves alone"
      : `tool ${formatNumber(gap * 1000, 0)}\u00a0mm behind`;
    this.arrow.setAttribute("d", size < kNoticed ? "" : arrowPath(along));
  }

  hide(): void {
    this.element.hidden = true;
  }
}

// from the origin; nothing for what points into the screen
export function arrowPath({ x, y }: Spot): string {
  const force = Math.hypot(x, y);
  const length = Math.min(kLongestArrow, force * kArrowPerNewton);
  if (length < 1) return "";
  const [ux, uy] = [x / force, y / force];
  const point = (along: number, aside: number) =>
    `${(ux * along - uy * aside).toFixed(1)},${(uy * along + ux * aside).toFixed(1)}`;
  const neck = Math.max(0, length - kHead);
  return (
    `M${point(0, -2)}L${point(neck, -2)}L${point(neck, -6)}L${point(length, 0)}` +
    `L${point(neck, 6)}L${point(neck, 2)}L${point(0, 2)}Z`
  );
}
