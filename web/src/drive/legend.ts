// What the signs of the map mean; only those that are on it.
import { h } from "../dom";
import { formatNumber } from "../format";
import { s } from "../svg";
import type { DriveData } from "./data";

function sign(kind: string, ...drawn: SVGElement[]): SVGSVGElement {
  return s("svg", { class: `sign ${kind}`, viewBox: "0 0 22 14", "aria-hidden": "true" }, ...drawn);
}

const line = (kind: string) => s("polyline", { class: kind, points: "1,7 21,7" });
const outline = () => s("polygon", { points: "3,2 19,2 19,12 3,12" });

// strongest: of all forces [N]
export function legend(drive: DriveData, strongest: number): HTMLElement {
  const { walls, posts, centre, stop, path, scans, collisions } = drive;
  const nose = s("polyline", { points: "15,4.5 19,7 15,9.5" });
  const arrow = s(
    "g.force",
    s("polyline", { points: "1,7 14,7" }),
    s("polygon", { points: "21,7 14,3.5 14,10.5" }),
  );
  const entries: [boolean, string, () => SVGSVGElement][] = [
    [walls.length + posts.length > 0, "obstacle", () => sign("walls", outline())],
    [centre.length > 1, "middle of the way", () => sign("intended", line("centre"))],
    [centre.length > 1 && stop !== null, "front stops here", () => sign("intended", line("stop"))],
    [path.length > 0, "driven path", () => sign("driven", line("path"))],
    [path.length > 0, "footprint", () => sign("driven", s("g.footprint.end", outline(), nose))],
    [
      strongest > 0,
      `force on the hand, longest ${formatNumber(strongest, 1)}\u00a0N`,
      () => sign("forces", arrow),
    ],
    [
      scans.length > 0,
      "laser scan of the moment",
      () => sign("scan", ...[4, 9, 14, 19].map((cx) => s("circle", { cx, cy: 7, r: 1.75 }))),
    ],
    [
      collisions.length > 0,
      "collision",
      () => sign("collisions", s("path", { d: "M7 3L15 11M7 11L15 3" })),
    ],
  ];
  return h(
    "ul.legend",
    ...entries
      .filter(([there]) => there)
      .map(([, text, drawn]) => h("li", drawn(), h("span", text))),
  );
}
