// The last seconds of some signals, in columns as uPlot wants them. Old samples fall out at the
// front; the columns are views of memory that is used again, so adding costs no garbage.

const kSpare = 2; // room for this many windows before everything is moved to the front

export class History {
  private readonly capacity: number;
  private readonly columns: Float64Array[];
  private begin = 0;
  private end = 0;

  // signals besides time
  constructor(
    signals: number,
    private readonly window: number, // [s]
    rate = 120, // samples a second, at most
  ) {
    this.capacity = Math.ceil(kSpare * window * rate);
    this.columns = Array.from({ length: signals + 1 }, () => new Float64Array(this.capacity));
  }

  get length(): number {
    return this.end - this.begin;
  }
  get last(): number {
    return this.length > 0 ? this.columns[0]![this.end - 1]! : -Infinity;
  }

  clear(): void {
    this.begin = this.end = 0;
  }

  add(time: number, values: ArrayLike<number>): void {
    if (time < this.last) this.clear(); // another session, or a recording wound back
    if (this.end === this.capacity) this.makeRoom();
    this.columns[0]![this.end] = time;
    for (let i = 1; i < this.columns.length; ++i) this.columns[i]![this.end] = values[i - 1] ?? NaN;
    ++this.end;
    while (this.columns[0]![this.begin]! < time - this.window) ++this.begin;
  }

  // column 0 is time
  column(i: number): Float64Array {
    return this.columns[i]!.subarray(this.begin, this.end);
  }

  // what is too many for the memory falls out as well
  private makeRoom(): void {
    this.begin = Math.max(this.begin, Math.floor(this.capacity / kSpare));
    for (const column of this.columns) column.copyWithin(0, this.begin, this.end);
    this.end -= this.begin;
    this.begin = 0;
  }
}
