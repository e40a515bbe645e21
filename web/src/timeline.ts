// What all plots over time share: the visible range and the time under the cursor [s].

export interface TimelineView {
  showRange(from: number, to: number): void;
  showCursor(t: number | null): void;
}

export class Timeline {
  private readonly views = new Set<TimelineView>();
  private visible: [number, number];
  private cursor: number | null = null;

  // smallest range that one can zoom into, some samples wide
  private readonly narrowest: number;

  constructor(
    readonly start: number,
    readonly end: number,
    samples: number,
  ) {
    this.visible = [start, end];
    this.narrowest = (8 * (end - start)) / Math.max(samples, 8);
  }

  get range(): readonly [number, number] {
    return this.visible;
  }
  get time(): number | null {
    return this.cursor;
  }
  get whole(): boolean {
    return this.visible[0] === this.start && this.visible[1] === this.end;
  }

  add(view: TimelineView): void {
    this.views.add(view);
    view.showRange(...this.visible);
    view.showCursor(this.cursor);
  }

  remove(view: TimelineView): void {
    this.views.delete(view);
  }

  zoom(from: number, to: number): void {
    const width = Math.min(Math.max(to - from, this.narrowest), this.end - this.start);
    const middle = (from + to) / 2;
    // a range that sticks out is moved inside, not cut
    const left = Math.min(Math.max(middle - width / 2, this.start), this.end - width);
    this.visible = [left, left + width];
    for (const view of this.views) view.showRange(...this.visible);
  }

  // factor below 1 zooms in; the time `about` stays where it is
  zoomBy(factor: number, about: number): void {
    const [from, to] = this.visible;
    this.zoom(about - (about - from) * factor, about + (to - about) * factor);
  }

  reset(): void {
    this.visible = [this.start, this.end];
    for (const view of this.views) view.showRange(...this.visible);
  }

  point(t: number | null, from?: TimelineView): void {
    this.cursor = t;
    for (const view of this.views) if (view !== from) view.showCursor(t);
  }
}
