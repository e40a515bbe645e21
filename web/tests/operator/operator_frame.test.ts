import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FrameReader, emptyState, readScan } from "../../src/operator/frame";
import type { SideState, StateFrame, Triple } from "../../src/operator/protocol";
import { encodeScan, encodeState } from "../support/encode_frame";

const data = (name: string) =>
  fileURLToPath(new URL(`../../../tests/data/${name}`, import.meta.url));

// every number another one, all of them exact in 32 bits
function numbered(): StateFrame {
  let next = 0;
  const number = () => ++next / 8;
  const three = (): Triple => [number(), number(), number()];
  const place = (): SideState["tool"] => ({ position: three(), quaternion: [...three(), number()] });
  const wrench = () => ({ torque: three(), force: three() });
  const side = (coordinates: number, contacts: number): SideState => ({
    engagement: 2,
    stop: 1,
    guards: 257,
    q: Float32Array.from({ length: coordinates }, number),
    tool: place(),
    setpoint: place(),
    asked: wrench(),
    external: wrench(),
    fixtures: wrench(),
    velocity: three(),
    tank: number(),
    sent: number(),
    received: number(),
    exchanged: number(),
    heldBack: number(),
    levelController: number(),
    kinetic: number(),
    potential: number(),
    stiffness: number(),
    contacts: Array.from({ length: contacts }, () => ({ point: three(), force: three() })),
  });
  return {
    count: 4_000_000_000,
    time: 12.34,
    stopped: true,
    fault: false,
    ended: true,
    held: false,
    jogging: true,
    resting: true,
    late: { leader: 7, follower: 9 },
    roundTrip: 0.25,
    jitter: 0.125,
    loss: 0.5,
    leader: side(3, 0),
    follower: side(9, 2),
  };
}

describe("the reader of state frames", () => {
  it("finds every number where it was put", () => {
    const state = numbered();
    expect(new FrameReader().state(encodeState(state))).toEqual(state);
  });

  it("reads what the program writes", () => {
    expect(existsSync(data("state_frame.bin"))).toBe(true);
    const file = readFileSync(data("state_frame.bin"));
    const bytes = new Uint8Array(file).buffer;
    const state = new FrameReader().state(bytes);
    const plain: unknown = JSON.parse(JSON.stringify(state, (_key, value: unknown) =>
      value instanceof Float32Array ? Array.from(value) : value));
    expect(plain).toEqual(JSON.parse(readFileSync(data("state_frame.json"), "utf8")));
  });

  it("leaves the frame before as it was", () => {
    const reader = new FrameReader();
    const first = reader.state(encodeState(numbered()));
    expect(reader.state(encodeState(emptyState()))).toEqual(emptyState());
    expect(first).toEqual(numbered());
  });

  it("uses the same memory again", () => {
    const reader = new FrameReader();
    const bytes = encodeState(numbered());
    const [first, , third] = [reader.state(bytes), reader.state(bytes), reader.state(bytes)];
    expect(third).toBe(first);
  });

  it("refuses what is cut off, too long or of another kind", () => {
    const whole = encodeState(numbered());
    const reader = new FrameReader();
    for (let size = 0; size < whole.byteLength; ++size)
      expect(reader.state(whole.slice(0, size))).toBeUndefined();
    const longer = new Uint8Array(whole.byteLength + 4);
    longer.set(new Uint8Array(whole));
    expect(reader.state(longer.buffer)).toBeUndefined();
    const other = whole.slice(0);
    new DataView(other).setUint32(0, 0x31535454, true);
    expect(reader.state(other)).toBeUndefined();
  });
});

describe("the reader of scans", () => {
  const scan = {
    time: 3.5,
    firstAngle: -0.75,
    step: 0.25,
    limit: 10,
    ranges: new Float32Array([1, 2, Infinity, 4]),
  };

  it("finds every number where it was put", () => {
    expect(readScan(encodeScan(scan))).toEqual(scan);
  });

  it("refuses what is cut off or of another kind", () => {
    const whole = encodeScan(scan);
    for (let size = 0; size < whole.byteLength; ++size)
      expect(readScan(whole.slice(0, size))).toBeUndefined();
    expect(readScan(encodeState(emptyState()))).toBeUndefined();
  });
});
