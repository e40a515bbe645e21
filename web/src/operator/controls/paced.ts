// The latest of many wishes, sent now and then: the first at once, then never two within the
// interval nor before the last was answered. What was wished for meanwhile is left out, but for the
// last.
export function reason(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

// shows in `problem` why the work was refused, if it was
export async function attempt(work: Promise<unknown>, problem: HTMLElement): Promise<void> {
  problem.textContent = "";
  await work.catch((why: unknown) => (problem.textContent = reason(why)));
}

export class Paced<T> {
  private waiting: { wish: T } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending = false;
  private failure: string | undefined;

  constructor(
    private readonly send: (wish: T) => Promise<unknown>,
    private readonly interval: number, // [ms]
    // when nothing is left to send or to be answered; why the last one was refused, if it was
    private readonly settled: (refused?: string) => void,
  ) {}

  get busy(): boolean {
    return this.sending || this.waiting !== undefined;
  }

  wish(wish: T): void {
    this.waiting = { wish };
    if (this.timer === undefined && !this.sending) void this.next();
  }

  private async next(): Promise<void> {
    const { waiting } = this;
    if (!waiting) return;
    this.waiting = undefined;
    this.sending = true;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.sending) void this.next();
    }, this.interval);
    try {
      await this.send(waiting.wish);
      this.failure = undefined;
    } catch (failure) {
      this.failure = reason(failure);
    }
    this.sending = false;
    if (this.waiting === undefined) this.settled(this.failure);
    else if (this.timer === undefined) void this.next();
  }
}
