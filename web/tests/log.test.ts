// Opens the log of a session with the official MCAP and ROS 2 readers, as Foxglove does.
// TETHER_LOG names the log; without it the test fails, since then it has shown nothing.
import { open, type FileHandle } from "node:fs/promises";

import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import { McapIndexedReader, McapStreamReader, type McapTypes } from "@mcap/core";
import { loadDecompressHandlers } from "@mcap/support";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Quaternion, Vector } from "./support/ros_messages";

const kTimeoutMs = 300_000;

interface Stamp {
  sec: number;
  nsec: number;
}
interface Decoded {
  header?: { stamp: Stamp; frame_id: string };
  stamp?: Stamp;
  name?: string[];
  position?: Float64Array;
  velocity?: Float64Array;
  effort?: Float64Array;
  pose?: { position: Vector; orientation: Quaternion };
  wrench?: { force: Vector; torque: Vector };
  what?: string;
  obstruction?: Float32Array | Float64Array;
  ranges?: Float32Array;
  angle_min?: number;
  angle_max?: number;
  angle_increment?: number;
}

const sideTopics: Record<string, string> = {
  measured_js: "sensor_msgs/msg/JointState",
  servo_jf: "sensor_msgs/msg/JointState",
  measured_cp: "geometry_msgs/msg/PoseStamped",
  servo_cf: "geometry_msgs/msg/WrenchStamped",
  measured_cf: "geometry_msgs/msg/WrenchStamped",
};
const requiredTopics: Record<string, string> = {
  "/link": "tether_msgs/msg/LinkStats",
  "/events": "tether_msgs/msg/Event",
};
for (const side of ["/leader/", "/follower/"]) {
  for (const [topic, type] of Object.entries(sideTopics)) requiredTopics[side + topic] = type;
}

class ReadableFile implements McapTypes.IReadable {
  constructor(private readonly file: FileHandle) {}
  async size(): Promise<bigint> {
    return BigInt((await this.file.stat()).size);
  }
  async read(offset: bigint, size: bigint): Promise<Uint8Array> {
    const bytes = new Uint8Array(Number(size));
    const { bytesRead } = await this.file.read(bytes, 0, bytes.length, Number(offset));
    expect(bytesRead).toBe(bytes.length);
    return bytes;
  }
}

interface Seen {
  count: number;
  first: McapTypes.Message;
  last: McapTypes.Message;
}

function note(seen: Map<number, Seen>, message: McapTypes.Message): void {
  const known = seen.get(message.channelId);
  if (known) {
    known.count += 1;
    known.last = message;
  } else {
    seen.set(message.channelId, { count: 1, first: message, last: message });
  }
}

// of an arm at 500 Hz
const kInterfacePeriod = 2_000_000n;

function nanoseconds(stamp: Stamp): bigint {
  return BigInt(stamp.sec) * 1_000_000_000n + BigInt(stamp.nsec);
}

function expectSound(message: Decoded, logTime: bigint): void {
  const stamp = message.header?.stamp ?? message.stamp;
  const before = stamp ? logTime - nanoseconds(stamp) : -1n;
  if (message.name) {
    // joints are stamped with the moment of their measurement
    expect(before >= 0n && before <= kInterfacePeriod).toBe(true);
    for (const numbers of [message.position, message.velocity, message.effort]) {
      expect([0, message.name.length]).toContain(numbers?.length);
      expect([...(numbers ?? [])].every(Number.isFinite)).toBe(true);
    }
  } else {
    expect(before).toBe(0n);
  }
  if (message.pose) {
    const { x, y, z, w } = message.pose.orientation;
    expect(Math.hypot(x, y, z, w)).toBeCloseTo(1, 9);
  }
  if (message.wrench) {
    const { force, torque } = message.wrench;
    expect([...Object.values(force), ...Object.values(torque)].every(Number.isFinite)).toBe(true);
  }
  if (message.obstruction) {
    expect(message.obstruction).toHaveLength(4);
    expect([...message.obstruction].every((way) => way >= 0 && way <= 1)).toBe(true);
  }
  if (message.ranges) {
    const { ranges, angle_min = NaN, angle_max = NaN, angle_increment = NaN } = message;
    expect(ranges.length).toBeGreaterThan(0);
    expect([...ranges].every((range) => !(range < 0))).toBe(true);
    expect(angle_min + (ranges.length - 1) * angle_increment).toBeCloseTo(angle_max, 3);
  }
  if (message.what !== undefined) expect(message.what).not.toBe("");
}

