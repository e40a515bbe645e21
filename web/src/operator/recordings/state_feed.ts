// Shows a recording's state for the newest time that was asked for: at once where it is in memory,
// else as soon as it is read, leaving out what was asked for in between.
import type { StateFrame } from "../protocol";
import type { Recording } from "./recording";

const kAhead = 1; // read before it is needed [s]

export class StateFeed {
  private wanted: number | undefined;
  private busy = false;
  private closed = false;

  constructor(
    private readonly recording: Recording,
    private readonly show: (state: StateFrame) => void,
  ) {}

  go(t: number): void {
    const state = this.recording.peek(t);
    if (state) {
      this.wanted = undefined;
      this.show(state);
      this.recording.readAhead(t + kAhead);
    } else {
      this.wanted = t;
      void this.fetch();
    }
  }

  close(): void {
    this.closed = true;
  }

  private async fetch(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.wanted !== undefined && !this.closed) {
        const t = this.wanted;
        const state = await this.recording.at(t);
        if (this.closed || this.wanted === undefined) return;
        if (this.wanted === t) this.wanted = undefined;
        this.show(state);
      }
    } finally {
      this.busy = false;
    }
  }
}
