// A recording at a glance: extremes of forces, tank levels and tracking error in equal parts of its
// time, and its key figures. One pass through all chunks, one at a time, that leaves the page time
// to breathe and can be stopped; what was found up to there stays.
import type { Triple } from "../protocol";
import type { Recording } from "./recording";
import { minus, toFollower } from "../workspace";
import type { Stretch, Track } from "./stretch";

export const kParts = 1200;
const kSlice = 12; // work before the page gets its turn [ms]

// extremes per part; NaN where nothing was found
export class Curve {
  readonly low = new Float64Array(kParts).fill(NaN);
  readonly high = new Float64Array(kParts).fill(NaN);
  min = Infinity;
  max = -Infinity;
  maxAt = NaN; // [s]
  sum = 0;
  count = 0;

  add(part: number, t: number, value: number): void {
    if (!(this.low[part]! <= value)) this.low[part] = value;
    if (!(this.high[part]! >= value)) this.high[part] = value;
    if (value < this.min) this.min = value;
    if (value > this.max) [this.max, this.maxAt] = [value, t];
    this.sum += value;
    this.count += 1;
  }
  get mean(): number {
    return this.count > 0 ? this.sum / this.count : NaN;
  }
}

export type CurveName = "leader_force" | "follower_force" | "leader_tank" | "follower_tank" | "error";

export class Overview {
  readonly curves: Record<CurveName, Curve> = {
    leader_force: new Curve(), // of the hand on the leader [N]
    follower_force: new Curve(), // of the world on the follower [N]
    leader_tank: new Curve(), // [J]
    follower_tank: new Curve(),
    error: new Curve(), // between the follower and where the leader wants it, in the leader's metres
  };
  roundTrip = new Curve(); // [s]
  done = 0; // share of the recording

  constructor(private readonly recording: Recording) {}

  // rejects only when stopped
  async read(progress: (share: number) => void, stopped: AbortSignal): Promise<void> {
    const { chunks } = this.recording;
    let sliceEnd = performance.now() + kSlice;
    for (const [i, place] of chunks.entries()) {
      this.add(await this.recording.stretch(place));
      stopped.throwIfAborted();
      this.done = (i + 1) / chunks.length;
      if (performance.now() < sliceEnd) continue;
      progress(this.done);
      await new Promise((resolve) => setTimeout(resolve));
      sliceEnd = performance.now() + kSlice;
    }
    progress(1);
  }

  // middle of a part [s]
  timeOf(part: number): number {
    return this.recording.from + ((part + 0.5) / kParts) * this.recording.length;
  }

  add(stretch: Stretch): void {
    for (const side of ["leader", "follower"] as const) {
      this.addEach(stretch.tracks.get(`/${side}/measured_cf`), this.curves[`${side}_force`], (v, i) =>
        Math.hypot(v[i + 3]!, v[i + 4]!, v[i + 5]!),
      );
      this.addEach(stretch.tracks.get(`/${side}/energy`), this.curves[`${side}_tank`], (v, i) => v[i]!);
    }
    this.addEach(stretch.tracks.get("/link"), this.roundTrip, (v, i) => v[i + 5]!);
    this.addError(stretch.tracks.get("/leader/measured_cp"), stretch.tracks.get("/follower/measured_cp"));
  }

  private addEach(track: Track | undefined, curve: Curve, of: (values: Float64Array, at: number) => number): void {
    if (!track) return;
    for (let i = 0; i < track.times.length; ++i) {
      const t = track.times[i]!;
      curve.add(this.partAt(t), t, of(track.values, i * track.width));
    }
  }

  // of the same tick; a tick that two chunks share is left out
  private addError(leader: Track | undefined, follower: Track | undefined): void {
    if (!leader || !follower || !this.recording.hasWorkspace) return;
    const { workspace } = this.recording.session;
    for (let i = 0, k = 0; i < leader.times.length; ++i) {
      const t = leader.times[i]!;
      while (k < follower.times.length && follower.times[k]! < t - 1e-9) ++k;
      if (k === follower.times.length) return;
      if (follower.times[k]! > t + 1e-9) continue;
      const wanted = toFollower(workspace, positionOf(leader, i));
      const distance = Math.hypot(...minus(wanted, positionOf(follower, k)));
      this.curves.error.add(this.partAt(t), t, distance / workspace.scale);
    }
  }

  private partAt(t: number): number {
    const share = this.recording.length > 0 ? (t - this.recording.from) / this.recording.length : 0;
    return Math.min(kParts - 1, Math.max(0, Math.floor(share * kParts)));
  }
}

// the first three of a row
function positionOf({ values, width }: Track, i: number): Triple {
  const at = i * width;
  return [values[at]!, values[at + 1]!, values[at + 2]!];
}

// a recording on the time line
export interface OnLine {
  recording: Recording;
  overview: Overview;
  offset: number; // its times are this much later on the time line [s]
}
