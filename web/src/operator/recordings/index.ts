// Recorded sessions on the page: opened, played along a time line, two compared. While one is
// shown, the live session goes on unseen.
import "./recordings.css";
import { button } from "../../dom";
import type { App, Part } from "../app";
import { alignedByEvents, compare } from "./compare";
import { ComparedPlots } from "./compared_plots";
import { Ghost } from "./ghost";
import { listenForKeys } from "./keys";
import { FileChooser, offered, takeDrops } from "./open_files";
import { type OnLine, Overview } from "./overview";
import { RecordingPanel } from "./panel";
import { Player } from "./player";
import { Recording } from "./recording";
import { type ByteSource, LogError } from "./source";
import { StateFeed } from "./state_feed";
import { TimeLine } from "./time_line";

interface Loaded extends OnLine {
  feed: StateFeed;
  stop: AbortController; // of its pass for the overview
}

class Recordings {
  private readonly player = new Player(0, 0);
  private readonly line: TimeLine;
  private readonly panel: RecordingPanel;
  private readonly plots = new ComparedPlots((t) => {
    this.player.seek(t);
    this.moved();
  });
  private readonly chooser = new FileChooser((sources, as) => void this.open(sources, as));
  private offers: ByteSource[] = [];
  private loaded: Loaded[] = []; // the one that is shown, the one it is compared with
  private opening: AbortController | undefined;
  private ghost: Ghost | undefined;
  private connected = false;

  constructor(private readonly app: App) {
    this.line = new TimeLine(this.player, {
      moved: () => this.moved(),
      compare: () => this.chooser.choose("second"),
      close: () => this.close(),
      cancel: () => this.cancel(),
    });
    this.line.element.hidden = true;
    const content = app.panel("Recordings", { open: false, id: "recordings" });
    this.panel = new RecordingPanel(
      content,
      {
        open: () => this.chooser.choose("first"),
        openOffered: (i) => void this.open([this.offers[i]!], "first"),
        shift: (seconds) => this.shift(seconds),
        align: () => this.align(),
        drop: () => this.drop(),
      },
      this.plots.element,
    );
    const title = "Show a recorded session (log.mcap)";
    app.toolbar.append(button("Open recording…", () => this.chooser.choose("first"), { title }));
    (app.toolbar.parentElement ?? document.body).append(this.line.element);
    document.body.append(this.chooser.input, takeDrops((sources, as) => void this.open(sources, as), () => this.shown));
    this.listen();
  }

  private get shown(): boolean {
    return this.loaded.length > 0;
  }

  private listen(): void {
    const { app } = this;
    listenForKeys(this.player, this.line.element, () => this.shown, () => this.moved());
    app.on("frame", (t) => {
      const { playing } = this.player;
      if (this.shown && (this.player.advance(t) || playing !== this.player.playing)) this.moved();
    });
    app.on("theme", () => {
      this.ghost?.paint();
      this.refresh();
    });
    let looked = false;
    app.on("connection", (state) => {
      this.connected = state === "open";
      this.line.transport.close.textContent = this.connected ? "Back to live" : "Close recording";
      // a server without a station may be there for its recordings
      if (!looked && (state === "closed" || state === "refused")) void this.look();
      looked ||= state !== "connecting";
    });
  }

  private async look(): Promise<void> {
    this.offers = await offered(new URL(location.href));
    this.panel.offer(this.offers.map(({ name }) => name));
    if (this.offers.length > 0 && !this.shown) await this.open(this.offers.slice(0, 2), "first");
  }

  // one, or two that are compared
  private async open(sources: ByteSource[], as: "first" | "second"): Promise<void> {
    this.opening?.abort();
    const stop = (this.opening = new AbortController());
    const place = as === "second" && this.shown ? 1 : 0;
    for (const [i, source] of sources.slice(0, 2 - place).entries()) {
      try {
        this.line.element.hidden = false;
        this.reading(source.name, 0);
        const recording = await Recording.open(source, (share) => this.reading(source.name, share), stop.signal);
        stop.signal.throwIfAborted();
        this.put(recording, place + i);
      } catch (problem) {
        if (stop.signal.aborted) return;
        this.app.notify(`${source.name} ${problem instanceof LogError ? problem.message : "cannot be opened"}`, "error");
        break;
      } finally {
        if (this.opening === stop) this.reading(undefined);
        this.line.element.hidden = !this.shown;
      }
    }
    for (const one of this.loaded) if (one.overview.done === 0) await this.survey(one);
  }

