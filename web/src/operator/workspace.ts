// Where the follower's tool is wanted for a place of the leader's, and back; each in its own base
// frame, as include/tether/control/couplings/workspace.hpp has it:
//   p_follower = p_o + s R_m (p_leader − p_ref)                                               [m]
import type { Triple, Workspace } from "./protocol";

export const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

// a way of the follower's that stands for one of the leader's, and back; by 1 it is only turned
export function wayToFollower({ rotation, scale }: Workspace, d: Triple, by = scale): Triple {
  const row = (i: number) => by * dot(d, rotation[i]!, rotation[i + 1]!, rotation[i + 2]!);
  return [row(0), row(3), row(6)];
}
export function wayToLeader({ rotation, scale }: Workspace, d: Triple): Triple {
  const column = (i: number) => dot(d, rotation[i]!, rotation[i + 3]!, rotation[i + 6]!) / scale;
  return [column(0), column(1), column(2)];
}
const dot = ([dx, dy, dz]: Triple, x: number, y: number, z: number) => x * dx + y * dy + z * dz;

export const toFollower = (w: Workspace, p: Triple): Triple =>
  plus(w.follower_offset.position, wayToFollower(w, minus(p, w.leader_origin)));
export const toLeader = (w: Workspace, p: Triple): Triple =>
  plus(w.leader_origin, wayToLeader(w, minus(p, w.follower_offset.position)));
