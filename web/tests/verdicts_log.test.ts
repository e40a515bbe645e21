// Random sessions with guards: the verdict is `pass` exactly when every bound, that on the energy of
// both ports included, was kept, as recomputed from the log by a reader that shares nothing with the
// program.
//   TETHER           the program
//   TETHER_ROBOTS    the folder of the robots' models
//   TETHER_VERDICTS  how many sessions (1000 in `make verdicts`, fewer in `make test`)
//   TETHER_SEED      of the first of them
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import type { GuardBound, Summary } from "../src/data";
import { type Box, leastTakenIn, reached, readRobot, readSides } from "./verdicts.log";

const program = process.env["TETHER"];
const robots = process.env["TETHER_ROBOTS"];
const count = Number(process.env["TETHER_VERDICTS"] ?? 20);
const firstSeed = Number(process.env["TETHER_SEED"] ?? 1);
const kRate = 1000;
const kRounding = 1e-9; // of a bound, as the program allows it
const kAgreement = 1e-6; // of two ways to compute a figure

// the same numbers for the same seed, everywhere
function generator(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Case {
  overrides: string[];
  boxes: Box[];
}

function randomCase(seed: number): Case {
  const unit = generator(seed);
  const between = (low: number, high: number) => low + (high - low) * unit();
  const log = (low: number, high: number) => low * (high / low) ** unit();
  const number = (x: number) => x.toPrecision(6);
  const list = (...x: number[]) => `[${x.map((v) => v.toFixed(4)).join(",")}]`;
  const overrides = ["phases=[]", "expect=[]", "duration=2.5", `seed=${seed}`];
  const maybe = (key: string, value: () => number, share = 0.5) => {
    if (unit() < share) overrides.push(`${key}=${number(value())}`);
  };
  maybe("guard.max_force", () => log(3, 60));
  maybe("guard.max_energy", () => log(0.3, 6));
  maybe("leader.guard.max_power", () => log(1, 100));
  maybe("leader.guard.torque_rate", () => log(300, 8000));
  maybe("leader.guard.tool.speed", () => between(0.4, 2.5));
  maybe("leader.guard.tool.turn_speed", () => between(0.6, 4));
  maybe("operator.hand.stiffness", () => between(200, 900));
  const link = ["ideal", "wifi", "nl_it"][Math.floor(3 * unit())];
  overrides.push(`link.kind=${link}`);

  // two quick strokes of the hand
  let at = between(0.6, 0.8);
  const waypoints = [0, 1].map(() => {
    const duration = between(0.25, 0.9);
    const to = list(between(-0.15, 0.25), between(-0.25, 0.25), between(-0.2, 0.2));
    const text = `{at=${at.toFixed(3)},duration=${duration.toFixed(3)},to=${to}}`;
    at += duration + between(0, 0.2);
    return text;
  });
  overrides.push(`operator.waypoints=[${waypoints.join(",")}]`);

  const boxes: Box[] = [];
  if (unit() < 0.4) {
    const centre: Box["centre"] = [0.45, between(0.2, 0.35) * (unit() < 0.5 ? 1 : -1), 0.5];
    const half: Box["half_size"] = [0.12, 0.08, 0.15];
    boxes.push({
      centre: centre.map((v) => Number(v.toFixed(4))) as Box["centre"],
      half_size: half,
    });
    const box = "leader.guard.fence.boxes.box";
    overrides.push(`${box}.centre=${list(...centre)}`, `${box}.half_size=${list(...half)}`);
  }
  return { overrides, boxes };
}

async function run(seed: number, { overrides }: Case): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "tether-verdict-"));
  const given = overrides.flatMap((assignment) => ["--set", assignment]);
  await new Promise<void>((resolve, reject) => {
    execFile(
      program ?? "",
      ["run", "panda_lwr_haptic", ...given, "--out", directory],
      (error, _out, err) => {
        // 1: fail, 3: fault; both are answers
        if (error && error.code !== 1 && error.code !== 3) reject(new Error(`${seed}: ${err}`));
        else resolve();
      },
    );
  });
  return directory;
}

const isKept = (value: number, { min, max }: GuardBound) =>
  (max === null || value <= max * (1 + kRounding)) &&
  (min === null || value >= min - kRounding * Math.abs(min));

interface Tally {
  passed: number;
  exceeded: number;
  faults: number;
}

async function check(seed: number, tally: Tally): Promise<void> {
  const drawn = randomCase(seed);
  const directory = await run(seed, drawn);
  const summary = JSON.parse(readFileSync(join(directory, "summary.json"), "utf8")) as Summary;
  const sides = await readSides(join(directory, "log.mcap"));
  const models = {
    leader: readRobot(join(robots ?? "", "panda.xml")),
    follower: readRobot(join(robots ?? "", "kuka_lwr4.xml")),
  };
  rmSync(directory, { recursive: true });

  // what a fault did in its last tick is no guard's doing, and the verdict is never `pass`
  if (summary.verdict === "fault") {
    ++tally.faults;
    expect(summary.reasons.length, String(seed)).toBeGreaterThan(0);
    return;
  }
  let kept = true;
  for (const bound of summary.guards?.bounds ?? []) {
    if (bound.min === null && bound.max === null) continue;
    const which = bound.side ?? "leader";
    const value = reached(bound.name, sides[which], sides, kRate, models[which], drawn.boxes);
    const where = `seed ${seed}, ${which} ${bound.name}: ${value} against ${bound.reached}`;
    expect(Math.abs(value - (bound.reached ?? NaN)), where).toBeLessThanOrEqual(
      kAgreement * Math.max(1, Math.abs(value)),
    );
    expect(isKept(value, bound), where).toBe(bound.kept);
    kept &&= isKept(value, bound);
  }
  const { least_j = NaN, stored_j = 0, tolerance_j = 0 } = summary.passivity ?? {};
  const least = leastTakenIn(sides);
  expect(Math.abs(least - least_j), `seed ${seed}: ${least} J`).toBeLessThanOrEqual(kAgreement);
  kept &&= least >= -(stored_j + tolerance_j);
  const others = summary.reasons.filter((reason) => !/^(guard|passivity)/.test(reason));
  expect(others, String(seed)).toEqual([]);
  expect(summary.verdict === "pass", String(seed)).toBe(kept);
  ++tally[kept ? "passed" : "exceeded"];
}

describe("the verdict of random sessions with guards", () => {
  it(
    "is pass exactly when every bound that the log shows was kept",
    { timeout: 4000 * count + 60_000 },
    async () => {
      if (!program || !robots) throw new Error("set TETHER and TETHER_ROBOTS");
      const tally: Tally = { passed: 0, exceeded: 0, faults: 0 };
      const seeds = Array.from({ length: count }, (_, i) => firstSeed + i);
      const workers = [0, 1].map(async (worker) => {
        for (const seed of seeds.filter((_, i) => i % 2 === worker)) await check(seed, tally);
      });
      await Promise.all(workers);
      console.log(`${count} sessions: ${JSON.stringify(tally)}`);
      // a trial in which nothing passes, or nothing fails, has shown nothing
      if (count >= 20) {
        expect(tally.passed).toBeGreaterThan(0);
        expect(tally.exceeded).toBeGreaterThan(0);
      }
    },
  );
});
