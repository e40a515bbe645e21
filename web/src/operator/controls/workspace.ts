// Where the follower's tool is wanted for a place of the leader's, and back; each in its own base
// frame, as include/tether/control/couplings/workspace.hpp has it:
//   p_follower = p_o + s R_m (p_leader − p_ref)                                               [m]
import type { Triple, Workspace } from "../protocol";

const entry = (w: Workspace, i: number, j: number): number =>
  w.rotation[3 * i + j] ?? (i === j ? 1 : 0);

function turned(w: Workspace, d: Triple, transposed: boolean): Triple {
  const row = (i: number) =>
    [0, 1, 2].reduce(
      (sum, j) => sum + (transposed ? entry(w, j, i) : entry(w, i, j)) * (d[j] ?? 0),
      0,
    );
  return [row(0), row(1), row(2)];
}

const scaled = (d: Triple, by: number): Triple => [d[0] * by, d[1] * by, d[2] * by];
export const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export const turnToFollower = (w: Workspace, d: Triple): Triple => turned(w, d, false);
// a way of the follower's that stands for one of the leader's, and back
export const wayToFollower = (w: Workspace, d: Triple): Triple =>
  scaled(turned(w, d, false), w.scale);
export const wayToLeader = (w: Workspace, d: Triple): Triple =>
  scaled(turned(w, d, true), 1 / w.scale);

export const toFollower = (w: Workspace, p: Triple): Triple =>
  plus(w.follower_offset.position, wayToFollower(w, minus(p, w.leader_origin)));
export const toLeader = (w: Workspace, p: Triple): Triple =>
  plus(w.leader_origin, wayToLeader(w, minus(p, w.follower_offset.position)));
