// Where the robot is in the headset's space: the rigid frame with the least sum of squared
// distances between points that a controller's tip touched (`from`) and where the robot's model
// says that they are (`to`).
//
//   minimise Σ |to_i − (R from_i + p)|²
//   S = 1/n Σ (from_i − from‾)(to_i − to‾)ᵀ
//   N = | S_xx+S_yy+S_zz   S_yz−S_zy        S_zx−S_xz        S_xy−S_yx      |
//       |                  S_xx−S_yy−S_zz   S_xy+S_yx        S_zx+S_xz      |
//       |    symmetric                     −S_xx+S_yy−S_zz   S_yz+S_zy      |
//       |                                                   −S_xx−S_yy+S_zz |
//   R: the quaternion (w, x, y, z) that is N's eigenvector of the largest eigenvalue λ1
//   p = to‾ − R from‾
//
// B. Horn, Closed-form solution of absolute orientation using unit quaternions, J. Opt. Soc. Am. A
// 4(4), 1987. With the singular values d1 ≥ d2 ≥ d3 of S and σ the sign of det S, N's eigenvalues
// are d1+d2+σd3, d1−d2−σd3, −d1+d2−σd3, −d1−d2+σd3; so what `tether register` refuses by the
// singular values (include/tether/spatial/registration.hpp, docs/registration.md) is refused here.
import type { Place, Quad, Triple } from "../protocol";
import { quaternion, triple, vector } from "../vectors";
import { minus, plus } from "../workspace";
import { symmetricEigen } from "./symmetric";

export interface PointPair {
  from: Triple; // [m] in the headset's space
  to: Triple; // [m] the same point in the robot's base frame
}

export const kFewestPairs = 3;
export const kFarthestPoint = 1e6; // [m]
export const kSmallestSpread = 1e-6; // points that scatter less are one point [m]
export const kLineRatio = 1e-3; // second spread by the first: less is a line
export const kNarrowRatio = 0.05; // less is worth a warning
const kSmallestGap = kLineRatio * kLineRatio; // (d2 ± d3) / d1: less, and another turn fits as well

export type Flaw = "too_few_pairs" | "not_finite" | "one_point" | "on_a_line" | "no_one_turn";

export interface Registration {
  place: Place; // of the headset's space in the robot's base frame: to ≈ R from + p
  residuals: number[]; // per pair, |to − (R from + p)| [m]
  rms: number; // of the residuals [m]
  worst: number; // index of the pair with the largest residual
  noise: number; // of one coordinate, √(Σ residual² / (3n − 6)) [m]
  spread: Triple; // rms of the points about their centroid along their principal axes [m]
  narrow: boolean; // nearly on a line: the turn about it is badly known
  mirrored: boolean; // a mirror image would fit far better: the points do not go together
}
export type Outcome = { flaw: Flaw; why: string } | { flaw: undefined; result: Registration };

const kReasons: Record<Flaw, string> = {
  too_few_pairs: `at least ${kFewestPairs} points are needed`,
  not_finite: "a point is not finite, or too far away",
  one_point: "the points are all in one place",
  on_a_line: "the points are on a line; touch one well off the line",
  no_one_turn: "several turns fit equally well: the points do not show the same object",
};

function refused(flaw: Flaw): Outcome {
  return { flaw, why: kReasons[flaw] };
}

type Which = "from" | "to";
const kAxes = [0, 1, 2] as const;

function centroid(pairs: readonly PointPair[], which: Which): Triple {
  const sum: Triple = [0, 0, 0];
  for (const pair of pairs) for (const k of kAxes) sum[k] += pair[which][k] / pairs.length;
  return sum;
}

// 1/n Σ (a_i − a‾)(b_i − b‾)ᵀ by rows
function covariance(pairs: readonly PointPair[], a: Which, b: Which): Triple[] {
  const ca = centroid(pairs, a);
  const cb = centroid(pairs, b);
  const c = kAxes.map((): Triple => [0, 0, 0]);
  for (const pair of pairs)
    for (const i of kAxes)
      for (const j of kAxes)
        c[i]![j] += ((pair[a][i] - ca[i]) * (pair[b][j] - cb[j])) / pairs.length;
  return c;
}

function spreadOf(pairs: readonly PointPair[], which: Which): Triple {
  const squares = symmetricEigen(covariance(pairs, which, which)).values;
  return squares.map((square) => Math.sqrt(Math.max(square, 0))) as Triple;
}

function flawOf(spread: Triple): Flaw | undefined {
  if (spread[0] < kSmallestSpread) return "one_point";
  if (spread[1] < kLineRatio * spread[0]) return "on_a_line";
  return undefined;
}

function hornMatrix(s: Triple[]): number[][] {
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = s as [Triple, Triple, Triple];
  return [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, -xx + yy - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, -xx - yy + zz],
  ];
}

export const turned = (q: Quad, v: Triple): Triple =>
  triple(vector(v).applyQuaternion(quaternion(q)));

// a point of the headset's space in the frame that `place` is given in
export const placed = (place: Place, point: Triple): Triple =>
  plus(turned(place.quaternion, point), place.position);

function usable(point: Triple): boolean {
  return point.every((x) => Number.isFinite(x) && Math.abs(x) <= kFarthestPoint);
}

function measured(pairs: readonly PointPair[], place: Place) {
  const residuals = pairs.map(({ from, to }) => Math.hypot(...minus(to, placed(place, from))));
  const squares = residuals.reduce((sum, r) => sum + r * r, 0);
  const n = pairs.length;
  return {
    residuals,
    rms: Math.sqrt(squares / n),
    worst: residuals.indexOf(Math.max(...residuals)),
    noise: Math.sqrt(squares / (3 * n - 6)),
  };
}

// would a mirror image fit with less than half of what is left? λ4 is minus its trace
function isMirrored(values: number[], from: Triple, to: Triple): boolean {
  const [largest = 0, smallest = 0] = [values[0], values[3]];
  const squares = [...from, ...to].reduce((sum, s) => sum + s * s, 0);
  const left = (trace: number) => Math.sqrt(Math.max(squares - 2 * trace, 0));
  // what is flat is its own mirror image, but for noise
  const solid = from[2] > kNarrowRatio * from[0];
  return solid && largest + smallest < 0 && left(-smallest) < 0.5 * left(largest);
}

export function registerPoints(pairs: readonly PointPair[]): Outcome {
  if (pairs.some((pair) => !usable(pair.from) || !usable(pair.to))) return refused("not_finite");
  if (pairs.length < kFewestPairs) return refused("too_few_pairs");
  const spread = spreadOf(pairs, "from");
  const spreadTo = spreadOf(pairs, "to");
  const flaw = flawOf(spread) ?? flawOf(spreadTo);
  if (flaw) return refused(flaw);

  const { values, vectors } = symmetricEigen(hornMatrix(covariance(pairs, "from", "to")));
  const [first = 0, second = 0] = values;
  if (!(first > 0) || first - second < kSmallestGap * (first + second)) return refused("no_one_turn");
  const q = vectors[0] as Quad;
  const turn = (q[0] < 0 ? q.map((x) => -x) : q) as Quad;
  const from = turned(turn, centroid(pairs, "from"));
  const to = centroid(pairs, "to");
  const place: Place = { position: minus(to, from), quaternion: turn };
  const narrow = spread[1] < kNarrowRatio * spread[0];
  const mirrored = isMirrored(values, spread, spreadTo);
  return { flaw: undefined, result: { place, ...measured(pairs, place), spread, narrow, mirrored } };
}
