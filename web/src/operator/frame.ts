// Reads the station's binary messages: include/tether/station/page/state_frame.hpp says what is where.
// They come sixty times a second, so the reader fills the same two frames in turn: a frame holds
// until the one after the next; who keeps a number longer copies it.
import type { Place, Quad, ScanFrame, Triple } from "./protocol";

const kStateMagic = 0x31485454; // "TTH1"
const kScanMagic = 0x31535454; // "TTS1"
const kHead = 40; // bytes before the sides
const kScanHead = 28;
const kContactFloats = 6;

const kFlags = ["stopped", "fault", "ended", "held", "jogging", "resting"] as const; // by bit
// in the order in which they come
const kNoFigures = {
  tank: 0,
  sent: 0,
  received: 0,
  exchanged: 0,
  heldBack: 0,
  levelController: 0,
  kinetic: 0,
  potential: 0,
  stiffness: 1,
};
const kFigures = Object.keys(kNoFigures) as (keyof typeof kNoFigures)[];
const kSideFloats = 3 + 4 + 3 + 4 + 6 + 6 + 6 + 3 + kFigures.length; // besides coordinates and contacts

const triple = (): Triple => [0, 0, 0];
const place = (): Place => ({ position: triple(), quaternion: [1, 0, 0, 0] });
const wrench = () => ({ torque: triple(), force: triple() });

// one side in one state frame; places and wrenches in its base frame
export type SideState = ReturnType<typeof emptySide>;
export type StateFrame = ReturnType<typeof emptyState>;

export function emptySide() {
  return {
    engagement: 0,
    stop: 0,
    guards: 0,
    q: new Float32Array() as Float32Array,
    tool: place(),
    setpoint: place(),
    asked: wrench(), // by the controller, at the tool
    external: wrench(), // of hand or world
    fixtures: wrench(),
    velocity: triple(),
    ...kNoFigures,
    contacts: [] as { point: Triple; force: Triple }[], // world frame
  };
}

export function emptyState() {
  return {
    count: 0,
    time: 0, // [s]
    stopped: false,
    fault: false,
    ended: false,
    held: false,
    jogging: false,
    resting: false, // a side: the session is paused, or ends
    late: { leader: 0, follower: 0 },
    roundTrip: 0,
    jitter: 0,
    loss: 0,
    leader: emptySide(),
    follower: emptySide(),
  };
}

export class FrameReader {
  private spare = emptyState();
  private current = emptyState();
  private view = new DataView(new ArrayBuffer(0));
  private at = 0;
  private readonly pools = new WeakMap<SideState, SideState["contacts"]>();

  // undefined: these bytes are not a state frame, or not a whole one
  state(bytes: ArrayBuffer): StateFrame | undefined {
    this.view = new DataView(bytes);
    if (bytes.byteLength < kHead || this.view.getUint32(0, true) !== kStateMagic) return undefined;
    const frame = this.spare;
    const { view } = this;
    frame.count = view.getUint32(4, true);
    frame.time = view.getFloat64(8, true);
    const flags = view.getUint32(16, true);
    kFlags.forEach((flag, bit) => (frame[flag] = (flags & (1 << bit)) !== 0));
    frame.late.leader = view.getUint32(20, true);
    frame.late.follower = view.getUint32(24, true);
    frame.roundTrip = view.getFloat32(28, true);
    frame.jitter = view.getFloat32(32, true);
    frame.loss = view.getFloat32(36, true);
    this.at = kHead;
    if (!this.side(frame.leader) || !this.side(frame.follower)) return undefined;
    if (this.at !== bytes.byteLength) return undefined;
    this.spare = this.current;
    this.current = frame;
    return frame;
  }

  private side(side: SideState): boolean {
    const { view } = this;
    if (view.byteLength < this.at + 8) return false;
    side.engagement = view.getUint8(this.at);
    side.stop = view.getUint8(this.at + 1);
    const coordinates = view.getUint8(this.at + 2);
    const contacts = view.getUint8(this.at + 3);
    side.guards = view.getUint32(this.at + 4, true);
    this.at += 8;
    const floats = coordinates + kSideFloats + contacts * kContactFloats;
    if (view.byteLength < this.at + 4 * floats) return false;
    if (side.q.length !== coordinates) side.q = new Float32Array(coordinates);
    this.numbers(side.q);
    this.place(side.tool);
    this.place(side.setpoint);
    for (const { torque, force } of [side.asked, side.external, side.fixtures]) {
      this.numbers(torque);
      this.numbers(force);
    }
    this.numbers(side.velocity);
    for (const figure of kFigures) side[figure] = this.number();
    this.contacts(side, contacts);
    return true;
  }

  private number(): number {
    const value = this.view.getFloat32(this.at, true);
    this.at += 4;
    return value;
  }

  private numbers(out: number[] | Float32Array): void {
    for (let i = 0; i < out.length; ++i) out[i] = this.number();
  }

  private place({ position, quaternion }: { position: Triple; quaternion: Quad }): void {
    this.numbers(position);
    this.numbers(quaternion);
  }

  // contacts come and go with every frame; their objects stay
  private contacts(side: SideState, count: number): void {
    const pool = this.pools.get(side) ?? [];
    this.pools.set(side, pool);
    while (pool.length < count) pool.push({ point: triple(), force: triple() });
    side.contacts.length = count;
    for (let i = 0; i < count; ++i) {
      const contact = pool[i]!;
      this.numbers(contact.point);
      this.numbers(contact.force);
      side.contacts[i] = contact;
    }
  }
}

export function readScan(bytes: ArrayBuffer): ScanFrame | undefined {
  const view = new DataView(bytes);
  if (bytes.byteLength < kScanHead || view.getUint32(0, true) !== kScanMagic) return undefined;
  const count = view.getUint32(4, true);
  if (bytes.byteLength !== kScanHead + 4 * count) return undefined;
  const ranges = new Float32Array(count);
  for (let i = 0; i < count; ++i) ranges[i] = view.getFloat32(kScanHead + 4 * i, true);
  return {
    time: view.getFloat64(8, true),
    firstAngle: view.getFloat32(16, true),
    step: view.getFloat32(20, true),
    limit: view.getFloat32(24, true),
    ranges,
  };
}