describe("the log of a session", () => {
  let file: FileHandle;
  let decompressHandlers: McapTypes.DecompressHandlers;
  let log: McapIndexedReader;
  const seen = new Map<number, Seen>();

  beforeAll(async () => {
    const path = process.env["TETHER_LOG"];
    if (!path) throw new Error("set TETHER_LOG to the log.mcap of a session");
    file = await open(path, "r");
    decompressHandlers = await loadDecompressHandlers();
    log = await McapIndexedReader.Initialize({
      readable: new ReadableFile(file),
      decompressHandlers,
    });
    for await (const message of log.readMessages({ validateCrcs: true })) note(seen, message);
  }, kTimeoutMs);

  afterAll(async () => {
    await file?.close();
  });

  it("says that it follows the conventions of ROS 2", () => {
    expect(log.header.profile).toBe("ros2");
    for (const channel of log.channelsById.values()) {
      expect(channel.messageEncoding).toBe("cdr");
      expect(log.schemasById.get(channel.schemaId)?.encoding).toBe("ros2msg");
      expect(channel.metadata.has("offered_qos_profiles")).toBe(true);
    }
  });

  it("has the channels of both sides, under their CRTK names", () => {
    const types = new Map<string, string | undefined>();
    for (const channel of log.channelsById.values()) {
      expect(types.has(channel.topic)).toBe(false);
      types.set(channel.topic, log.schemasById.get(channel.schemaId)?.name);
      expect(channel.topic).toMatch(/^\/(leader\/\w+|follower\/\w+|link|events)$/);
    }
    for (const [topic, type] of Object.entries(requiredTopics)) {
      expect(types.get(topic), topic).toBe(type);
    }
  });

  it("has messages on every channel of the two sides", () => {
    for (const channel of log.channelsById.values()) {
      if (channel.topic.split("/").length === 3) {
        expect(seen.get(channel.id)?.count ?? 0, channel.topic).toBeGreaterThan(0);
      }
    }
  });

  it("finds as many messages by its index as its statistics say", () => {
    let total = 0;
    for (const channel of log.channelsById.values()) {
      const count = seen.get(channel.id)?.count ?? 0;
      const counted = log.statistics?.channelMessageCounts.get(channel.id) ?? 0n;
      expect(BigInt(count), channel.topic).toBe(counted);
      total += count;
    }
    expect(log.statistics?.messageCount).toBe(BigInt(total));
    expect(log.statistics?.chunkCount).toBe(log.chunkIndexes.length);
  });

  it(
    "finds the same messages when read from front to back",
    async () => {
      const stream = new McapStreamReader({ decompressHandlers, validateCrcs: true });
      const counts = new Map<number, number>();
      const bytes = new Uint8Array(1 << 20);
      for (let position = 0; ; ) {
        const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
        if (bytesRead === 0) break;
        position += bytesRead;
        stream.append(bytes.subarray(0, bytesRead));
        for (let record = stream.nextRecord(); record; record = stream.nextRecord()) {
          if (record.type !== "Message") continue;
          counts.set(record.channelId, (counts.get(record.channelId) ?? 0) + 1);
        }
      }
      expect(stream.done()).toBe(true);
      for (const [id, { count }] of seen) expect(counts.get(id)).toBe(count);
      expect(counts.size).toBe(seen.size);
    },
    kTimeoutMs,
  );

  it("holds messages that their own definitions decode", () => {
    for (const channel of log.channelsById.values()) {
      const schema = log.schemasById.get(channel.schemaId);
      const definition = parse(new TextDecoder().decode(schema?.data), { ros2: true });
      const reader = new MessageReader<Decoded>(definition);
      const messages = seen.get(channel.id);
      if (!messages) continue;
      for (const message of [messages.first, messages.last]) {
        expectSound(reader.readMessage(message.data), message.logTime);
      }
    }
  });

  it("carries sound attachments and metadata", async () => {
    let attachments = 0;
    for await (const attachment of log.readAttachments({ validateCrcs: true })) {
      expect(attachment.name).not.toBe("");
      attachments += 1;
    }
    expect(attachments).toBe(log.statistics?.attachmentCount);
    let metadata = 0;
    for await (const entry of log.readMetadata()) {
      expect(entry.name).not.toBe("");
      metadata += 1;
    }
    expect(metadata).toBe(log.statistics?.metadataCount);
  });
});
