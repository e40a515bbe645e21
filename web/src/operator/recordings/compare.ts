// What differs between two recordings: figures of their scenarios and what was measured.
import { formatQuantity } from "../../format";
import type { Value } from "../protocol";
import type { Overview } from "./overview";
import type { Recording } from "./recording";

export interface Compared {
  what: string;
  values: [string, string];
  differs: boolean;
}

export interface Seen {
  recording: Recording;
  overview: Overview;
}

function line(what: string, pair: [Seen, Seen], of: (seen: Seen) => string): Compared {
  const [a, b] = [of(pair[0]), of(pair[1])];
  return { what, values: [a, b], differs: a !== b };
}

// quantities are the same when they read the same
function quantity(what: string, unit: string, of: (seen: Seen) => number, pair: [Seen, Seen]): Compared {
  return line(what, pair, (seen) => {
    const value = of(seen);
    return Number.isFinite(value) ? formatQuantity(value, unit) : "–";
  });
}

const kNamed: Record<string, string> = {
  "passivity.kind": "Passivity",
  "link.kind": "Link",
  "link.delay": "Link delay",
  "coupling.kind": "Coupling",
};

function plain(key: string): string {
  return kNamed[key] ?? key.replaceAll("_", " ").replace(".", ": ");
}

function valuesOf({ recording }: Seen): Record<string, Value> {
  return recording.session.values;
}

// always the named ones, of the others those that differ
function settings(pair: [Seen, Seen]): Compared[] {
  const keys = new Set([...Object.keys(kNamed), ...pair.flatMap((seen) => Object.keys(valuesOf(seen)))]);
  const rows = [...keys].map((key) =>
    line(plain(key), pair, (seen) => String(valuesOf(seen)[key] ?? "–")),
  );
  return rows.filter((row, i) => row.differs || (i < 2 && row.values[0] !== "–"));
}

export function compare(pair: [Seen, Seen]): Compared[] {
  const curve = (name: keyof Overview["curves"]) => (seen: Seen) => seen.overview.curves[name];
  return [
    line("Scenario", pair, ({ recording }) => recording.session.name || "–"),
    quantity("Duration", "s", ({ recording }) => recording.length, pair),
    ...settings(pair),
    quantity("Round trip, mean", "s", ({ overview }) => overview.roundTrip.mean, pair),
    quantity("Tracking error, mean", "m", (seen) => curve("error")(seen).mean, pair),
    quantity("Force of the hand, largest", "N", (seen) => curve("leader_force")(seen).max, pair),
    quantity("Force of the world, largest", "N", (seen) => curve("follower_force")(seen).max, pair),
    quantity("Leader's tank, lowest", "J", (seen) => curve("leader_tank")(seen).min, pair),
    quantity("Follower's tank, lowest", "J", (seen) => curve("follower_tank")(seen).min, pair),
  ];
}

// The shift [s] of the second that brings the first event of the same kind together; phases begin
// with the clock, not with what the person does.
export function alignedByEvents(first: Recording, second: Recording): number | undefined {
  for (const event of first.events) {
    if (event.what.startsWith("phase")) continue;
    const same = second.events.find(({ what }) => what === event.what);
    if (same) return event.time - same.time;
  }
  return undefined;
}
