// A stretch of a log in memory: one chunk, unpacked and checked, its messages as rows of numbers
// by topic. Topics nobody asks for stay bytes and are dropped.
import { crc32 } from "@foxglove/crc";
import { type McapTypes, McapStreamReader } from "@mcap/core";
import { decompress } from "fzstd";
import type { LogChannel } from "./log_index";
import { type LogEvent, jointNames, kRows, readEvent } from "./messages";
import { kLargestRead, LogError } from "./source";

// rows of the same width, by time
export interface Track {
  times: Float64Array; // [s]
  width: number;
  values: Float64Array;
}

export interface Stretch {
  tracks: Map<string, Track>;
  events: LogEvent[];
  names: Map<string, string[]>; // of joints, by topic
  bytes: number; // of memory, about
}

export const kNoStretch: Stretch = { tracks: new Map(), events: [], names: new Map(), bytes: 0 };

const kEvents = "tether_msgs/msg/Event";
const kJoints = "sensor_msgs/msg/JointState";
const kMessage = 0x05;
const kRecordHead = 9;
const kMessageHead = 22;

// `record`: the chunk's whole record; throws LogError
export function readStretch(
  record: Uint8Array,
  channels: ReadonlyMap<number, LogChannel>,
  wanted: (topic: string) => boolean,
): Stretch {
  try {
    return decode(unpackChunk(record), channels, wanted);
  } catch (problem) {
    if (problem instanceof LogError) throw problem;
    throw new LogError("is damaged");
  }
}

// the records in a chunk; throws
export function unpackChunk(record: Uint8Array): Uint8Array {
  const { value: chunk } = recordsIn(record).next();
  if (chunk?.type !== "Chunk") throw new LogError("is damaged: no chunk where one should be");
  const [size, crc] = [Number(chunk.uncompressedSize), chunk.uncompressedCrc];
  if (size > kLargestRead) throw new LogError("is damaged");
  const records = unpacked(chunk.records, chunk.compression, size);
  if (records.length !== size || (crc !== 0 && crc32(records) !== crc)) {
    throw new LogError("is damaged: a check sum is wrong");
  }
  return records;
}

export function* recordsIn(bytes: Uint8Array): Generator<McapTypes.TypedMcapRecord, undefined> {
  const reader = new McapStreamReader({ includeChunks: true, noMagicPrefix: true, validateCrcs: false });
  reader.append(bytes);
  for (let record; (record = reader.nextRecord()); ) yield record;
}

function unpacked(packed: Uint8Array, compression: string, size: number): Uint8Array {
  if (compression === "") return packed;
  if (compression !== "zstd") throw new LogError(`is compressed by ${compression}, which this page cannot read`);
  // room of the stated size, so that damaged bytes cannot ask for more
  return decompress(packed, new Uint8Array(size));
}

// where the messages of a channel are
interface Found {
  starts: number[]; // of the payloads
  lengths: number[];
  times: number[];
}

function find(records: Uint8Array, view: DataView, wanted: ReadonlyMap<number, LogChannel>) {
  const found = new Map<number, Found>();
  for (let at = 0; at + kRecordHead <= records.length; ) {
    const length = Number(view.getBigUint64(at + 1, true));
    const start = at + kRecordHead;
    if (start + length > records.length) throw new LogError("is damaged");
    if (view.getUint8(at) === kMessage && length >= kMessageHead) {
      const channel = view.getUint16(start, true);
      if (wanted.has(channel)) {
        let messages = found.get(channel);
        if (!messages) found.set(channel, (messages = { starts: [], lengths: [], times: [] }));
        messages.starts.push(start + kMessageHead);
        messages.lengths.push(length - kMessageHead);
        const [low, high] = [view.getUint32(start + 6, true), view.getUint32(start + 10, true)];
        messages.times.push(1e-9 * (low + 2 ** 32 * high));
      }
    }
    at = start + length;
  }
  return found;
}

function decode(
  records: Uint8Array,
  channels: ReadonlyMap<number, LogChannel>,
  wanted: (topic: string) => boolean,
): Stretch {
  const known = new Map(
    [...channels].filter(([, { topic, type }]) => wanted(topic) && (type in kRows || type === kEvents)),
  );
  const view = new DataView(records.buffer, records.byteOffset, records.length);
  const stretch: Stretch = { tracks: new Map(), events: [], names: new Map(), bytes: 0 };
  for (const [id, found] of find(records, view, known)) {
    const { topic, type } = known.get(id)!;
    const payload = (i: number) => records.subarray(found.starts[i], found.starts[i]! + found.lengths[i]!);
    try {
      if (type === kEvents) {
        found.starts.forEach((_, i) => stretch.events.push(readEvent(payload(i))));
        continue;
      }
      const track = readTrack(found, payload, type);
      stretch.tracks.set(topic, track);
      stretch.bytes += 8 * (track.times.length + track.values.length);
      if (type === kJoints) stretch.names.set(topic, jointNames(payload(0)));
    } catch (problem) {
      // messages of an older or newer program: the page does without this topic
      if (!(problem instanceof RangeError)) throw problem;
    }
  }
  return stretch;
}

function readTrack(found: Found, payload: (i: number) => Uint8Array, type: string): Track {
  const row = kRows[type]!;
  const first = row(payload(0));
  const values = new Float64Array(first.length * found.times.length);
  for (let i = 0; i < found.times.length; ++i) {
    const numbers = i === 0 ? first : row(payload(i));
    if (numbers.length !== first.length) throw new RangeError("rows of different lengths");
    // nothing that is not a number reaches the scene
    numbers.forEach((v, k) => (values[i * first.length + k] = Number.isFinite(v) ? v : 0));
  }
  return { times: Float64Array.from(found.times), width: first.length, values };
}
