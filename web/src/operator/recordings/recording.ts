// A recorded session that is open. Opening reads its index and the few messages that are recorded only
// when something changes; everything else is read where somebody looks, and kept while it is near.
import type { SessionModel, SideName, StateFrame } from "../protocol";
import { type ChunkPlace, type LogIndex, openIndex } from "./log_index";
import { rowBefore } from "./interpolate";
import type { LogEvent } from "./messages";
import { stateAt } from "./recorded_state";
import { type Phase, phasesOf, scenarioValues } from "./scenario_text";
import { recordedSession } from "./session";
import { type ByteSource, LogError } from "./source";
import { kNoStretch, readStretch, type Stretch, type Track } from "./stretch";

const kSides: SideName[] = ["leader", "follower"];
const kPerSide = ["measured_js", "measured_cp", "servo_cf", "measured_cf", "energy", "guard", "scene"];
const kShown = new Set([
  "/link",
  "/leader/assist",
  ...kSides.flatMap((side) => kPerSide.map((topic) => `/${side}/${topic}`)),
]);
// recorded only when something changes
const kRare = new Set(["/events", "/leader/engagement", "/follower/engagement"]);

const kAround = 0.15; // rows are looked for this far; /link comes ten times a second [s]
const kKept = 64 << 20; // of unpacked rows [bytes]

export class Recording {
  readonly events: LogEvent[] = [];
  readonly phases: Phase[];
  readonly from: number; // [s]
  readonly to: number;
  readonly session: SessionModel;
  readonly hasScenes: boolean;
  readonly hasWorkspace: boolean;
  readonly warnings: string[] = [];
  private readonly engagement: Record<SideName, Track[]> = { leader: [], follower: [] };
  private readonly kept = new Map<ChunkPlace, Stretch>(); // latest used last
  private readonly awaited = new Map<ChunkPlace, Promise<Stretch>>();
  private damaged: ChunkPlace[] = [];
  private bytes = 0;
  private count = 0;

  private constructor(
    readonly source: ByteSource,
    private readonly index: LogIndex,
    first: Stretch,
  ) {
    this.from = index.chunks[0]!.from;
    this.to = index.chunks.reduce((latest, { to }) => Math.max(latest, to), this.from);
    const names = (side: SideName) => first.names.get(`/${side}/measured_js`) ?? [];
    const recorded = recordedSession(index, this, { leader: names("leader"), follower: names("follower") });
    this.session = recorded.session;
    this.hasScenes = recorded.hasScenes;
    this.hasWorkspace = recorded.hasWorkspace;
    this.phases = phasesOf(scenarioValues(new TextDecoder().decode(index.attachments.get("scenario.toml"))));
    for (const warning of [index.warning, recorded.warning]) if (warning) this.warnings.push(warning);
  }

  // throws LogError; `progress` from 0 to 1
  static async open(
    source: ByteSource,
    progress: (share: number) => void = () => {},
    stopped?: AbortSignal,
  ): Promise<Recording> {
    const index = await openIndex(source, (share) => progress(0.5 * share), stopped);
    const topics = new Set([...index.channels.values()].map(({ topic }) => topic));
    if (!kSides.some((side) => topics.has(`/${side}/measured_js`))) {
      throw new LogError("was made by another program: has no /leader/measured_js");
    }
    if (index.chunks.length === 0) throw new LogError("holds no messages");
    const rare = index.chunks.filter(({ topics: has }) => !has || [...kRare].some((topic) => has.has(topic)));
    const first = await readChunk(source, index, index.chunks[0]!, stopped).catch((problem: unknown) => {
      if (!(problem instanceof LogError)) throw problem;
      return kNoStretch;
    });
    const recording = new Recording(source, index, first);
    // where the index does not say which chunks have them, the pass for the overview brings them
    if (rare.length === 0 || rare[0]!.topics) await recording.readRare(rare, progress, stopped);
    return recording;
  }

