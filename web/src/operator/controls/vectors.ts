// Places as the protocol has them, and as three.js does.
import { Quaternion, Vector3 } from "three";
import type { Quad, Triple } from "../protocol";

export const vector = ([x, y, z]: Triple): Vector3 => new Vector3(x, y, z);
export const triple = ({ x, y, z }: Vector3): Triple => [x, y, z];

// w first in the protocol
export const quaternion = ([w, x, y, z]: Quad): Quaternion => new Quaternion(x, y, z, w);
export const quad = ({ x, y, z, w }: Quaternion): Quad => [w, x, y, z];