  private put(recording: Recording, place: number): void {
    for (const old of this.loaded.splice(place)) this.forget(old);
    const second = place > 0;
    const show = second
      ? (state: Parameters<Ghost["show"]>[0]) => this.ghost?.show(state)
      : (state: Parameters<App["showState"]>[0]) => this.app.showState(state);
    this.loaded.push({
      recording,
      overview: new Overview(recording),
      // both begin together
      offset: second ? this.loaded[0]!.recording.from - recording.from : 0,
      feed: new StateFeed(recording, show),
      stop: new AbortController(),
    });
    for (const warning of recording.warnings) this.app.notify(`${recording.source.name} ${warning}`);
    if (second) this.showGhost(recording);
    else this.begin(recording);
    this.arrange();
  }

  private begin(recording: Recording): void {
    this.player.playing = false;
    this.player.unmark();
    this.app.showRecording({ session: recording.session });
    this.player.setRange(recording.from, recording.to);
    this.player.seek(recording.from);
    this.line.transport.title.textContent = recording.session.title || recording.source.name;
  }

  private showGhost(recording: Recording): void {
    this.ghost?.dispose();
    this.ghost = recording.hasScenes ? new Ghost(this.app, recording.session) : undefined;
  }

  // the pass through all of it, in the background
  private async survey(one: Loaded): Promise<void> {
    const { name } = one.recording.source;
    this.reading(name);
    try {
      await one.overview.read((share) => {
        this.reading(name, share);
        this.line.redraw();
      }, one.stop.signal);
    } catch (problem) {
      if (!one.stop.signal.aborted) throw problem;
    }
    this.reading(undefined);
    if (!this.loaded.includes(one)) return;
    if (one.recording.damage) this.app.notify(`${name} ${one.recording.damage}`);
    this.refresh();
  }

  // everything that does not move with the time
  private refresh(): void {
    const [first, second] = this.loaded;
    if (!first) return;
    this.line.show(this.loaded);
    this.plots.show(this.loaded, this.player.range);
    this.plots.at(this.player.time);
    this.panel.note(this.loaded.flatMap(({ recording }) => [...recording.warnings, recording.damage].filter(Boolean).map((text) => `${recording.source.name} ${text}`)));
    this.panel.compare(
      second && compare([first, second]),
      second && [first.recording.source.name, second.recording.source.name],
      second?.offset,
    );
  }

  // the time line is as long as both together
  private arrange(): void {
    const starts = this.loaded.map(({ recording, offset }) => recording.from + offset);
    const ends = this.loaded.map(({ recording, offset }) => recording.to + offset);
    this.player.setRange(Math.min(...starts), Math.max(...ends));
    this.line.element.hidden = false;
    this.refresh();
    this.moved();
  }

  private moved(): void {
    if (!this.shown) return;
    const { time } = this.player;
    for (const { feed, offset } of this.loaded) feed.go(time - offset);
    this.line.update();
    this.plots.at(time);
  }

  private shift(seconds: number): void {
    const second = this.loaded[1];
    if (!second) return;
    second.offset = seconds;
    this.arrange();
  }

  private align(): void {
    const [first, second] = this.loaded;
    if (!first || !second) return;
    const offset = alignedByEvents(first.recording, second.recording);
    if (offset === undefined) this.app.notify("Nothing of the same kind happened in both recordings.");
    else this.shift(offset);
  }

  private drop(): void {
    for (const old of this.loaded.splice(1)) this.forget(old);
    this.arrange();
  }

  private close(): void {
    this.opening?.abort();
    for (const old of this.loaded.splice(0)) this.forget(old);
    this.player.playing = false;
    this.line.element.hidden = true;
    this.panel.compare(undefined);
    this.panel.note([]);
    this.plots.show([], [0, 0]);
    this.app.showRecording(null);
  }

  private forget(old: Loaded): void {
    old.stop.abort();
    old.feed.close();
    // the ghost is the second's, and stands in the scenes of the first
    this.ghost?.dispose();
    this.ghost = undefined;
  }

  // what was read up to here stays
  private cancel(): void {
    this.opening?.abort();
    for (const one of this.loaded) one.stop.abort();
    this.reading(undefined);
    this.line.element.hidden = !this.shown;
  }

  private reading(name: string | undefined, share = 0): void {
    this.line.transport.showReading(name, share);
  }
}

export const attach: Part = (app) => void new Recordings(app);
