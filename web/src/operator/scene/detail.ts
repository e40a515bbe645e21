// How much is drawn, and when it becomes less: pictures that take longer than 1/60 s on the mean of
// a second lower the detail by one step. It never rises by itself, or it would swing.

export interface Detail {
  name: "high" | "medium" | "low" | "lowest";
  pixelRatio: number; // at most
  shadows: boolean;
  smooth: boolean; // edges; from the next time the page is loaded
  matt: boolean; // simpler light on surfaces
  segments: number; // of a round shape
}

export const kDetails: Detail[] = [
  { name: "high", pixelRatio: 2, shadows: true, smooth: true, matt: false, segments: 32 },
  { name: "medium", pixelRatio: 1, shadows: false, smooth: false, matt: false, segments: 24 },
  { name: "low", pixelRatio: 0.75, shadows: false, smooth: false, matt: true, segments: 16 },
  { name: "lowest", pixelRatio: 0.5, shadows: false, smooth: false, matt: true, segments: 12 },
];

const kWanted = 1 / 60; // [s]
const kSlack = 1.04; // a screen of 60 Hz is never exactly that
const kWatched = 1; // [s]
const kGap = 10; // [s]: the page was not shown meanwhile
const kSettling = 3; // pictures after a change that do not count

export class DetailGovernor {
  level: number;
  rate = 0; // pictures a second, over the last second
  private elapsed = 0;
  private pictures = 0;
  private last: number | undefined;
  private settling = kSettling;

  // fixed: somebody chose it, so it stays
  constructor(
    readonly first = 0, // the level that it began with
    private fixed = false,
  ) {
    this.level = first;
  }

  get detail(): Detail {
    return kDetails[this.level]!;
  }

  // from there on by itself again
  set(level: number): void {
    this.fixed = false;
    this.level = Math.min(level, kDetails.length - 1);
    this.restart();
  }

  // a picture was begun at t [s]; true: the detail was lowered
  picture(t: number): boolean {
    const took = this.last === undefined ? Infinity : t - this.last;
    this.last = t;
    if (took > kGap) return this.restart();
    if (this.settling > 0) {
      --this.settling;
      return false;
    }
    this.elapsed += took;
    ++this.pictures;
    if (this.elapsed < kWatched) return false;
    const mean = this.elapsed / this.pictures;
    this.rate = 1 / mean;
    this.elapsed = this.pictures = 0;
    if (this.fixed || mean <= kSlack * kWanted || this.level === kDetails.length - 1) return false;
    this.set(this.level + 1);
    return true;
  }

  // what was measured so far does not count
  restart(): false {
    this.elapsed = this.pictures = 0;
    this.settling = kSettling;
    return false;
  }
}
