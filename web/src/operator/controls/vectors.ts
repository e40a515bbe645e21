// Places as the protocol has them, and as three.js does.
import { Matrix4, Quaternion, Vector3 } from "three";
import type { Quad, Triple } from "../protocol";

export const vector = ([x, y, z]: Triple): Vector3 => new Vector3(x, y, z);
export const triple = ({ x, y, z }: Vector3): Triple => [x, y, z];

// w first in the protocol
export const quaternion = ([w, x, y, z]: Quad): Quaternion => new Quaternion(x, y, z, w);
export const quad = ({ x, y, z, w }: Quaternion): Quad => [w, x, y, z];

// a rotation as three rows
export function rows(q: Quaternion): Triple[] {
  const e = new Matrix4().makeRotationFromQuaternion(q).elements; // by columns
  return [0, 1, 2].map((i): Triple => [e[i] ?? 0, e[i + 4] ?? 0, e[i + 8] ?? 0]);
}

export function fromRows(matrix: readonly (readonly number[])[]): Quaternion {
  const at = (i: number, j: number) => matrix[i]?.[j] ?? (i === j ? 1 : 0);
  const m = new Matrix4();
  m.set(
    ...[at(0, 0), at(0, 1), at(0, 2), 0] as const,
    ...[at(1, 0), at(1, 1), at(1, 2), 0] as const,
    ...[at(2, 0), at(2, 1), at(2, 2), 0] as const,
    ...[0, 0, 0, 1] as const,
  );
  return new Quaternion().setFromRotationMatrix(m);
}