  get length(): number {
    return this.to - this.from;
  }
  get chunks(): readonly ChunkPlace[] {
    return this.index.chunks;
  }
  // what could not be read, for people
  get damage(): string {
    const parts = this.damaged.map(({ from, to }) => `${from.toFixed(2)} s to ${to.toFixed(2)} s`);
    const shown = parts.slice(0, 3).join(", ");
    return parts.length === 0 ? "" : `is damaged: ${shown}${parts.length > 3 ? " and more" : ""} cannot be read`;
  }

  // at once, where it was read already
  peek(t: number): StateFrame | undefined {
    const stretches: Stretch[] = [];
    for (const place of this.placesAround(t)) {
      const stretch = this.kept.get(place);
      if (!stretch) return undefined;
      stretches.push(stretch);
    }
    return this.frame(t, stretches);
  }

  async at(t: number): Promise<StateFrame> {
    return this.frame(t, await Promise.all(this.placesAround(t).map((place) => this.stretch(place))));
  }

  // reads what comes after t, so that playing finds it there
  readAhead(t: number): void {
    for (const place of this.placesAround(t)) void this.stretch(place).catch(() => {});
  }

  // one chunk; empty where it is damaged, which is remembered
  stretch(place: ChunkPlace): Promise<Stretch> {
    const kept = this.kept.get(place);
    if (kept) {
      this.kept.delete(place);
      this.kept.set(place, kept);
      return Promise.resolve(kept);
    }
    let read = this.awaited.get(place);
    if (!read) {
      read = this.read(place).finally(() => this.awaited.delete(place));
      this.awaited.set(place, read);
    }
    return read;
  }

  engagementAt(side: SideName, t: number): number {
    let state = 0;
    let latest = -Infinity;
    for (const { times, values } of this.engagement[side]) {
      const i = rowBefore(times, t);
      if (i >= 0 && times[i]! > latest) [latest, state] = [times[i]!, values[i]!];
    }
    return state;
  }

  private async read(place: ChunkPlace): Promise<Stretch> {
    let stretch = kNoStretch;
    try {
      stretch = await readChunk(this.source, this.index, place);
    } catch (problem) {
      if (!(problem instanceof LogError)) throw problem;
      if (!this.damaged.includes(place)) this.damaged.push(place);
    }
    if (!place.topics) this.noteRare(stretch);
    this.keep(place, stretch);
    return stretch;
  }

  private keep(place: ChunkPlace, stretch: Stretch): void {
    this.kept.set(place, stretch);
    this.bytes += stretch.bytes;
    for (const [oldest, { bytes }] of this.kept) {
      if (this.bytes <= kKept || oldest === place) break;
      this.kept.delete(oldest);
      this.bytes -= bytes;
    }
  }

  private async readRare(places: ChunkPlace[], progress: (share: number) => void, stopped?: AbortSignal): Promise<void> {
    for (const [i, place] of places.entries()) {
      this.noteRare(await this.stretch(place));
      stopped?.throwIfAborted();
      progress((i + 1) / places.length);
    }
  }

  private noteRare(stretch: Stretch): void {
    const known = new Set(this.events.map((event) => `${event.time} ${event.what}`));
    this.events.push(...stretch.events.filter((event) => !known.has(`${event.time} ${event.what}`)));
    this.events.sort((a, b) => a.time - b.time);
    for (const side of kSides) {
      const track = stretch.tracks.get(`/${side}/engagement`);
      if (track && !this.engagement[side].includes(track)) this.engagement[side].push(track);
    }
  }

  private placesAround(t: number): ChunkPlace[] {
    const near = this.index.chunks.filter(({ from, to }) => from <= t + kAround && to >= t - kAround);
    // in a gap, what is before it
    return near.length > 0 ? near : this.index.chunks.filter(({ to }) => to < t).slice(-1);
  }

  private frame(t: number, stretches: Stretch[]): StateFrame {
    return stateAt(this, stretches, t, ++this.count);
  }
}

async function readChunk(source: ByteSource, index: LogIndex, place: ChunkPlace, stopped?: AbortSignal): Promise<Stretch> {
  const record = await source.read(place.offset, place.length, stopped);
  return readStretch(record, index.channels, (topic) => kShown.has(topic) || kRare.has(topic));
}
