// Registering as a person does it: choose a point, touch it, and so on; the frame is found anew
// with every point, and kept per robot in the browser. The headset's space is as it was only until
// the headset is set up anew or recentred; then what was stored is no longer to be trusted.
import { isNumbers } from "../../format";
import type { Place, SideName } from "../protocol";
import { type Outcome, type PointPair, registerPoints } from "./registration";

export interface Touched extends PointPair {
  name: string;
}

export interface StoredRegistration {
  place: Place; // of the headset's space in the robot's base frame
  rms: number; // [m]
  touched: Touched[];
  residuals: number[]; // [m], of these
  when: string; // ISO date and time
}

type Store = Pick<Storage, "getItem" | "setItem">;

export class Registering {
  readonly touched: Touched[] = [];
  outcome: Outcome = registerPoints([]);

  add(point: Touched): void {
    this.touched.push(point);
    this.outcome = registerPoints(this.touched);
  }

  undo(): Touched | undefined {
    const last = this.touched.pop();
    this.outcome = registerPoints(this.touched);
    return last;
  }

  get place(): Place | undefined {
    return this.outcome.flaw === undefined ? this.outcome.result.place : undefined;
  }

  // one line for people
  get verdict(): string {
    if (this.outcome.flaw !== undefined) return this.outcome.why;
    const { rms, narrow, mirrored } = this.outcome.result;
    const left = `RMS ${millimetres(rms)}`;
    if (mirrored) return `${left}: the points look mirrored; were they touched in this order?`;
    if (narrow) return `${left}: nearly on a line; touch a point well off it`;
    if (this.touched.length === 3) return `${left} of three points; more show how good it is`;
    return left;
  }

  // [m] per touched point; empty until there is a frame
  get residuals(): number[] {
    return this.outcome.flaw === undefined ? this.outcome.result.residuals : [];
  }
}

export function millimetres(metres: number): string {
  return `${(1000 * metres).toFixed(1)} mm`;
}

// both sides may have the same kind of robot
export function robotKey(side: SideName, robot: string): string {
  return `tether.headset.${side}.${robot}`;
}

export function store(into: Store, key: string, done: Registering, when: Date): StoredRegistration {
  if (done.outcome.flaw !== undefined) throw new Error(done.outcome.why);
  const { place, rms, residuals } = done.outcome.result;
  const stored = { place, rms, touched: [...done.touched], residuals, when: when.toISOString() };
  into.setItem(key, JSON.stringify(stored));
  return stored;
}

// what another version or another hand has left there is not trusted
export function recall(from: Store, key: string): StoredRegistration | undefined {
  try {
    const stored = JSON.parse(from.getItem(key) ?? "null") as StoredRegistration | null;
    if (!stored || !isNumbers(stored.place?.position, 3) || !isNumbers(stored.place?.quaternion, 4))
      return undefined;
    if (Math.abs(Math.hypot(...stored.place.quaternion) - 1) > 1e-6) return undefined;
    if (!Number.isFinite(stored.rms) || !Array.isArray(stored.touched)) return undefined;
    if (!isNumbers(stored.residuals, stored.touched.length)) return undefined;
    return stored;
  } catch {
    return undefined;
  }
}
