// A state as the station would send it: include/tether/station/page/state_frame.hpp, the other way round
// than src/operator/frame.ts.
import type { ScanFrame, SideState, StateFrame } from "../../src/operator/protocol";

export function encodeState(state: StateFrame): ArrayBuffer {
  const bytes: number[] = [];
  const one = new DataView(new ArrayBuffer(8));
  const put = (count: number) => {
    for (let i = 0; i < count; ++i) bytes.push(one.getUint8(i));
  };
  const u8 = (value: number) => bytes.push(value);
  const u32 = (value: number) => (one.setUint32(0, value, true), put(4));
  const f32 = (...values: ArrayLike<number>[]) => {
    for (const list of values)
      for (const value of Array.from(list)) {
        one.setFloat32(0, value, true);
        put(4);
      }
  };
  u32(0x31485454);
  u32(state.count);
  one.setFloat64(0, state.time, true);
  put(8);
  const flags = [state.stopped, state.fault, state.ended, state.held, state.jogging, state.resting];
  u32(flags.reduce((sum, on, i) => sum + (on ? 2 ** i : 0), 0));
  u32(state.late.leader);
  u32(state.late.follower);
  f32([state.roundTrip, state.jitter, state.loss]);
  const side = (it: SideState) => {
    u8(it.engagement);
    u8(it.stop);
    u8(it.q.length);
    u8(it.contacts.length);
    u32(it.guards);
    f32(it.q, it.tool.position, it.tool.quaternion, it.setpoint.position, it.setpoint.quaternion);
    for (const wrench of [it.asked, it.external, it.fixtures]) f32(wrench.torque, wrench.force);
    f32(it.velocity, [it.tank, it.sent, it.received, it.exchanged, it.heldBack]);
    f32([it.levelController, it.kinetic, it.potential, it.stiffness]);
    for (const { point, force } of it.contacts) f32(point, force);
  };
  side(state.leader);
  side(state.follower);
  return new Uint8Array(bytes).buffer;
}

export function encodeScan(scan: ScanFrame): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(28 + 4 * scan.ranges.length));
  view.setUint32(0, 0x31535454, true);
  view.setUint32(4, scan.ranges.length, true);
  view.setFloat64(8, scan.time, true);
  [scan.firstAngle, scan.step, scan.limit, ...scan.ranges].forEach((value, i) =>
    view.setFloat32(16 + 4 * i, value, true),
  );
  return view.buffer as ArrayBuffer;
}
