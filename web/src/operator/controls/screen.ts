// Between a side's scene and its rectangle on the page. Points are in the page's world, spots in
// pixels of the window, as pointer events have them.
import { Vector2, Vector3 } from "three";
import type { SceneView } from "../app";

export interface Spot {
  x: number;
  y: number;
}

// what raycasters take: −1 to 1, y up
export function normalised(view: SceneView, { x, y }: Spot): Vector2 {
  const box = view.element.getBoundingClientRect();
  return new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
}

// behind the camera there is no spot
export function spotOf(view: SceneView, point: Vector3): Spot | undefined {
  view.camera.updateWorldMatrix(true, false);
  const ahead = point.clone().applyMatrix4(view.camera.matrixWorldInverse);
  if (ahead.z >= 0) return undefined;
  const { x, y } = ahead.applyMatrix4(view.camera.projectionMatrix);
  const box = view.element.getBoundingClientRect();
  return { x: box.left + ((x + 1) / 2) * box.width, y: box.top + ((1 - y) / 2) * box.height };
}

// length of one pixel at a point [m]
export function pixelAt(view: SceneView, point: Vector3): number {
  view.camera.updateWorldMatrix(true, false);
  const depth = -point.clone().applyMatrix4(view.camera.matrixWorldInverse).z;
  const height = view.element.getBoundingClientRect().height || 1;
  const up = view.camera.projectionMatrix.elements[5] ?? 1; // cot of half the field of view
  return (2 * Math.max(depth, view.camera.near)) / (up * height);
}

// the way of a point that goes right and up by pixels in the plane parallel to the screen, and
// away from the eye
export function way(
  view: SceneView,
  point: Vector3,
  pixels: { right?: number; up?: number; away?: number },
): Vector3 {
  const size = pixelAt(view, point);
  const right = new Vector3();
  const up = new Vector3();
  const back = new Vector3();
  view.camera.matrixWorld.extractBasis(right, up, back);
  return new Vector3()
    .addScaledVector(right.normalize(), size * (pixels.right ?? 0))
    .addScaledVector(up.normalize(), size * (pixels.up ?? 0))
    .addScaledVector(back.normalize(), -size * (pixels.away ?? 0));
}

export const between = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);
