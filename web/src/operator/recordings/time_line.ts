// The time line at the page's lower edge: controls, and below them the whole recording with its
// curves and marks, along which one drags. One recording, or two upon each other.
import { h } from "../../dom";
import { TransportControls, type TransportActions } from "./transport";
import { eventMarks, phaseBands, spokenTime } from "./marks";
import type { OnLine } from "./overview";
import { drawOverview } from "./overview_drawing";
import type { Player } from "./player";

export class TimeLine {
  readonly element: HTMLElement;
  readonly transport: TransportControls;
  private readonly canvas = h("canvas", { "aria-hidden": "true" });
  private readonly bands = h("div.phases", { "aria-hidden": "true" });
  private readonly events = h("div.events");
  private readonly loop = h("div.loop", { hidden: true });
  private readonly thumb = h("div.thumb", {
    role: "slider",
    tabindex: 0,
    "aria-label": "Time of the recording",
    "aria-orientation": "horizontal",
  });
  private readonly track: HTMLElement;
  private shown: OnLine[] = [];
  private wasPlaying = false;

  constructor(
    private readonly player: Player,
    private readonly actions: TransportActions,
  ) {
    this.transport = new TransportControls(player, actions);
    const legend = h(
      "ul.lanes",
      { "aria-hidden": "true" },
      h("li.lane-forces", "forces"),
      h("li.lane-tanks", "tanks"),
    );
    this.track = h(
      "div.track",
      this.bands,
      this.canvas,
      legend,
      this.loop,
      this.events,
      this.thumb,
    );
    this.element = h("section.time-line", { "aria-label": "Recorded session" }, this.transport.element, this.track);
    this.listen();
    new ResizeObserver(() => this.redraw()).observe(this.track);
  }

  show(shown: OnLine[]): void {
    this.shown = shown;
    this.redraw();
    this.update();
  }

  // everything that does not move with the time
  redraw(): void {
    const first = this.shown[0];
    if (!first) return;
    const { range } = this.player;
    drawOverview(this.canvas, this.shown, range);
    const at = (t: number) => this.share(t + first.offset);
    this.bands.replaceChildren(...phaseBands(first.recording, at));
    const go = (t: number) => this.seek(t + first.offset);
    this.events.replaceChildren(...eventMarks(first.recording, at, this.track.clientWidth, go));
  }

  // what moves with the time
  update(): void {
    const first = this.shown[0];
    if (!first) return;
    const { time, range, looping, loop } = this.player;
    this.thumb.style.left = `${100 * this.share(time)}%`;
    this.thumb.setAttribute("aria-valuemin", range[0].toFixed(3));
    this.thumb.setAttribute("aria-valuemax", range[1].toFixed(3));
    this.thumb.setAttribute("aria-valuenow", time.toFixed(3));
    this.thumb.setAttribute("aria-valuetext", spokenTime(first.recording, time - first.offset));
    this.loop.hidden = !looping;
    this.loop.style.left = `${100 * this.share(loop[0])}%`;
    this.loop.style.width = `${100 * (this.share(loop[1]) - this.share(loop[0]))}%`;
    this.transport.update();
  }

  private share(t: number): number {
    const [start, end] = this.player.range;
    return end > start ? (t - start) / (end - start) : 0;
  }

  private seek(t: number): void {
    this.player.seek(t);
    this.actions.moved();
  }

  // dragging anywhere on the line; what played goes on afterwards
  private listen(): void {
    const go = (event: PointerEvent) => {
      const box = this.track.getBoundingClientRect();
      const [start, end] = this.player.range;
      this.seek(start + ((event.clientX - box.left) / box.width) * (end - start));
    };
    this.track.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || (event.target as Element).closest(".event")) return;
      event.preventDefault();
      this.thumb.focus({ preventScroll: true });
      this.track.setPointerCapture(event.pointerId);
      this.wasPlaying = this.player.playing;
      this.player.playing = false;
      go(event);
    });
    this.track.addEventListener("pointermove", (event) => {
      if (this.track.hasPointerCapture(event.pointerId)) go(event);
    });
    this.track.addEventListener("lostpointercapture", () => {
      if (this.wasPlaying) this.player.toggle();
      this.wasPlaying = false;
      this.update();
    });
  }
}
