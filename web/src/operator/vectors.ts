// Places as the protocol has them, and as three.js does.
import { Matrix4, type Object3D, Quaternion, Vector3 } from "three";
import type { Place, Quad, Triple } from "./protocol";

export const vector = ([x, y, z]: Triple): Vector3 => new Vector3(x, y, z);
export const triple = ({ x, y, z }: Vector3): Triple => [x, y, z];

// w first in the protocol
export const quaternion = ([w, x, y, z]: Quad): Quaternion => new Quaternion(x, y, z, w);
export const quad = ({ x, y, z, w }: Quaternion): Quad => [w, x, y, z];

export const kHere: Place = { position: [0, 0, 0], quaternion: [1, 0, 0, 0] };
const kOne = new Vector3(1, 1, 1);

export const matrixOf = (place: Place): Matrix4 =>
  new Matrix4().compose(vector(place.position), quaternion(place.quaternion), kOne);

export function put(object: Object3D, place: Place): void {
  object.position.fromArray(place.position);
  object.quaternion.copy(quaternion(place.quaternion)).normalize();
}
