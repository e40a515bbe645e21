// The state of a recorded session at any time, as a live one is shown: places and forces by
// interpolation, what jumps (guards, engagement) as it was recorded last. What a log does not hold
// (contact points, late ticks, stored energy of bodies) is nothing.
import type { SideName, SideState, SessionModel, StateFrame, Triple } from "../protocol";
import { emptySide, emptyState } from "../frame";
import { kHere } from "../vectors";
import { toFollower } from "../workspace";
import { type Around, around, between, row, slerp } from "./interpolate";
import type { Recording } from "./recording";
import type { Stretch } from "./stretch";

// figures of a Guard message that are bits of a state frame (station/page/state_frame.hpp)
const kGuardBits: [figure: number, bit: number][] = [
  [4, 1], // joint stops
  [5, 2], // joint speed
  [6, 4], // tool speed
  [7, 8], // torque rate
  [8, 16], // power
  [9, 32], // fence
  [13, 64], // contact
];
const kGuardStop = 12;
const kGuardEnergyShare = 1;

// stretches: those around the time
export function stateAt(
  recording: Recording,
  stretches: Stretch[],
  time: number,
  count: number,
): StateFrame {
  const { session, events } = recording;
  const at = (topic: string) => around(stretches.map((s) => s.tracks.get(topic)), time);
  const leader = sideAt("leader");
  const follower = sideAt("follower");
  if (recording.hasWorkspace) {
    follower.setpoint = { ...follower.tool, position: toFollower(session.workspace, leader.tool.position) };
  }
  const link = at("/link");
  const [sent, lost] = link ? [between(link, 0), between(link, 2)] : [0, 0];
  return {
    ...emptyState(),
    count,
    time,
    stopped: leader.stop !== 0 || follower.stop !== 0,
    fault: events.some((event) => event.what === "fault" && event.time <= time),
    ended: time >= recording.to,
    roundTrip: link ? between(link, 5) : 0,
    loss: sent > 0 ? lost / sent : 0,
    leader,
    follower,
  };

  function sideAt(side: SideName): SideState {
    const cp = at(`/${side}/measured_cp`);
    const energy = at(`/${side}/energy`);
    const guard = at(`/${side}/guard`)?.before;
    const figure = (i: number) => (energy ? between(energy, i) : 0);
    const tool = cp
      ? { position: row(cp, 0, 3) as Triple, quaternion: slerp(cp.before.subarray(3), cp.after.subarray(3), cp.share) }
      : kHere;
    return {
      ...emptySide(),
      engagement: recording.engagementAt(side, time),
      stop: guard?.[kGuardStop] ?? 0,
      guards: guard ? kGuardBits.reduce((bits, [i, bit]) => (guard[i] ? bits | bit : bits), 0) : 0,
      q: coordinates(session[side], at(`/${side}/scene`), at(`/${side}/measured_js`)),
      tool,
      setpoint: tool,
      asked: wrench(at(`/${side}/servo_cf`)),
      external: wrench(at(`/${side}/measured_cf`)),
      fixtures: wrench(side === "leader" ? at("/leader/assist") : undefined),
      velocity: cp && cp.gap > 0 ? ([0, 1, 2].map((i) => (cp.after[i]! - cp.before[i]!) / cp.gap) as Triple) : [0, 0, 0],
      tank: figure(0),
      sent: figure(4),
      received: figure(3),
      exchanged: figure(2),
      heldBack: figure(7),
      levelController: figure(6),
      stiffness: guard?.[kGuardEnergyShare] ?? 1,
    };
  }
}

function wrench(place: Around | undefined): { torque: Triple; force: Triple } {
  if (!place || place.before.length < 6) return { torque: [0, 0, 0], force: [0, 0, 0] };
  return { torque: row(place, 0, 3) as Triple, force: row(place, 3, 6) as Triple };
}

// All coordinates of a side's world. Where the log has those of the robot only, the rest are at
// their reference.
export function coordinates(
  side: SessionModel["leader"],
  scene: Around | undefined,
  joints: Around | undefined,
): Float32Array {
  const q = referenceOf(side);
  if (scene) {
    const n = Math.min(scene.before.length, q.length);
    for (let i = 0; i < n; ++i) q[i] = between(scene, i);
    for (const first of quaternionsOf(side)) {
      if (first + 4 > n) continue;
      q.set(slerp(scene.before.subarray(first), scene.after.subarray(first), scene.share), first);
    }
  } else if (joints) {
    side.q.forEach((place, i) => {
      if (i < joints.before.length) q[place] = between(joints, i);
    });
  }
  return q;
}

function referenceOf(side: SessionModel["leader"]): Float32Array {
  const widths = { hinge: 1, slide: 1, ball: 4, free: 7 };
  let n = side.q.reduce((most, i) => Math.max(most, i + 1), 0);
  const joints = side.scene.bodies.flatMap((body) => body.joints.map((joint) => ({ body, joint })));
  for (const { joint } of joints) n = Math.max(n, joint.q + widths[joint.type]);
  const q = new Float32Array(n);
  for (const { body, joint } of joints) {
    if (joint.type === "free") q.set([...body.position, ...body.quaternion], joint.q);
    else if (joint.type === "ball") q[joint.q] = 1;
    else q[joint.q] = joint.reference;
  }
  return q;
}

// where the quaternions of ball and free joints begin
function quaternionsOf(side: SessionModel["leader"]): number[] {
  return side.scene.bodies.flatMap(({ joints }) =>
    joints.flatMap(({ type, q }) => (type === "ball" ? [q] : type === "free" ? [q + 3] : [])),
  );
}
