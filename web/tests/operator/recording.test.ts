import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import { McapIndexedReader } from "@mcap/core";
import { beforeAll, describe, expect, it } from "vitest";

import { alignedByEvents, compare } from "../../src/operator/recordings/compare";
import { around, slerp } from "../../src/operator/recordings/interpolate";
import { kParts, Overview } from "../../src/operator/recordings/overview";
import { Recording } from "../../src/operator/recordings/recording";
import { scenarioValues } from "../../src/operator/recordings/scenario_text";
import { BlobSource, type ByteSource, LogError } from "../../src/operator/recordings/source";
import { force, joints, kBehind, sampleLog, tank, tool } from "./recording_sample";

const never = new AbortController().signal;

function source(bytes: Uint8Array, name = "log.mcap"): BlobSource {
  return new BlobSource(new Blob([bytes as BlobPart]), name);
}

// counts what is read
class CountedSource implements ByteSource {
  bytes = 0;
  constructor(private readonly inner: ByteSource) {}
  get name(): string {
    return this.inner.name;
  }
  size(): Promise<number> {
    return this.inner.size();
  }
  read(from: number, length: number, stopped?: AbortSignal): Promise<Uint8Array> {
    this.bytes += length;
    return this.inner.read(from, length, stopped);
  }
}

async function whole(recording: Recording): Promise<Overview> {
  const overview = new Overview(recording);
  await overview.read(() => {}, never);
  return overview;
}

