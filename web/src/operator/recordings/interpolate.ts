// A row of numbers at any time, from the rows around it: straight for most, along the shortest
// great circle for quaternions, the earlier one for what jumps.
import type { Quad } from "../protocol";
import type { Track } from "./stretch";

// the last row at or before t, or -1
export function rowBefore(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export interface Around {
  before: Float64Array;
  after: Float64Array;
  share: number; // of the way from the one to the other
  gap: number; // between them [s]
}

function rowOf(track: Track, i: number): Float64Array {
  return track.values.subarray(i * track.width, (i + 1) * track.width);
}

// the rows around t of a topic that is spread over several tracks; beyond the ends the end itself
export function around(tracks: (Track | undefined)[], t: number): Around | undefined {
  let before: { time: number; row: Float64Array } | undefined;
  let after: { time: number; row: Float64Array } | undefined;
  for (const track of tracks) {
    if (!track) continue;
    const i = rowBefore(track.times, t);
    if (i >= 0 && !(before && before.time >= track.times[i]!)) {
      before = { time: track.times[i]!, row: rowOf(track, i) };
    }
    if (i + 1 < track.times.length && !(after && after.time <= track.times[i + 1]!)) {
      after = { time: track.times[i + 1]!, row: rowOf(track, i + 1) };
    }
  }
  const [a, b] = [before ?? after, after ?? before];
  if (!a || !b) return undefined;
  const gap = b.time - a.time;
  const same = a.row.length === b.row.length;
  return { before: a.row, after: same ? b.row : a.row, share: gap > 0 ? (t - a.time) / gap : 0, gap };
}

export function between({ before, after, share }: Around, i: number): number {
  return before[i]! + share * (after[i]! - before[i]!);
}

export function row(place: Around, from: number, to: number): number[] {
  const numbers: number[] = [];
  for (let i = from; i < to; ++i) numbers.push(between(place, i));
  return numbers;
}

// of unit length, w first; q and −q turn alike, so the nearer of both is gone to
export function slerp(a: ArrayLike<number>, b: ArrayLike<number>, share: number): Quad {
  let dot = 0;
  for (let i = 0; i < 4; ++i) dot += a[i]! * b[i]!;
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const s = Math.sin(angle);
  // nearly the same: straight, since both sines vanish
  const [wa, wb] =
    s < 1e-6 ? [1 - share, share] : [Math.sin((1 - share) * angle) / s, Math.sin(share * angle) / s];
  const q = [0, 1, 2, 3].map((i) => wa * a[i]! + sign * wb * b[i]!);
  const length = Math.hypot(...q);
  return length > 0 ? (q.map((v) => v / length) as Quad) : [1, 0, 0, 0];
}
