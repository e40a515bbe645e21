// The figures of a scenario as it was resolved for a session: the attachment scenario.toml, which
// the program writes one key a line, keys as `--set` has them. Tables of lists (phases) are given
// apart by their number: phases.0.name.
import type { Value } from "../protocol";

const kTable = /^\[([\w.-]+)\]$/;
const kListed = /^\[\[([\w.-]+)\]\]$/;
const kLine = /^([\w-]+) = (.+)$/;

function value(text: string): Value | undefined {
  if (text === "true" || text === "false") return text === "true";
  if (text.startsWith('"')) {
    try {
      return String(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
  const number = Number(text.replace(/^\+?inf$/, "Infinity").replaceAll("_", ""));
  return Number.isNaN(number) ? undefined : number;
}

export function scenarioValues(text: string): Record<string, Value> {
  const values: Record<string, Value> = Object.create(null);
  const counts = new Map<string, number>();
  let table = "";
  for (const line of text.split("\n").map((l) => l.trim())) {
    const listed = line.match(kListed)?.[1];
    const key = line.match(kLine);
    if (listed) {
      const n = counts.get(listed) ?? 0;
      counts.set(listed, n + 1);
      table = `${listed}.${n}.`;
    } else if (kTable.test(line)) {
      table = `${line.match(kTable)![1]}.`;
    } else if (key) {
      const read = value(key[2]!);
      if (read !== undefined) values[table + key[1]!] = read;
    }
  }
  return values;
}

export interface Phase {
  name: string;
  from: number; // [s]
  to: number;
}

export function phasesOf(values: Record<string, Value>): Phase[] {
  const phases: Phase[] = [];
  for (let n = 0; `phases.${n}.name` in values; ++n) {
    const [from, to] = [Number(values[`phases.${n}.from`]), Number(values[`phases.${n}.to`])];
    if (from < to) phases.push({ name: String(values[`phases.${n}.name`]), from, to });
  }
  return phases;
}
