// What a log holds and where, without reading what it holds: the summary at its end, or, where
// that is missing or damaged, what the heads of its records say from the front.
// https://mcap.dev/spec
import { MCAP_MAGIC, McapIndexedReader } from "@mcap/core";
import { type ByteSource, LogError } from "./source";
import { emptyIndex, scanRecords } from "./salvage";

export interface ChunkPlace {
  offset: number;
  length: number; // of the whole record
  from: number; // [s]
  to: number;
  topics: ReadonlySet<string> | undefined; // those in it; undefined: not known
}

export interface LogChannel {
  topic: string;
  type: string; // name of its schema
}

export interface LogIndex {
  channels: Map<number, LogChannel>;
  chunks: ChunkPlace[]; // by time
  messages: Map<string, number>; // counts by topic, as far as known
  metadata: Map<string, string>; // of this program
  attachments: Map<string, Uint8Array>; // those of the wanted names
  warning: string; // for people; empty when all is well
}

export const kAttachments = ["scenario.toml", "scene.json"];
const kMetadata = "tether";

export async function openIndex(
  source: ByteSource,
  progress: (share: number) => void,
  stopped?: AbortSignal,
): Promise<LogIndex> {
  const size = await source.size();
  if (size === 0) throw new LogError("is empty");
  const start = await source.read(0, Math.min(size, MCAP_MAGIC.length), stopped);
  if (MCAP_MAGIC.some((byte, i) => i < start.length && start[i] !== byte)) {
    throw new LogError("is not an MCAP file");
  }
  let index: LogIndex;
  try {
    index = await fromSummary(source, size, stopped);
  } catch (problem) {
    if (stopped?.aborted) throw problem;
    index = await salvaged(source, size, progress, stopped);
  }
  index.chunks.sort((a, b) => a.from - b.from || a.offset - b.offset);
  return index;
}

async function fromSummary(source: ByteSource, size: number, stopped?: AbortSignal): Promise<LogIndex> {
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: () => Promise.resolve(BigInt(size)),
      read: (from, length) => source.read(Number(from), Number(length), stopped),
    },
  });
  const index = emptyIndex();
  for (const { id, topic, schemaId } of reader.channelsById.values()) {
    index.channels.set(id, { topic, type: reader.schemasById.get(schemaId)?.name ?? "" });
    const count = reader.statistics?.channelMessageCounts.get(id);
    if (count !== undefined) index.messages.set(topic, Number(count));
  }
  for (const chunk of reader.chunkIndexes) {
    const offset = Number(chunk.chunkStartOffset);
    const length = Number(chunk.chunkLength);
    if (offset + length > size) throw new LogError("is damaged: its index points behind its end");
    const topics = [...chunk.messageIndexOffsets.keys()].map((id) => index.channels.get(id)?.topic ?? "");
    index.chunks.push({
      offset,
      length,
      from: 1e-9 * Number(chunk.messageStartTime),
      to: 1e-9 * Number(chunk.messageEndTime),
      topics: topics.length > 0 ? new Set(topics) : undefined,
    });
  }
  for await (const entry of reader.readMetadata({ name: kMetadata })) index.metadata = entry.metadata;
  for (const name of kAttachments) {
    for await (const { data } of reader.readAttachments({ name })) {
      index.attachments.set(name, data.slice());
    }
  }
  return index;
}

async function salvaged(
  source: ByteSource,
  size: number,
  progress: (share: number) => void,
  stopped?: AbortSignal,
): Promise<LogIndex> {
  const { index, end, whole } = await scanRecords(source, size, kMetadata, kAttachments, progress, stopped);
  if (index.chunks.length === 0) {
    throw new LogError(
      whole ? "holds no messages" : `ends early: after ${end} bytes, before anything was recorded`,
    );
  }
  const last = index.chunks.reduce((latest, { to }) => Math.max(latest, to), 0);
  index.warning = whole
    ? "has a damaged index; it was made anew"
    : `ends early: shown is what is there, up to ${last.toFixed(2)} s`;
  return index;
}
