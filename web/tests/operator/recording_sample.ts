// Logs like those of the program, written with the official writer: the same topics and message
// layouts, motions in closed form so that a test knows what is where.
import { type McapWriterOptions, McapWriter } from "@mcap/core";

export interface SampleOptions {
  duration?: number; // [s]
  rate?: number; // [Hz]
  from?: number; // [s]
  scene?: boolean;
  topics?: boolean; // false: those of another program
  chunkSize?: number;
  stiffness?: number; // what differs between two recordings
  passivity?: string;
  library?: string;
  chunks?: boolean; // of the writer: indexed chunks
}

class Memory {
  private parts: Uint8Array[] = [];
  private length = 0n;
  position(): bigint {
    return this.length;
  }
  write(bytes: Uint8Array): Promise<void> {
    this.parts.push(bytes.slice());
    this.length += BigInt(bytes.length);
    return Promise.resolve();
  }
  get bytes(): Uint8Array {
    const all = new Uint8Array(Number(this.length));
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

class CdrWriter {
  private bytes: number[] = [];
  private pad(size: number): void {
    while (this.bytes.length % size !== 0) this.bytes.push(0);
  }
  private put(size: number, set: (view: DataView) => void): this {
    this.pad(size);
    const view = new DataView(new ArrayBuffer(size));
    set(view);
    this.bytes.push(...new Uint8Array(view.buffer));
    return this;
  }
  byte(v: number): this {
    this.bytes.push(v);
    return this;
  }
  word(v: number): this {
    return this.put(4, (view) => view.setUint32(0, v, true));
  }
  long(v: number): this {
    return this.put(8, (view) => view.setBigUint64(0, BigInt(v), true));
  }
  doubles(values: number[]): this {
    for (const v of values) this.put(8, (view) => view.setFloat64(0, v, true));
    return this;
  }
  list(values: number[]): this {
    return this.word(values.length).doubles(values);
  }
  text(text: string): this {
    const bytes = [...new TextEncoder().encode(text), 0];
    this.word(bytes.length);
    this.bytes.push(...bytes);
    return this;
  }
  stamp(t: number): this {
    const ns = Math.round(t * 1e9);
    return this.word(Math.floor(ns / 1e9)).word(ns % 1e9);
  }
  header(t: number, frame: string): this {
    return this.stamp(t).text(frame);
  }
  get payload(): Uint8Array {
    return Uint8Array.from([0, 1, 0, 0, ...this.bytes]);
  }
}

const kTime = "================\nMSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n";
const kHeader = `================\nMSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n${kTime}`;
const kVector = "================\nMSG: geometry_msgs/Vector3\nfloat64 x\nfloat64 y\nfloat64 z\n";
const kDefinitions: Record<string, string> = {
  "sensor_msgs/msg/JointState": `std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort\n${kHeader}`,
  "geometry_msgs/msg/PoseStamped": `std_msgs/Header header\ngeometry_msgs/Pose pose\n${kHeader}================\nMSG: geometry_msgs/Pose\ngeometry_msgs/Point position\ngeometry_msgs/Quaternion orientation\n================\nMSG: geometry_msgs/Point\nfloat64 x\nfloat64 y\nfloat64 z\n================\nMSG: geometry_msgs/Quaternion\nfloat64 x\nfloat64 y\nfloat64 z\nfloat64 w\n`,
  "geometry_msgs/msg/WrenchStamped": `std_msgs/Header header\ngeometry_msgs/Wrench wrench\n${kHeader}================\nMSG: geometry_msgs/Wrench\ngeometry_msgs/Vector3 force\ngeometry_msgs/Vector3 torque\n${kVector}`,
  "tether_msgs/msg/Energy": `std_msgs/Header header\nfloat64 tank\nfloat64 reserve\nfloat64 exchanged\nfloat64 received\nfloat64 sent\nfloat64 in_flight\nfloat64 tlc_force\nfloat64 held_back\n${kHeader}`,
  "tether_msgs/msg/Engagement": `std_msgs/Header header\nuint8 state\nbool clutch\nbool resting\nbool hand_felt\nbool stop_pressed\n${kHeader}`,
  "tether_msgs/msg/Guard": `std_msgs/Header header\nfloat64 energy\nfloat64 energy_share\nfloat64 force_share\nfloat64 hand_share\nfloat64 joint_stops\nfloat64 joint_speed\nfloat64 tool_speed\nfloat64 torque_rate\nfloat64 power\nfloat64 fence\nfloat64 fence_distance\nfloat64 held\nuint8 stop\nbool contact\n${kHeader}`,
  "tether_msgs/msg/LinkStats": `std_msgs/Header header\nuint64 sent\nuint64 received\nuint64 lost\nuint64 duplicated\nfloat64 delay\nfloat64 round_trip\n${kHeader}`,
  "tether_msgs/msg/Event": `builtin_interfaces/Time stamp\nstring what\nstring detail\n${kTime}`,
};

// the motions: an arm of two hinges that turns its tool about z
export const kArm = 0.3; // length of each link [m]
export function joints(t: number): [number, number] {
  return [0.5 * Math.sin(t), 0.3 * t];
}
export function tool(t: number): { position: [number, number, number]; angle: number } {
  const [a, b] = joints(t);
  return {
    position: [kArm * (Math.cos(a) + Math.cos(a + b)), kArm * (Math.sin(a) + Math.sin(a + b)), 0.2],
    angle: a + b,
  };
}
export function force(t: number, stiffness: number): number {
  return t > 1 ? (stiffness / 100) * Math.sin(t - 1) ** 2 : 0;
}
export function tank(t: number): number {
  return 0.1 + 0.05 * Math.cos(2 * t);
}
// the follower is this much behind, along y [m]
export const kBehind = 0.01;

const kSide = (robot: string, rgba: number[]) => ({
  robot,
  joints: ["shoulder", "elbow"].map((name) => ({ name, kind: "hinge", lower: -3, upper: 3, max_speed: 2 })),
  q: [0, 1],
  base: { position: [0, 0, 0], quaternion: [1, 0, 0, 0] },
  scene: {
    bodies: [
      { name: "world", parent: -1, position: [0, 0, 0], quaternion: [1, 0, 0, 0], joints: [] },
      {
        name: "upper",
        parent: 0,
        position: [0, 0, 0.2],
        quaternion: [1, 0, 0, 0],
        joints: [{ type: "hinge", axis: [0, 0, 1], anchor: [0, 0, 0], q: 0, reference: 0 }],
      },
      {
        name: "lower",
        parent: 1,
        position: [kArm, 0, 0],
        quaternion: [1, 0, 0, 0],
        joints: [{ type: "hinge", axis: [0, 0, 1], anchor: [0, 0, 0], q: 1, reference: 0 }],
      },
      { name: "tip", parent: 2, position: [kArm, 0, 0], quaternion: [1, 0, 0, 0], joints: [] },
    ],
    geoms: [
      { name: "floor", body: 0, type: "plane", size: [1, 1, 0.1], position: [0, 0, 0], quaternion: [1, 0, 0, 0], rgba: [0.7, 0.7, 0.7, 1] },
      ...[1, 2].map((body) => ({
        name: `link_${body}`,
        body,
        type: "box",
        size: [kArm / 2, 0.025, 0.025],
        position: [kArm / 2, 0, 0],
        quaternion: [1, 0, 0, 0],
        rgba,
      })),
      { name: "ball", body: 3, type: "sphere", size: [0.04, 0, 0], position: [0, 0, 0], quaternion: [1, 0, 0, 0], rgba },
    ],
    meshes: [],
    sites: [],
  },
});

export const kSampleScene = {
  leader: kSide("sample leader", [0.3, 0.5, 0.8, 1]),
  follower: kSide("sample follower", [0.85, 0.5, 0.25, 1]),
  workspace: {
    scale: 1,
    rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    leader_origin: [0, 0, 0],
    follower_offset: { position: [0, -kBehind, 0], quaternion: [1, 0, 0, 0] },
  },
};

function scenarioText(duration: number, stiffness: number, passivity: string): string {
  return `description = "Two arms of two hinges."
duration = ${duration}.0
title = "Two small arms"

[coupling]
kind = "position-force"
translation_stiffness = ${stiffness}.0

[leader]
device = "sample"
force_limit = 12.0

[link]
kind = "ideal"

[passivity]
desired_level = 0.1
kind = "${passivity}"

[[phases]]
from = 0.0
name = "free"
to = 1.0

[[phases]]
from = 1.0
name = "wall"
to = ${duration}.0
`;
}

export async function sampleLog(options: SampleOptions = {}): Promise<Uint8Array> {
  const { duration = 3, rate = 200, from = 0, scene = true, topics = true } = options;
  const { stiffness = 500, passivity = "two-layer" } = options;
  const memory = new Memory();
  const settings: McapWriterOptions = { writable: memory, chunkSize: options.chunkSize ?? 1 << 16 };
  if (options.chunks === false) settings.useChunks = false;
  const writer = new McapWriter(settings);
  await writer.start({ profile: "ros2", library: options.library ?? "tether" });
  const encode = (text: string) => new TextEncoder().encode(text);
  await writer.addMetadata({
    name: "tether",
    metadata: new Map(Object.entries({ kind: "session", scenario: "two_arms", seed: "1", sides: "both" })),
  });
  const attach = (name: string, mediaType: string, text: string) =>
    writer.addAttachment({ name, mediaType, logTime: 0n, createTime: 0n, data: encode(text) });
  await attach("scenario.toml", "application/toml", scenarioText(duration, stiffness, passivity));
  if (scene) await attach("scene.json", "application/json", JSON.stringify(kSampleScene));

  const schemas = new Map<string, number>();
  const channels = new Map<string, number>();
  for (const [topic, type] of topicTypes(topics)) {
    if (!schemas.has(type)) {
      const data = encode(kDefinitions[type]!);
      schemas.set(type, await writer.registerSchema({ name: type, encoding: "ros2msg", data }));
    }
    const schemaId = schemas.get(type)!;
    channels.set(topic, await writer.registerChannel({ topic, schemaId, messageEncoding: "cdr", metadata: new Map() }));
  }
  let sequence = 0;
  const put = async (topic: string, t: number, data: Uint8Array) => {
    const channelId = channels.get(topic);
    if (channelId === undefined) return;
    const time = BigInt(Math.round(t * 1e9));
    await writer.addMessage({ channelId, sequence: sequence++, logTime: time, publishTime: time, data });
  };
  const ticks = Math.round(duration * rate);
  for (let i = 0; i <= ticks; ++i) {
    const t = from + i / rate;
    for (const side of ["leader", "follower"] as const) await putSide(put, side, t, stiffness);
    if (i === 0) {
      for (const side of ["leader", "follower"]) await put(`/${side}/engagement`, t, engagement(t, 0));
    }
    if (i === rate / 2) await put("/leader/engagement", t, engagement(t, 2));
    if (i % Math.max(1, rate / 10) === 0) {
      const link = new CdrWriter().header(t, "session").long(2 * i).long(2 * i - Math.floor(i / 10)).long(Math.floor(i / 10)).long(0);
      await put("/link", t, link.doubles([0.01, 0.02 + 0.001 * t]).payload);
    }
    if (i === 0) await put("/events", t, event(t, "phase", "free"));
    if (i === rate) await put("/events", t, event(t, "contact_begin", "the follower's tool touches something"));
    if (i === 2 * rate) await put("/events", t, event(t, "contact_end", "the follower's tool is free"));
  }
  await writer.end();
  return memory.bytes;
}

function topicTypes(ours: boolean): [string, string][] {
  if (!ours) return [["/imu", "geometry_msgs/msg/WrenchStamped"]];
  const perSide: [string, string][] = [
    ["measured_js", "sensor_msgs/msg/JointState"],
    ["measured_cp", "geometry_msgs/msg/PoseStamped"],
    ["servo_cf", "geometry_msgs/msg/WrenchStamped"],
    ["measured_cf", "geometry_msgs/msg/WrenchStamped"],
    ["energy", "tether_msgs/msg/Energy"],
    ["engagement", "tether_msgs/msg/Engagement"],
    ["guard", "tether_msgs/msg/Guard"],
    ["scene", "sensor_msgs/msg/JointState"],
  ];
  const all = ["leader", "follower"].flatMap((side) => perSide.map(([topic, type]): [string, string] => [`/${side}/${topic}`, type]));
  return [...all, ["/link", "tether_msgs/msg/LinkStats"], ["/events", "tether_msgs/msg/Event"]];
}

function event(t: number, what: string, detail: string): Uint8Array {
  return new CdrWriter().stamp(t).text(what).text(detail).payload;
}
function engagement(t: number, state: number): Uint8Array {
  return new CdrWriter().header(t, "base").byte(state).byte(0).byte(0).byte(1).byte(0).payload;
}

type Put = (topic: string, t: number, data: Uint8Array) => Promise<void>;

async function putSide(put: Put, side: "leader" | "follower", t: number, stiffness: number): Promise<void> {
  const frame = `${side}_base`;
  const q = joints(t);
  const { position, angle } = tool(t);
  // the follower stands where the leader wants it, 5 mm aside
  const [x, y, z] = side === "leader" ? position : [position[0], position[1] - kBehind + 0.005, position[2]];
  const names = new CdrWriter().header(t, frame).word(2).text("shoulder").text("elbow");
  await put(`/${side}/measured_js`, t, names.list(q).list([0, 0]).list([0, 0]).payload);
  const cp = new CdrWriter().header(t, frame).doubles([x!, y!, z!, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]);
  await put(`/${side}/measured_cp`, t, cp.payload);
  const f = force(t, stiffness);
  const wrench = (force: number[], torque: number[]) => new CdrWriter().header(t, frame).doubles([...force, ...torque]).payload;
  await put(`/${side}/servo_cf`, t, wrench([0, f, 0], [0, 0, 0.1]));
  await put(`/${side}/measured_cf`, t, wrench([0, -f, 0], [0, 0, 0]));
  await put(`/${side}/energy`, t, new CdrWriter().header(t, frame).doubles([tank(t), 0, 1, 2, 3, 0.5, 0.25, 0.125]).payload);
  const guards = [0, 0.9, 1, 1, 0, 0, 0, 0, 0, t > 2 ? 3 : 0, 0.1, 0];
  await put(`/${side}/guard`, t, new CdrWriter().header(t, frame).doubles(guards).byte(t > 2.5 ? 1 : 0).byte(1).payload);
  const all = new CdrWriter().header(t, frame).word(0).list(q).list([]).list([]);
  await put(`/${side}/scene`, t, all.payload);
}
