// Figures beside the arrows: text of the page, laid over the picture, so that it stays sharp and a
// style sheet rules its looks.
import { type Group, type PerspectiveCamera, Vector3 } from "three";
import { h } from "../../dom";
import type { Arrow, ArrowKind } from "./arrows";

interface Label {
  arrow: Arrow;
  element: HTMLElement;
  text: string;
}

const kClear = 30; // from where the arrow begins, which the hand's ball covers [px]

// of a label [px]
const kWide = 74;
const kHigh = 20;

const point = new Vector3();
const from = new Vector3();

export class Labels {
  private readonly labels: Label[];

  constructor(element: HTMLElement, marks: { kind: ArrowKind; arrow: Arrow }[]) {
    const layer = h("div.labels", { "aria-hidden": "true" });
    this.labels = marks.map(({ kind, arrow }) => {
      const label = h("span", { class: `label ${kind}`, hidden: true });
      layer.append(label);
      return { arrow, element: label, text: "" };
    });
    element.append(layer);
  }

  paint(): void {
    for (const label of this.labels) label.text = "";
  }

  place(camera: PerspectiveCamera, base: Group, width: number, height: number): void {
    const placed: { x: number; y: number }[] = []; // none is laid upon another
    for (const label of this.labels) {
      const { arrow, element } = label;
      point.copy(arrow.tip).applyMatrix4(base.matrixWorld).project(camera);
      const seen = arrow.group.visible && Math.abs(point.z) < 1 && Math.abs(point.x) < 1.1;
      if (element.hidden === seen) element.hidden = !seen;
      if (!seen) continue;
      if (label.text !== arrow.text) element.textContent = label.text = arrow.text;
      from.copy(arrow.from).applyMatrix4(base.matrixWorld).project(camera);
      const [fx, fy] = [(0.5 + 0.5 * from.x) * width, (0.5 - 0.5 * from.y) * height];
      let x = (0.5 + 0.5 * point.x) * width;
      let y = (0.5 - 0.5 * point.y) * height;
      const far = Math.hypot(x - fx, y - fy);
      if (far < kClear) {
        // an arrow that points at the eye has its figure below it
        const [dx, dy] = far > 1 ? [(x - fx) / far, (y - fy) / far] : [0, 1];
        [x, y] = [fx + kClear * dx, fy + kClear * dy];
      }
      for (const other of placed)
        if (Math.abs(other.x - x) < kWide && Math.abs(other.y - y) < kHigh) y = other.y + kHigh;
      placed.push({ x, y });
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }
}