describe("a recording", () => {
  let bytes: Uint8Array;
  beforeAll(async () => {
    bytes = await sampleLog();
  });

  it("shows the session that was recorded", async () => {
    const recording = await Recording.open(source(bytes));
    expect(recording.hasScenes).toBe(true);
    expect(recording.warnings).toEqual([]);
    expect([recording.from, recording.to]).toEqual([0, 3]);
    const { session } = recording;
    expect(session.title).toBe("Two small arms");
    expect(session.name).toBe("two_arms");
    expect(session.rate).toBe(200);
    expect(session.values["passivity.kind"]).toBe("two-layer");
    expect(session.tank_level).toBe(0.1);
    expect(session.force_limit).toBe(12);
    expect(session.follower.scene.bodies.map(({ name }) => name)).toContain("tip");
    expect(recording.phases).toEqual([
      { name: "free", from: 0, to: 1 },
      { name: "wall", from: 1, to: 3 },
    ]);
    expect(recording.events.map(({ time, what }) => [time, what])).toEqual([
      [0, "phase"],
      [1, "contact_begin"],
      [2, "contact_end"],
    ]);
  });

  it("has at its ticks exactly what the official readers find there", async () => {
    const recording = await Recording.open(source(bytes));
    const log = await McapIndexedReader.Initialize({
      readable: {
        size: async () => BigInt(bytes.length),
        read: async (from, length) => bytes.subarray(Number(from), Number(from + length)),
      },
    });
    const readers = new Map<number, MessageReader<any>>();
    for (const { id, schemaId } of log.channelsById.values()) {
      const text = new TextDecoder().decode(log.schemasById.get(schemaId)!.data);
      readers.set(id, new MessageReader(parse(text, { ros2: true })));
    }
    let compared = 0;
    for await (const { channelId, logTime, data } of log.readMessages()) {
      const [, sideName, topic] = log.channelsById.get(channelId)!.topic.split("/");
      if (sideName !== "leader" && sideName !== "follower") continue;
      const side = (await recording.at(Number(logTime) * 1e-9))[sideName];
      const message = readers.get(channelId)!.readMessage(data);
      if (topic === "measured_js") {
        expect([...side.q]).toEqual([...Float32Array.from(message.position)]);
      } else if (topic === "measured_cp") {
        const { x, y, z } = message.pose.position;
        expect(Math.hypot(side.tool.position[0] - x, side.tool.position[1] - y, side.tool.position[2] - z)).toBeLessThan(1e-8);
        expect(Math.abs(side.tool.quaternion[3] - message.pose.orientation.z)).toBeLessThan(1e-8);
        expect(Math.abs(side.tool.quaternion[0] - message.pose.orientation.w)).toBeLessThan(1e-8);
      } else if (topic === "measured_cf") {
        expect(side.external.force[1]).toBeCloseTo(message.wrench.force.y, 7);
      } else if (topic === "servo_cf") {
        expect(side.asked.torque[2]).toBeCloseTo(message.wrench.torque.z, 12);
      } else if (topic === "energy") {
        expect(side.tank).toBeCloseTo(message.tank, 8);
        expect([side.exchanged, side.received, side.sent]).toEqual([message.exchanged, message.received, message.sent]);
        expect([side.levelController, side.heldBack]).toEqual([message.tlc_force, message.held_back]);
      } else if (topic === "engagement") {
        expect(side.engagement).toBe(message.state);
      } else if (topic === "guard") {
        expect(side.stop).toBe(message.stop);
        expect(side.guards).toBe((message.fence ? 32 : 0) | (message.contact ? 64 : 0));
        expect(side.stiffness).toBe(message.energy_share);
      } else {
        continue;
      }
      compared += 1;
    }
    expect(compared).toBeGreaterThan(601 * 12);
  });

  it("lies between its ticks where the motion really was", async () => {
    const recording = await Recording.open(source(bytes));
    for (let t = 0.0013; t < 3; t += 0.0371) {
      const { leader, follower } = await recording.at(t);
      const { position, angle } = tool(t);
      expect(Math.hypot(...position.map((v, i) => v - leader.tool.position[i]!))).toBeLessThan(1e-5);
      expect(2 * Math.atan2(leader.tool.quaternion[3], leader.tool.quaternion[0])).toBeCloseTo(angle, 4);
      expect(Math.hypot(...leader.tool.quaternion)).toBeCloseTo(1, 12);
      expect(leader.q[0]).toBeCloseTo(joints(t)[0], 5);
      expect(leader.tank).toBeCloseTo(tank(t), 4);
      // where the leader wants the follower; it stands 5 mm aside
      expect(follower.setpoint.position[1] - leader.tool.position[1]).toBeCloseTo(-kBehind, 12);
      expect(follower.tool.position[1] - follower.setpoint.position[1]).toBeCloseTo(0.005, 12);
      const h = 1e-4;
      const speed = (tool(t + h).position[0] - tool(t - h).position[0]) / (2 * h);
      expect(leader.velocity[0]).toBeCloseTo(speed, 2);
    }
  });

  it("stays at its ends beyond them", async () => {
    const recording = await Recording.open(source(bytes));
    expect((await recording.at(-5)).leader.q[1]).toBeCloseTo(0, 6);
    const late = await recording.at(99);
    expect(late.ended).toBe(true);
    expect(late.leader.q[1]).toBeCloseTo(0.9, 5);
  });

  it("reads only what is looked at", async () => {
    const long = await sampleLog({ duration: 20, chunkSize: 1 << 15 });
    const counted = new CountedSource(source(long));
    const recording = await Recording.open(counted);
    await recording.at(12.3);
    expect(recording.chunks.length).toBeGreaterThan(50);
    expect(counted.bytes).toBeLessThan(0.2 * long.length);
    const before = counted.bytes;
    expect(recording.peek(12.31)?.time).toBe(12.31); // near, so it is there already
    expect(recording.peek(5)).toBeUndefined();
    expect(counted.bytes).toBe(before);
  });

  it("finds extremes, means and where they are in one pass", async () => {
    const recording = await Recording.open(source(bytes));
    const { curves, done } = await whole(recording);
    expect(done).toBe(1);
    expect(curves.leader_force.max).toBeCloseTo(force(1 + Math.PI / 2, 500), 3);
    expect(curves.leader_force.maxAt).toBeCloseTo(1 + Math.PI / 2, 1);
    expect(curves.follower_tank.min).toBeCloseTo(0.05, 4);
    expect(curves.error.mean).toBeCloseTo(0.005, 6);
    expect(curves.error.count).toBeGreaterThan(550);
    const filled = curves.leader_tank.low.filter((v) => !Number.isNaN(v));
    expect(filled.length).toBe(Math.min(kParts, 601));
  });

  it("stops its pass when asked to", async () => {
    const recording = await Recording.open(source(bytes));
    const stop = new AbortController();
    stop.abort();
    await expect(new Overview(recording).read(() => {}, stop.signal)).rejects.toThrow(/abort/i);
  });

  it("without a scene shows its figures and says so", async () => {
    const recording = await Recording.open(source(await sampleLog({ scene: false })));
    expect(recording.hasScenes).toBe(false);
    expect(recording.warnings.join()).toMatch(/no scene.*only its figures/);
    expect(recording.session.leader.joints.map(({ name }) => name)).toEqual(["shoulder", "elbow"]);
    expect((await recording.at(1)).leader.q[0]).toBeCloseTo(joints(1)[0], 6);
  });

  it("keeps the session's time where it does not begin at nought", async () => {
    const recording = await Recording.open(source(await sampleLog({ from: 40, duration: 1 })));
    expect([recording.from, recording.to]).toEqual([40, 41]);
    expect((await recording.at(40.5)).leader.q[1]).toBeCloseTo(0.3 * 40.5, 4);
  });
});

