// The index of a log that has none, such as one whose session was killed: from record to record,
// front to back, and of chunks no further than the head of each.
import { type McapTypes, Opcode } from "@mcap/core";
import type { LogIndex } from "./log_index";
import type { ByteSource } from "./source";
import { recordsIn, unpackChunk } from "./stretch";

const kMagicBytes = 8;
const kHeadBytes = 9; // opcode, length
const kChunkHead = kHeadBytes + 16; // and its times
const kWindow = 1 << 18; // read at once [bytes]
const kNoted = new Set([Opcode.SCHEMA, Opcode.CHANNEL, Opcode.ATTACHMENT, Opcode.METADATA]);

// reads ahead, so that small records do not cost a request each
class Window {
  private from = 0;
  private bytes: Uint8Array = new Uint8Array();
  constructor(
    private readonly source: ByteSource,
    private readonly size: number,
    private readonly stopped?: AbortSignal,
  ) {}
  async read(from: number, length: number): Promise<Uint8Array> {
    if (from < this.from || from + length > this.from + this.bytes.length) {
      const much = Math.max(length, Math.min(kWindow, this.size - from));
      this.bytes = await this.source.read(from, much, this.stopped);
      this.from = from;
    }
    return this.bytes.subarray(from - this.from, from - this.from + length);
  }
}

// nothing is known yet
export const emptyIndex = (): LogIndex => ({
  channels: new Map(),
  chunks: [],
  messages: new Map(),
  metadata: new Map(),
  attachments: new Map(),
  warning: "",
});

// end: of the last whole record; whole: the data section has its end
export async function scanRecords(
  source: ByteSource,
  size: number,
  metadata: string,
  attachments: string[],
  progress: (share: number) => void,
  stopped?: AbortSignal,
): Promise<{ index: LogIndex; end: number; whole: boolean }> {
  const index = emptyIndex();
  const schemas = new Map<number, string>();
  const window = new Window(source, size, stopped);
  let at = kMagicBytes;
  let whole = false;
  while (!whole && at + kHeadBytes <= size) {
    const head = viewOf(await window.read(at, kHeadBytes));
    const op: Opcode = head.getUint8(0);
    const length = kHeadBytes + Number(head.getBigUint64(1, true));
    if (Number(op) === 0 || !(at + length <= size)) break;
    whole = op === Opcode.DATA_END || op === Opcode.FOOTER;
    try {
      if (op === Opcode.CHUNK) noteChunk(await window.read(at, kChunkHead), { offset: at, length });
      if (kNoted.has(op)) for (const record of recordsIn(await window.read(at, length))) note(record);
    } catch {
      // the head may be sound and the rest not: what follows is found by its length
      stopped?.throwIfAborted();
    }
    at += length;
    progress(at / size);
  }
  // other writers put them into the chunk where they are first used
  const first = index.chunks[0];
  if (index.channels.size === 0 && first) {
    try {
      const records = unpackChunk(await source.read(first.offset, first.length, stopped));
      for (const record of recordsIn(records)) note(record);
    } catch {
      stopped?.throwIfAborted(); // damaged: then nothing is known of it, which is reported elsewhere
    }
  }
  return { index, end: at, whole };

  function noteChunk(head: Uint8Array, place: { offset: number; length: number }): void {
    const time = (byte: number) => 1e-9 * Number(viewOf(head).getBigUint64(kHeadBytes + byte, true));
    const [from, to] = [time(0), time(8)];
    if (from <= to) index.chunks.push({ ...place, from, to, topics: undefined });
  }

  function note(record: McapTypes.TypedMcapRecord): void {
    if (record.type === "Schema") schemas.set(record.id, record.name);
    else if (record.type === "Channel") {
      const type = schemas.get(record.schemaId) ?? "";
      index.channels.set(record.id, { topic: record.topic, type });
    } else if (record.type === "Metadata" && record.name === metadata) {
      index.metadata = record.metadata;
    } else if (record.type === "Attachment" && attachments.includes(record.name)) {
      index.attachments.set(record.name, record.data);
    }
  }
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
