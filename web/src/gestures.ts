// Fingers and keys on a plot. The mouse is uPlot's own business.
import type uPlot from "uplot";
import type { Timeline } from "./timeline";

const kStep = 0.01; // part of the visible range that an arrow key moves the cursor
const kLongStep = 0.1;
const kZoom = 0.6;

export function handleKeys(element: HTMLElement, timeline: Timeline): void {
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const [from, to] = timeline.range;
    const at = timeline.time ?? (from + to) / 2;
    const step = (event.shiftKey ? kLongStep : kStep) * (to - from);
    const actions: Record<string, () => void> = {
      ArrowLeft: () => timeline.point(Math.max(at - step, from)),
      ArrowRight: () => timeline.point(Math.min(at + step, to)),
      Home: () => timeline.point(from),
      End: () => timeline.point(to),
      "+": () => timeline.zoomBy(kZoom, at),
      "=": () => timeline.zoomBy(kZoom, at),
      "-": () => timeline.zoomBy(1 / kZoom, at),
      "0": () => timeline.reset(),
      Escape: () => timeline.reset(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

// One finger moves the cursor, two fingers zoom; up and down stays with the page (plots.css).
export function handleTouch(u: uPlot, timeline: Timeline): void {
  const fingers = new Map<number, number>(); // pointer -> x [px]
  let held: number[] = []; // the times that two fingers hold [s]

  const place = (event: PointerEvent) => event.clientX - u.over.getBoundingClientRect().left;
  const timeAt = (x: number) => u.posToVal(Math.min(Math.max(x, 0), u.over.clientWidth), "x");

  const pinch = () => {
    const [x1, x2] = [...fingers.values()];
    const [t1, t2] = held;
    if (x1 === undefined || x2 === undefined || t1 === undefined || t2 === undefined) return;
    if (Math.abs(x2 - x1) < 1) return;
    const perPixel = (t2 - t1) / (x2 - x1);
    if (perPixel <= 0) return;
    const from = t1 - x1 * perPixel;
    timeline.zoom(from, from + u.over.clientWidth * perPixel);
  };

  u.over.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, place(event));
    held = [...fingers.values()].map(timeAt);
    if (fingers.size === 1) timeline.point(timeAt(place(event)));
  });
  u.over.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, place(event));
    if (fingers.size === 1) timeline.point(timeAt(place(event)));
    else pinch();
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"] as const)
    u.over.addEventListener(end, (event) => {
      fingers.delete(event.pointerId);
      held = [...fingers.values()].map(timeAt);
    });
}
