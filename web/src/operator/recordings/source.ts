// Where the bytes of a log are: a file that was chosen, or one behind HTTP. Nobody reads more than
// is asked for, so that a log of any size opens at once.

export interface ByteSource {
  readonly name: string;
  size(): Promise<number>;
  // exactly `length` bytes, or a LogError
  read(from: number, length: number, stopped?: AbortSignal): Promise<Uint8Array>;
}

// what is wrong with a log, in words for people; `name` of the log is put before it
export class LogError extends Error {
  override readonly name = "LogError";
}

// no part of a sane log is larger: a record that claims to be is damaged
export const kLargestRead = 1 << 28;

function check(from: number, length: number, size: number): void {
  const sane = Number.isSafeInteger(from) && Number.isSafeInteger(length) && from >= 0 && length >= 0;
  if (!sane || length > kLargestRead) throw new LogError(`is damaged: a part of ${length} bytes`);
  if (from + length > size) {
    throw new LogError(`ends early: at byte ${size}, where ${from + length} were expected`);
  }
}

export class BlobSource implements ByteSource {
  constructor(
    private readonly blob: Blob,
    readonly name: string,
  ) {}

  size(): Promise<number> {
    return Promise.resolve(this.blob.size);
  }

  async read(from: number, length: number, stopped?: AbortSignal): Promise<Uint8Array> {
    check(from, length, this.blob.size);
    try {
      const bytes = new Uint8Array(await this.blob.slice(from, from + length).arrayBuffer());
      stopped?.throwIfAborted();
      return bytes;
    } catch (problem) {
      if (stopped?.aborted) throw problem;
      // a chosen file may change or vanish while it is open
      throw new LogError("can no longer be read; was it moved or written to?");
    }
  }
}

// by range requests
export class HttpSource implements ByteSource {
  private length: Promise<number> | undefined;

  constructor(
    private readonly url: string,
    readonly name: string,
  ) {}

  size(): Promise<number> {
    this.length ??= this.askSize();
    return this.length;
  }

  async read(from: number, length: number, stopped?: AbortSignal): Promise<Uint8Array> {
    check(from, length, await this.size());
    if (length === 0) return new Uint8Array();
    const { status, bytes } = await this.range(from, from + length - 1, stopped);
    if (status === 206 && bytes.length === length) return bytes;
    // a server without ranges sends everything
    if (status === 200 && bytes.length >= from + length) return bytes.subarray(from, from + length);
    throw new LogError(`cannot be fetched: the server answered ${status}`);
  }

  private async range(from: number, to: number, stopped?: AbortSignal) {
    try {
      const headers = { Range: `bytes=${from}-${to}` };
      const answer = await fetch(this.url, stopped ? { headers, signal: stopped } : { headers });
      const bytes = answer.ok ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array();
      return { status: answer.status, bytes, headers: answer.headers };
    } catch (problem) {
      if (stopped?.aborted) throw problem;
      throw new LogError("cannot be fetched: the server does not answer");
    }
  }

  private async askSize(): Promise<number> {
    const { status, bytes, headers } = await this.range(0, 0);
    const total = headers.get("Content-Range")?.match(/\/(\d+)$/)?.[1];
    if (status === 206 && total) return Number(total);
    if (status === 200) return bytes.length;
    throw new LogError(`cannot be fetched: the server answered ${status}`);
  }
}
