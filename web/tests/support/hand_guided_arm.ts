// The arm of arm_session.ts in a person's hand: the leader hangs on a spring from the aim, the
// follower goes along until its wall, and from there on pulls the leader back.
import type { SideState, StateFrame, Triple } from "../../src/operator/protocol";
import { kBaseHeight, kFore, kUpper, kWall, toolOf } from "./arm_session";
import type { MockStation } from "./mock_station";

export const kHandStiffness = 200; // [N/m]
export const kCouplingStiffness = 600; // [N/m]

// the posture with the tool at x, z; elbow forward
export function postureAt(x: number, z: number): [number, number] {
  const up = z - kBaseHeight;
  const far = Math.min(Math.hypot(x, up), kUpper + kFore - 1e-6);
  const cosine = (far * far - kUpper * kUpper - kFore * kFore) / (2 * kUpper * kFore);
  const elbow = Math.acos(Math.min(1, Math.max(-1, cosine)));
  const lead = Math.atan2(kFore * Math.sin(elbow), kUpper + kFore * Math.cos(elbow));
  return [Math.atan2(x, up) - lead, elbow];
}

function pose(side: SideState, [x, , z]: Triple): void {
  const q = postureAt(x, z);
  const { position, angle } = toolOf(...q);
  side.q = new Float32Array(q);
  side.tool = { position, quaternion: [Math.cos(angle / 2), 0, Math.sin(angle / 2), 0] };
}

export class HandGuidedArm {
  aim: Triple | undefined;
  leader: Triple;
  follower: Triple;
  refusal: string | undefined; // of holding

  constructor(station: MockStation, start: [number, number] = [0.3, 1.6]) {
    this.leader = toolOf(...start).position;
    this.follower = [...this.leader];
    station.frozen = start;
    station.answer = (command) => {
      if (command.do === "release") this.aim = undefined;
      if (command.do !== "hold") return {};
      if (this.refusal !== undefined) station.say({ say: "refused", why: this.refusal });
      else this.aim = command.position;
      return {};
    };
    station.shape = (state) => this.show(state);
  }

  private show(state: StateFrame): void {
    const { aim } = this;
    let force = 0;
    if (aim) {
      // where both springs balance
      const beyond = Math.max(0, aim[0] - kWall);
      const share = kHandStiffness / (kHandStiffness + kCouplingStiffness);
      const x = Math.min(aim[0], kWall) + share * beyond;
      this.leader = [x, 0, aim[2]];
      this.follower = [Math.min(x, kWall), 0, aim[2]];
      force = kHandStiffness * (aim[0] - x);
    }
    pose(state.leader, this.leader);
    pose(state.follower, this.follower);
    state.leader.setpoint = state.follower.tool;
    state.follower.setpoint = state.leader.tool;
    state.held = aim !== undefined;
    state.leader.external.force = [force, 0, 0];
    state.leader.asked.force = [-force, 0, 0];
    state.follower.external.force = [-force, 0, 0];
  }
}
