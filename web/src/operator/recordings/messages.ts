// The few ROS 2 messages of a log that the page shows, from CDR to rows of numbers. Definitions:
// src/record/ros2/ros2_definitions.cpp; encoding: OMG DDSI-RTPS 2.5, 10.2 (plain CDR, either order).

class Cdr {
  private readonly view: DataView;
  private readonly little: boolean;
  private at = 0; // after the four bytes that name the encoding, as alignment counts

  constructor(bytes: Uint8Array) {
    if (bytes.length < 4 || bytes[0] !== 0 || bytes[1]! > 1) throw new RangeError("not plain CDR");
    this.little = bytes[1] === 1;
    this.view = new DataView(bytes.buffer, bytes.byteOffset + 4, bytes.length - 4);
  }

  byte(): number {
    return this.view.getUint8(this.at++);
  }
  word(): number {
    const at = this.step(4);
    return this.view.getUint32(at, this.little);
  }
  // a counter of 64 bits; exact to 2^53
  count(): number {
    const at = this.step(8);
    const [first, second] = [this.view.getUint32(at, this.little), this.view.getUint32(at + 4, this.little)];
    return this.little ? first + 2 ** 32 * second : 2 ** 32 * first + second;
  }
  double(): number {
    const at = this.step(8);
    return this.view.getFloat64(at, this.little);
  }
  text(): string {
    const length = this.word();
    if (length > this.view.byteLength - this.at) throw new RangeError("a text is longer than its message");
    const bytes = new Uint8Array(this.view.buffer, this.view.byteOffset + this.at, Math.max(0, length - 1));
    this.at += length;
    return new TextDecoder().decode(bytes);
  }
  skipText(): void {
    const length = this.word(); // moves on by itself
    this.at += length;
  }
  skipHeader(): void {
    this.at += 8;
    this.skipText();
  }
  doubles(into: number[]): void {
    const length = this.word();
    if (8 * length > this.view.byteLength - this.at) throw new RangeError("a list is longer than its message");
    for (let i = 0; i < length; ++i) into.push(this.double());
  }

  private step(size: number): number {
    const at = Math.ceil(this.at / size) * size;
    this.at = at + size;
    return at;
  }
}

// one message as a row; throws RangeError where it is not such a message
export type Row = (bytes: Uint8Array) => number[];

function doubles(cdr: Cdr, n: number): number[] {
  const row: number[] = [];
  for (let i = 0; i < n; ++i) row.push(cdr.double());
  return row;
}

function stamped(bytes: Uint8Array): Cdr {
  const cdr = new Cdr(bytes);
  cdr.skipHeader();
  return cdr;
}

// positions
const joints: Row = (bytes) => {
  const cdr = stamped(bytes);
  for (let left = cdr.word(); left > 0; --left) cdr.text();
  const row: number[] = [];
  cdr.doubles(row);
  return row;
};

// position, then the quaternion, w first
const pose: Row = (bytes) => {
  const [x, y, z, qx, qy, qz, qw] = doubles(stamped(bytes), 7) as [number, number, number, number, number, number, number];
  return [x, y, z, qw, qx, qy, qz];
};

// torque, force
const wrench: Row = (bytes) => {
  const row = doubles(stamped(bytes), 6);
  return [...row.slice(3), ...row.slice(0, 3)];
};

// tank, reserve, exchanged, received, sent, in flight, tank level controller, held back
const energy: Row = (bytes) => doubles(stamped(bytes), 8);

// sent, received, lost, duplicated, delay, round trip
const link: Row = (bytes) => {
  const cdr = stamped(bytes);
  const counts = [cdr.count(), cdr.count(), cdr.count(), cdr.count()];
  return [...counts, ...doubles(cdr, 2)];
};

const engagement: Row = (bytes) => [stamped(bytes).byte()];

// twelve figures as in its definition, stop, contact
const guard: Row = (bytes) => {
  const cdr = stamped(bytes);
  return [...doubles(cdr, 12), cdr.byte(), cdr.byte()];
};

export const kRows: Record<string, Row> = {
  "sensor_msgs/msg/JointState": joints,
  "geometry_msgs/msg/PoseStamped": pose,
  "geometry_msgs/msg/WrenchStamped": wrench,
  "tether_msgs/msg/Energy": energy,
  "tether_msgs/msg/LinkStats": link,
  "tether_msgs/msg/Engagement": engagement,
  "tether_msgs/msg/Guard": guard,
  "tether_msgs/msg/Assist": wrench, // begins like one: asked for at the leader's tool
};

export function jointNames(bytes: Uint8Array): string[] {
  const cdr = stamped(bytes);
  const names: string[] = [];
  for (let left = cdr.word(); left > 0; --left) names.push(cdr.text());
  return names;
}

export interface LogEvent {
  time: number; // [s]
  what: string; // a name
  detail: string; // a sentence
}

export function readEvent(bytes: Uint8Array): LogEvent {
  const cdr = new Cdr(bytes);
  const seconds = cdr.word() | 0;
  const time = seconds + 1e-9 * cdr.word();
  return { time, what: cdr.text(), detail: cdr.text() };
}
