// The index of a log that has none, such as one whose session was killed: from record to record,
// front to back, and no further than the head of each.
import type { LogIndex } from "./log_index";
import { type ByteSource, LogError } from "./source";
import { unpackChunk } from "./stretch";

const kMagicBytes = 8;
const kHeadBytes = 9; // opcode, length
const kWindow = 1 << 18; // read at once [bytes]

enum Op {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  chunk = 0x06,
  attachment = 0x09,
  metadata = 0x0c,
  dataEnd = 0x0f,
}

// a record's fields, in order
class Fields {
  private at = 0;
  private readonly view: DataView;
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  short(): number {
    return this.view.getUint16((this.at += 2) - 2, true);
  }
  word(): number {
    return this.view.getUint32((this.at += 4) - 4, true);
  }
  long(): number {
    return Number(this.view.getBigUint64((this.at += 8) - 8, true));
  }
  raw(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw new RangeError("a field is longer than its record");
    return this.bytes.subarray(this.at, (this.at += length));
  }
  text(): string {
    return new TextDecoder().decode(this.raw(this.word()));
  }
  map(): Map<string, string> {
    const end = this.word() + this.at;
    const map = new Map<string, string>();
    while (this.at < end) map.set(this.text(), this.text());
    return map;
  }
}

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

export interface Scanned {
  index: LogIndex;
  end: number; // of the last whole record
  whole: boolean; // the data section has its end
}

// nothing is known yet
export const emptyIndex = (library: string): LogIndex => ({
  library,
  channels: new Map(),
  chunks: [],
  messages: new Map(),
  metadata: new Map(),
  attachments: new Map(),
  warning: "",
});

export async function scanRecords(
  source: ByteSource,
  size: number,
  metadata: string,
  attachments: string[],
  progress: (share: number) => void,
  stopped?: AbortSignal,
): Promise<Scanned> {
  const index = emptyIndex("");
  const schemas = new Map<number, string>();
  const window = new Window(source, size, stopped);
  let at = kMagicBytes;
  let whole = false;
  while (!whole && at + kHeadBytes <= size) {
    const head = new Fields(await window.read(at, kHeadBytes));
    const op = head.raw(1)[0]!;
    const length = head.long();
    const end = at + kHeadBytes + length;
    if (op === 0 || !(end <= size)) break;
    whole = op === Op.dataEnd || op === Op.footer;
    try {
      const content = (most = length) => window.read(at + kHeadBytes, Math.min(length, most));
      await note(op, content, { offset: at, length: kHeadBytes + length });
    } catch (problem) {
      // the head may be sound and the rest not: what follows is found by its length
      if (!(problem instanceof RangeError || problem instanceof LogError)) throw problem;
    }
    at = end;
    progress(at / size);
  }
  // other writers put them into the chunk where they are first used
  if (index.channels.size === 0) await noteWithin(index.chunks[0]);
  return { index, end: at, whole };

  async function noteWithin(place: { offset: number; length: number } | undefined): Promise<void> {
    if (!place) return;
    try {
      const records = unpackChunk(await source.read(place.offset, place.length, stopped));
      for (let from = 0; from + kHeadBytes <= records.length; ) {
        const head = new Fields(records.subarray(from, from + kHeadBytes));
        const op = head.raw(1)[0]!;
        const end = from + kHeadBytes + head.long();
        const content = records.subarray(from + kHeadBytes, end);
        if (op === Op.schema || op === Op.channel) await note(op, async () => content, place);
        from = end;
      }
    } catch {
      stopped?.throwIfAborted(); // damaged: then nothing is known of it, which is reported elsewhere
    }
  }

  async function note(
    op: number,
    content: (most?: number) => Promise<Uint8Array>,
    place: { offset: number; length: number },
  ): Promise<void> {
    if (op === Op.schema) {
      const fields = new Fields(await content());
      schemas.set(fields.short(), fields.text());
    } else if (op === Op.channel) {
      const fields = new Fields(await content());
      const [id, schema] = [fields.short(), fields.short()];
      index.channels.set(id, { topic: fields.text(), type: schemas.get(schema) ?? "" });
    } else if (op === Op.chunk) {
      const fields = new Fields(await content(16));
      const [from, to] = [1e-9 * fields.long(), 1e-9 * fields.long()];
      if (from <= to) index.chunks.push({ ...place, from, to, topics: undefined });
    } else if (op === Op.metadata) {
      const fields = new Fields(await content());
      if (fields.text() === metadata) index.metadata = fields.map();
    } else if (op === Op.attachment) {
      const fields = new Fields(await content());
      fields.raw(16); // times
      const name = fields.text();
      fields.text(); // media type
      if (attachments.includes(name)) index.attachments.set(name, fields.raw(fields.long()).slice());
    } else if (op === Op.header) {
      const fields = new Fields(await content());
      fields.text(); // profile
      index.library = fields.text();
    }
  }
}
