// Of what comes faster than pictures are drawn only the newest is shown: a page on a slow machine
// stays up to date instead of working through what is old. Where no pictures are drawn (a page in
// the background) something is shown ten times a second all the same.
const kUnseen = 100; // [ms]

export class Newest<T> {
  private waiting: T | undefined;
  private shownAt = -Infinity; // [ms]

  constructor(
    private readonly show: (value: T) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  take(value: T): void {
    this.waiting = value;
    if (this.now() - this.shownAt >= kUnseen) this.flush();
  }

  // before every picture
  flush(): void {
    const { waiting } = this;
    if (waiting === undefined) return;
    this.waiting = undefined;
    this.shownAt = this.now();
    this.show(waiting);
  }

  // what waits is of a session that is over; the first of the next one is shown at once
  clear(): void {
    this.waiting = undefined;
    this.shownAt = -Infinity;
  }
}
