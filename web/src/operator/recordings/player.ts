// The clock of a recording: where one is, whether it runs, how fast, and the stretch it repeats.

export const kSpeeds = [0.25, 0.5, 1, 2, 4, 8];
const kDisplayRate = 60; // of single steps [Hz]

export class Player {
  time: number; // [s]
  playing = false;
  speed = 1;
  looping = false;
  private marks: { from: number | undefined; to: number | undefined } = { from: undefined, to: undefined };
  private before: number | undefined; // when the last picture was

  constructor(
    private start: number,
    private end: number,
  ) {
    this.time = start;
  }

  get range(): readonly [number, number] {
    return [this.start, this.end];
  }
  // what is repeated; an end that is not set is the recording's
  get loop(): readonly [number, number] {
    return [this.marks.from ?? this.start, this.marks.to ?? this.end];
  }

  setRange(start: number, end: number): void {
    [this.start, this.end] = [start, end];
    this.seek(this.time);
  }

  seek(t: number): void {
    if (Number.isFinite(t)) this.time = Math.min(this.end, Math.max(this.start, t));
  }
  step(ticks: number): void {
    this.playing = false;
    this.seek(this.time + ticks / kDisplayRate);
  }
  skip(seconds: number): void {
    this.seek(this.time + seconds);
  }

  toggle(): void {
    this.playing = !this.playing;
    this.before = undefined;
    if (this.playing && !this.looping && this.time >= this.end) this.time = this.start;
  }

  faster(steps: number): void {
    const at = kSpeeds.indexOf(this.speed);
    this.speed = kSpeeds[Math.min(kSpeeds.length - 1, Math.max(0, at + steps))] ?? 1;
  }

  // one end of the loop to where one is; an order that makes no sense drops the other end
  mark(end: "from" | "to"): void {
    this.marks[end] = this.time;
    const { from, to } = this.marks;
    if (from !== undefined && to !== undefined && from >= to) this.marks[end === "from" ? "to" : "from"] = undefined;
    this.looping = true;
  }
  unmark(): void {
    this.marks = { from: undefined, to: undefined };
    this.looping = false;
  }

  // `now`: any clock that runs in seconds; true when the time has moved
  advance(now: number): boolean {
    const passed = this.before === undefined ? 0 : now - this.before;
    this.before = now;
    if (!this.playing || !(passed > 0)) return false;
    this.time += passed * this.speed;
    const [from, to] = this.looping ? this.loop : this.range;
    if (this.time >= to) {
      // a page that slept does not come back in the middle of a hundred rounds
      if (this.looping && to > from) this.time = from + ((this.time - to) % (to - from));
      else [this.time, this.playing] = [to, false];
    }
    return true;
  }
}
