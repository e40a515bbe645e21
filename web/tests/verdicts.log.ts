// Reads the log of a session with the official MCAP and ROS 2 readers and recomputes, from what was
// recorded alone, how far every bound of its guards was reached and what crossed the device ports. Nothing of the program's own
// figures is used but the list of the bounds.
import { readFileSync } from "node:fs";

import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import { McapStreamReader } from "@mcap/core";
import { loadDecompressHandlers } from "@mcap/support";

import type { Quaternion, Vector } from "./support/ros_messages";

export interface Box {
  centre: [number, number, number];
  half_size: [number, number, number];
}

// joints of a robot, from its MJCF file
export interface Robot {
  lower: number[];
  upper: number[];
  speed: number[];
}

interface JointState {
  position: Float64Array;
  effort: Float64Array;
}

// one side, tick by tick
export interface Side {
  index: number[];
  position: Float64Array[];
  applied: Float64Array[];
  effort: Float64Array[];
  tool: Vector[];
  turned: Quaternion[];
  asked: Vector[]; // force of the coupling
  load: { force: Vector; torque: Vector }[];
  kinetic: number[];
  potential: number[];
  fence: number[];
  stop: number[];
}

const emptySide = (): Side => ({
  index: [], position: [], applied: [], effort: [], tool: [], turned: [], asked: [], load: [],
  kinetic: [], potential: [], fence: [], stop: [],
});

export async function readSides(path: string): Promise<{ leader: Side; follower: Side }> {
  const reader = new McapStreamReader({ decompressHandlers: await loadDecompressHandlers() });
  reader.append(new Uint8Array(readFileSync(path)));
  const sides = { leader: emptySide(), follower: emptySide() };
  const schemas = new Map<number, { name: string; text: string }>();
  const channels = new Map<number, { topic: string; decode: MessageReader }>();
  for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
    if (record.type === "Schema") {
      schemas.set(record.id, { name: record.name, text: new TextDecoder().decode(record.data) });
    } else if (record.type === "Channel") {
      const schema = schemas.get(record.schemaId);
      if (schema) {
        const decode = new MessageReader(parse(schema.text, { ros2: true }));
        channels.set(record.id, { topic: record.topic, decode });
      }
    } else if (record.type === "Message") {
      const channel = channels.get(record.channelId);
      const [, which, what] = channel?.topic.split("/") ?? [];
      if (!channel || (which !== "leader" && which !== "follower")) continue;
      note(sides[which], what ?? "", record.sequence, () => channel.decode.readMessage(record.data));
    }
  }
  return sides;
}

function note(side: Side, what: string, sequence: number, decode: () => unknown): void {
  switch (what) {
    case "measured_js": {
      const { position, effort } = decode() as JointState;
      side.index.push(sequence);
      side.position.push(position);
      side.applied.push(effort);
      break;
    }
    case "servo_jf":
      side.effort.push((decode() as JointState).effort);
      break;
    case "measured_cp": {
      const { pose } = decode() as { pose: { position: Vector; orientation: Quaternion } };
      side.tool.push(pose.position);
      side.turned.push(pose.orientation);
      break;
    }
    case "servo_cf":
      side.asked.push((decode() as { wrench: { force: Vector } }).wrench.force);
      break;
    case "measured_cf":
      side.load.push((decode() as { wrench: { force: Vector; torque: Vector } }).wrench);
      break;
    case "energy": {
      const { kinetic, potential } = decode() as { kinetic: number; potential: number };
      side.kinetic.push(kinetic);
      side.potential.push(potential);
      break;
    }
    case "guard": {
      const { fence, stop } = decode() as { fence: number; stop: number };
      side.fence.push(fence);
      side.stop.push(stop);
      break;
    }
  }
}

export function readRobot(path: string): Robot {
  const text = readFileSync(path, "utf8");
  const numbers = (list: string) => list.trim().split(/\s+/).map(Number);
  const ranges = [...text.matchAll(/<joint name="[^"]+"[^>]*range="([^"]+)"/g)].map((m) =>
    numbers(m[1] ?? ""),
  );
  const speed = /name="max_speed" data="([^"]+)"/.exec(text)?.[1] ?? "";
  return {
    lower: ranges.map(([low]) => low ?? NaN),
    upper: ranges.map(([, high]) => high ?? NaN),
    speed: numbers(speed),
  };
}

const norm = ({ x, y, z }: Vector) => Math.hypot(x, y, z);
const largest = ({ x, y, z }: Vector) => Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);

