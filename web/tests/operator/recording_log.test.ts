// The log of a session, as the operator's page opens it, against what the official readers find.
// TETHER_LOG names the log; without it the test fails, since then it has shown nothing.
import { readFileSync } from "node:fs";

import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import { McapIndexedReader, type McapTypes } from "@mcap/core";
import { loadDecompressHandlers } from "@mcap/support";
import { beforeAll, describe, expect, it } from "vitest";

import { Overview } from "../../src/operator/recordings/overview";
import { Recording } from "../../src/operator/recordings/recording";
import { BlobSource } from "../../src/operator/recordings/source";

const kTimeoutMs = 300_000;

async function whole(recording: Recording): Promise<Overview> {
  const overview = new Overview(recording);
  await overview.read(() => {}, new AbortController().signal);
  return overview;
}

describe("the log of a session on the operator's page", () => {
  let bytes: Uint8Array;
  let recording: Recording;
  let log: McapIndexedReader;

  beforeAll(async () => {
    const path = process.env["TETHER_LOG"];
    if (!path) throw new Error("set TETHER_LOG to the log.mcap of a session");
    bytes = readFileSync(path);
    recording = await Recording.open(new BlobSource(new Blob([bytes as BlobPart]), "log.mcap"));
    log = await McapIndexedReader.Initialize({
      readable: {
        size: async () => BigInt(bytes.length),
        read: async (from, length) => bytes.subarray(Number(from), Number(from + length)),
      },
      decompressHandlers: (await loadDecompressHandlers()) as McapTypes.DecompressHandlers,
    });
  }, kTimeoutMs);

  it("has the session's length, rate and figures", () => {
    expect(recording.session.name).not.toBe("");
    expect(recording.session.rate).toBe(1000);
    expect(recording.length).toBeCloseTo(2.999, 6);
    expect(recording.session.values["passivity.kind"]).toBe("two-layer");
    expect(recording.session.leader.joints.length).toBeGreaterThan(0);
  });

  it("has at its ticks the state that was recorded", async () => {
    const reader = (topic: string) => {
      const channel = [...log.channelsById.values()].find((c) => c.topic === topic)!;
      const text = new TextDecoder().decode(log.schemasById.get(channel.schemaId)!.data);
      return new MessageReader<any>(parse(text, { ros2: true }));
    };
    let compared = 0;
    for (const side of ["leader", "follower"] as const) {
      const topics = ["measured_js", "measured_cp", "measured_cf", "energy"].map((t) => `/${side}/${t}`);
      const readers = new Map(topics.map((topic) => [topic, reader(topic)]));
      let n = 0;
      for await (const { channelId, logTime, data } of log.readMessages({ topics })) {
        if (n++ % 7 !== 0) continue; // of all topics in turn
        const { topic } = log.channelsById.get(channelId)!;
        const state = (await recording.at(Number(logTime) * 1e-9))[side];
        const message = readers.get(topic)!.readMessage(data);
        const { q } = recording.session[side];
        if (topic.endsWith("js")) {
          q.forEach((place, i) => expect(state.q[place]).toBeCloseTo(message.position[i], 5));
        } else if (topic.endsWith("cp")) {
          expect(state.tool.position[0]).toBeCloseTo(message.pose.position.x, 6);
          expect(state.tool.position[2]).toBeCloseTo(message.pose.position.z, 6);
          expect(Math.abs(state.tool.quaternion[0])).toBeCloseTo(Math.abs(message.pose.orientation.w), 6);
        } else if (topic.endsWith("cf")) {
          expect(state.external.force[0]).toBeCloseTo(message.wrench.force.x, 4);
        } else {
          expect(state.tank).toBeCloseTo(message.tank, 6);
          expect(state.heldBack).toBeCloseTo(message.held_back, 4);
        }
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(8 * 400);
  }, kTimeoutMs);

  it("gives its key figures in one pass", async () => {
    const overview = await whole(recording);
    const { leader_force, follower_tank } = overview.curves;
    expect(leader_force.count).toBe(3000);
    expect(leader_force.max).toBeGreaterThan(1);
    expect(follower_tank.min).toBeGreaterThanOrEqual(0);
    expect(recording.damage).toBe("");
  });

  it("is shown as far as it goes when it was cut off, and never hangs when it is damaged", async () => {
    for (let share = 0.1; share < 1; share += 0.15) {
      const part = bytes.slice(0, Math.round(share * bytes.length));
      const cut = await Recording.open(new BlobSource(new Blob([part as BlobPart]), "cut.mcap"));
      expect(cut.warnings[0]).toMatch(/^ends early/);
      expect(cut.length).toBeLessThan(recording.length);
    }
    const sound = await whole(recording);
    let reported = 0;
    for (let n = 0; n < 12; ++n) {
      const damaged = bytes.slice();
      const place = recording.chunks[n % recording.chunks.length]!;
      // inside of the compressed data, with and without its head
      damaged[place.offset + 60 + ((n * 7919) % (place.length - 60))]! ^= 1 << n % 8;
      const opened = await Recording.open(new BlobSource(new Blob([damaged as BlobPart]), "damaged.mcap"));
      const found = await whole(opened);
      // a bit that zstd has no use for may be anything: then the numbers are all as they were
      const same = found.curves.leader_force.sum === sound.curves.leader_force.sum;
      expect(opened.damage !== "" || same).toBe(true);
      reported += Number(/^is damaged: /.test(opened.damage));
    }
    expect(reported).toBeGreaterThan(8);
  }, kTimeoutMs);
});
