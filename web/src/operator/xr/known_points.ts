// Points whose place in a robot's base frame is known, to be touched for registering: the corners
// of the tables' tops, sites of what stands still, and the tool itself, which the robot brings to
// as many places as one likes.
import { Vector3 } from "three";
import type { SideModel, SideState, Triple } from "../protocol";
import { moves } from "../scene/framing";
import { matrixOf, triple, vector } from "../vectors";
import { staticMatrix } from "./reach";

export interface KnownPoint {
  name: string;
  // in the base frame, as the robot is now [m]
  at(state: SideState | undefined): Triple | undefined;
}

const kMost = 40; // to be stepped through with a thumbstick
const kSmallestTable = 0.05; // half length of a box that counts as one [m]

function fixed(name: string, point: Vector3): KnownPoint {
  const at = triple(point);
  return { name, at: () => at };
}

// corners of the upper side of a box, counted round
function corners(size: Triple): Vector3[] {
  const [x, y, z] = size;
  return [new Vector3(x, y, z), new Vector3(-x, y, z), new Vector3(-x, -y, z), new Vector3(x, -y, z)];
}

export function knownPoints(side: SideModel): KnownPoint[] {
  const { scene } = side;
  const toBase = matrixOf(side.base).invert();
  const points: KnownPoint[] = [{ name: "tool", at: (state) => state?.tool.position }];
  for (const site of scene.sites) {
    if (moves(scene, site.body)) continue;
    const matrix = staticMatrix(scene, site.body).premultiply(toBase);
    points.push(fixed(site.name || "site", vector(site.position).applyMatrix4(matrix)));
  }
  for (const geom of scene.geoms) {
    const large = Math.min(geom.size[0], geom.size[1]) >= kSmallestTable;
    if (geom.type !== "box" || !large || moves(scene, geom.body)) continue;
    const matrix = matrixOf(geom).premultiply(staticMatrix(scene, geom.body)).premultiply(toBase);
    corners(geom.size).forEach((corner, k) =>
      points.push(fixed(`${geom.name || "box"}, corner ${k + 1}`, corner.applyMatrix4(matrix))),
    );
  }
  return points.slice(0, kMost);
}