function turn(a: Quaternion, b: Quaternion): number {
  // by the relative rotation's vector part: exact for small turns
  const x = a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y;
  const y = a.w * b.y + a.x * b.z - a.y * b.w - a.z * b.x;
  const z = a.w * b.z - a.x * b.y + a.y * b.x - a.z * b.w;
  const w = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
}

// signed distance from a point to an upright box
function distance(at: Vector, { centre, half_size }: Box): number {
  const q = [at.x, at.y, at.z].map((v, i) => Math.abs(v - (centre[i] ?? 0)) - (half_size[i] ?? 0));
  const outside = Math.hypot(...q.map((d) => Math.max(d, 0)));
  return outside > 0 ? outside : most(q);
}

// between ticks of which the second has a position that differs from the first's
function overChanges(
  side: Side,
  rate: number,
  of: (from: number, to: number, perSecond: number) => number,
): number {
  let from = 0;
  let top = 0;
  for (let i = 1; i < side.index.length; ++i) {
    const same = side.position[i]?.every((q, j) => q === side.position[from]?.[j]);
    if (same) continue;
    const ticks = (side.index[i] ?? 0) - (side.index[from] ?? 0);
    top = Math.max(top, of(from, i, rate / ticks));
    from = i;
  }
  return top;
}

// what a bound of this name reached
export function reached(
  name: string,
  side: Side,
  sides: { leader: Side; follower: Side },
  rate: number,
  robot: Robot,
  boxes: Box[],
): number {
  const pairs = (of: (i: number, perSecond: number) => number): number =>
    most(side.index.slice(1).map((index, i) => of(i + 1, rate / (index - (side.index[i] ?? 0)))));
  switch (name) {
    case "energy":
      return most(sides.leader.kinetic.map((k, i) => k + (sides.follower.potential[i] ?? NaN)));
    case "force":
      return most(sides.leader.asked.map(norm));
    case "power":
      return pairs((i, perSecond) => {
        const [now, before] = [side.position[i], side.position[i - 1]];
        const work = [...(side.applied[i] ?? [])].reduce(
          (sum, effort, j) => sum + effort * ((now?.[j] ?? NaN) - (before?.[j] ?? NaN)), 0);
        return perSecond * work;
      });
    case "joint_stop_distance":
      return least(
        side.position.flatMap((q) =>
          [...q].map((x, j) =>
            Math.min(x - (robot.lower[j] ?? NaN), (robot.upper[j] ?? NaN) - x))),
      );
    case "joint_speed_of_rating":
      return overChanges(side, rate, (from, to, perSecond) =>
        most([...(side.position[to] ?? [])].map((q, j) =>
          (perSecond * Math.abs(q - (side.position[from]?.[j] ?? NaN))) / (robot.speed[j] ?? NaN))));
    case "tool_speed":
      return overChanges(side, rate, (from, to, perSecond) => {
        const [a, b] = [side.tool[from], side.tool[to]];
        return a && b ? perSecond * Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z) : NaN;
      });
    case "tool_turn_speed":
      return overChanges(side, rate, (from, to, perSecond) => {
        const [a, b] = [side.turned[from], side.turned[to]];
        return a && b ? perSecond * turn(a, b) : NaN;
      });
    case "torque_rate":
      return pairs((i, perSecond) =>
        perSecond * most([...(side.effort[i] ?? [])].map((effort, j) =>
          Math.abs(effort - (side.effort[i - 1]?.[j] ?? NaN)))));
    case "load_force":
      return most(side.load.map(({ force }) => largest(force)));
    case "load_torque":
      return most(side.load.map(({ torque }) => largest(torque)));
    case "fence_distance":
      return least(side.tool.map((at) => least(boxes.map((box) => distance(at, box)))));
    case "fence_force":
      return most(side.fence.map((force, i) => (side.stop[i] === 0 ? force : 0)));
  }
  return NaN;
}

// the least that both device ports together had taken in at any time, effort × motion of the joints
export function leastTakenIn(sides: { leader: Side; follower: Side }): number {
  let sum = 0;
  let least = 0;
  for (let i = 1; i < sides.leader.index.length; ++i) {
    for (const side of [sides.leader, sides.follower]) {
      const [now, before] = [side.position[i], side.position[i - 1]];
      side.applied[i]?.forEach((effort, j) => {
        sum -= effort * ((now?.[j] ?? NaN) - (before?.[j] ?? NaN));
      });
    }
    least = Math.min(least, sum);
  }
  return least;
}
