// The row of controls above the time line.
import { button, h } from "../../dom";
import { kSpeeds, type Player } from "./player";

export interface TransportActions {
  moved(): void; // the player's time was changed by hand
  compare(): void; // choose a second recording
  close(): void; // back to the live session
  cancel(): void; // what is being read
}

const kFractions: Record<number, string> = { 0.25: "¼×", 0.5: "½×" };

export class TransportControls {
  readonly element: HTMLElement;
  readonly close: HTMLButtonElement;
  readonly title = h("span.recording-title");
  private readonly play: HTMLButtonElement;
  private readonly loop: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly clock = h("output.clock", { "aria-live": "off" });
  private readonly reading: HTMLElement;
  private readonly bar = h("progress", { max: 1, "aria-label": "Read so far" });
  private readonly what = h("span");

  constructor(
    private readonly player: Player,
    actions: TransportActions,
  ) {
    const press = (label: string, title: string, act: () => void, words: string | false = false) => {
      const actAndMove = () => {
        act();
        actions.moved();
      };
      return button(label, actAndMove, { class: "small", title, "aria-label": words });
    };
    this.play = press("▶", "Play or pause (space)", () => player.toggle(), "Play");
    this.play.classList.add("play");
    this.loop = press("Loop", "Repeat the stretch between A and B (L)", () => (player.looping = !player.looping));
    this.speed = h(
      "select",
      { "aria-label": "Speed", title: "Speed (+ and −)" },
      ...kSpeeds.map((v) => h("option", { value: v, selected: v === 1 }, kFractions[v] ?? `${v}×`)),
    );
    this.speed.addEventListener("change", () => (player.speed = Number(this.speed.value)));
    const cancel = press("Cancel", "Stop reading", () => actions.cancel());
    this.reading = h("span.reading", { hidden: true }, this.what, this.bar, cancel);
    this.close = press("Close recording", "Stop showing the recording", () => actions.close());
    this.element = h(
      "div.transport",
      { role: "toolbar", "aria-label": "Playing" },
      press("◀", "One picture back (←)", () => player.step(-1), "One picture back"),
      this.play,
      press("▶|", "One picture on (→)", () => player.step(1), "One picture on"),
      this.speed,
      this.clock,
      h(
        "span.loop-keys",
        { role: "group", "aria-label": "Loop" },
        press("A", "The loop begins here ([)", () => player.mark("from"), "Loop begins here"),
        press("B", "The loop ends here (])", () => player.mark("to"), "Loop ends here"),
        this.loop,
        press("×", "No loop", () => player.unmark(), "No loop"),
      ),
      this.title,
      this.reading,
      press("Compare with…", "Draw a second recording as a ghost", () => actions.compare()),
      this.close,
    );
  }

  update(): void {
    const { playing, time, range, looping, speed } = this.player;
    this.play.textContent = playing ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.loop.setAttribute("aria-pressed", String(looping));
    this.speed.value = String(speed);
    this.clock.textContent = `${time.toFixed(2)} / ${range[1].toFixed(2)} s`;
  }

  // undefined: nothing is being read
  showReading(name: string | undefined, share = 0): void {
    this.reading.hidden = name === undefined;
    this.what.textContent = name === undefined ? "" : `Reading ${name}`;
    this.bar.value = share;
  }
}