describe("two recordings", () => {
  it("show what differs between them", async () => {
    const pair = await Promise.all(
      [sampleLog(), sampleLog({ duration: 2, stiffness: 800, passivity: "none", from: 0.5 })].map(async (log) => {
        const recording = await Recording.open(source(await log));
        return { recording, overview: await whole(recording) };
      }),
    );
    const rows = compare(pair as [any, any]);
    const row = (what: RegExp) => rows.find((r) => what.test(r.what))!;
    expect(row(/Duration/)).toMatchObject({ values: ["3\u00a0s", "2\u00a0s"], differs: true });
    expect(row(/Passivity/)).toMatchObject({ values: ["two-layer", "none"], differs: true });
    expect(row(/Link$/)).toMatchObject({ values: ["ideal", "ideal"], differs: false });
    expect(row(/stiffness/)).toMatchObject({ values: ["500", "800"], differs: true });
    expect(row(/Tracking/).differs).toBe(false);
    expect(row(/hand/).differs).toBe(true);
    // its first contact comes half a second later
    expect(alignedByEvents(pair[0]!.recording, pair[1]!.recording)).toBeCloseTo(-0.5, 9);
  });
});

describe("a log that is not what it should be", () => {
  const open = (bytes: Uint8Array) => Recording.open(source(bytes));

  it("is refused with a reason", async () => {
    await expect(open(new Uint8Array())).rejects.toThrow("is empty");
    await expect(open(new TextEncoder().encode("PK\x03\x04 hello"))).rejects.toThrow("is not an MCAP file");
    await expect(open(await sampleLog({ topics: false }))).rejects.toThrow(
      "was made by another program: has no /leader/measured_js",
    );
    const bytes = await sampleLog({ duration: 1 });
    await expect(open(bytes.subarray(0, 5))).rejects.toThrow(/ends early/);
    await expect(open(bytes.subarray(0, 200))).rejects.toThrow(/ends early: after .* before anything/);
  });

  it("is shown as far as it goes when its session was killed", async () => {
    const bytes = await sampleLog();
    const recording = await open(bytes.subarray(0, Math.round(0.6 * bytes.length)));
    expect(recording.warnings[0]).toMatch(/^ends early: shown is what is there, up to \d\.\d\d s$/);
    expect(recording.to).toBeGreaterThan(1);
    expect(recording.to).toBeLessThan(2.5);
    expect(recording.hasScenes).toBe(true);
    expect((await recording.at(1)).leader.q[0]).toBeCloseTo(joints(1)[0], 6);
    await whole(recording); // brings the events, since no index says where they are
    expect(recording.events.map(({ what }) => what)).toContain("contact_begin");
  });

  it("has a damaged part reported, and the rest shown", async () => {
    const bytes = await sampleLog();
    const good = await open(bytes);
    const place = good.chunks[Math.floor(good.chunks.length / 2)]!;
    bytes[place.offset + Math.round(place.length / 2)]! ^= 0x10;
    const recording = await open(bytes);
    await whole(recording);
    expect(recording.damage).toMatch(/^is damaged: \d\.\d\d s to \d\.\d\d s cannot be read$/);
    expect((await recording.at(0.1)).leader.q[0]).toBeCloseTo(joints(0.1)[0], 6);
  });

  // whatever is in a file, opening and playing it ends, and says why when it cannot be shown
  async function expectCalm(bytes: Uint8Array): Promise<boolean> {
    try {
      const recording = await open(bytes);
      const overview = await whole(recording);
      for (let i = 0; i <= 8; ++i) {
        const { leader, follower } = await recording.at(recording.from + (i / 8) * recording.length);
        for (const { tool: place, q } of [leader, follower]) {
          expect([...place.position, ...place.quaternion, ...q].every(Number.isFinite)).toBe(true);
        }
      }
      expect(overview.done).toBe(1);
      return true;
    } catch (problem) {
      expect(problem).toBeInstanceOf(LogError);
      expect((problem as Error).message).not.toBe("");
      return false;
    }
  }

  it("may end anywhere", async () => {
    const bytes = await sampleLog({ duration: 0.5, rate: 100, chunkSize: 1 << 13 });
    let shown = 0;
    for (let end = 0; end < bytes.length; end += 1 + Math.floor(bytes.length / 150)) {
      shown += Number(await expectCalm(bytes.subarray(0, end)));
    }
    expect(shown).toBeGreaterThan(20); // everything but the front
  });

  it("may have any bits flipped", async () => {
    const bytes = await sampleLog({ duration: 0.3, rate: 100, chunkSize: 1 << 13 });
    const random = randomNumbers(7);
    let shown = 0;
    for (let n = 0; n < 200; ++n) {
      const damaged = bytes.slice();
      const flips = 1 + Math.floor(4 * random());
      for (let k = 0; k < flips; ++k) {
        damaged[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(8 * random());
      }
      shown += Number(await expectCalm(damaged));
    }
    expect(shown).toBeGreaterThan(50);
  });

  it("may be anything behind its first bytes", async () => {
    const bytes = await sampleLog({ duration: 0.1, rate: 100 });
    const random = randomNumbers(11);
    for (let n = 0; n < 100; ++n) {
      const noise = Uint8Array.from({ length: 100 + Math.floor(4000 * random()) }, () => 256 * random());
      noise.set(bytes.subarray(0, Math.floor(60 * random())));
      if (n % 2) noise.set(bytes.subarray(-40), noise.length - 40);
      await expectCalm(noise);
    }
  });
});

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("interpolation", () => {
  it("turns along the shortest way, at a constant speed", () => {
    const a = [1, 0, 0, 0];
    const b = [-Math.cos(0.4), -Math.sin(0.4), 0, 0]; // the same turn as its negative
    for (const share of [0, 0.25, 0.5, 1]) {
      const [w, x] = slerp(a, b, share);
      expect(Math.atan2(x, w)).toBeCloseTo(0.4 * share, 12);
    }
    expect(slerp(a, a, 0.3)).toEqual([1, 0, 0, 0]);
    expect(slerp([0, 0, 0, 0], [0, 0, 0, 0], 0.5)).toEqual([1, 0, 0, 0]);
  });

  it("finds the rows around a time in whichever stretch they are", () => {
    const track = (times: number[]) => ({
      times: Float64Array.from(times),
      width: 1,
      values: Float64Array.from(times, (t) => 10 * t),
    });
    const tracks = [track([0, 1]), undefined, track([2, 3])];
    expect(around(tracks, 1.25)).toMatchObject({ share: 0.25, gap: 1 });
    expect(around(tracks, 1.25)!.before[0]).toBe(10);
    expect(around(tracks, 1.25)!.after[0]).toBe(20);
    expect(around(tracks, 9)!.after[0]).toBe(30);
    expect(around(tracks, -1)!.before[0]).toBe(0);
    expect(around([], 1)).toBeUndefined();
  });
});

describe("the text of a scenario", () => {
  it("gives figures by their keys", () => {
    const text = '[link]\nkind = "ideal"\ndelay = 1e-2\n[[phases]]\nname = "a \\"b\\""\n[[phases]]\nname = "c"\n[x]\nlist = [1, 2]\non = true\nfar = inf\n';
    expect({ ...scenarioValues(text) }).toEqual({
      "link.kind": "ideal",
      "link.delay": 0.01,
      "phases.0.name": 'a "b"',
      "phases.1.name": "c",
      "x.on": true,
      "x.far": Infinity,
    });
    expect({ ...scenarioValues("") }).toEqual({});
  });
});
