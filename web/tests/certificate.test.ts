import { describe, expect, it } from "vitest";
import { energies } from "../src/certificate";
import { type Passivity, kViolation, parseReport } from "../src/data";
import { sampleReport } from "./sample";

function passivity(change: Partial<Passivity> = {}): Passivity {
  return {
    verdict: "passive",
    finding: "At no time.",
    margin_j: 6.4e-3,
    least_j: 0,
    first_violation_s: null,
    voided_by: [],
    method: "two-layer",
    port: { leader: "joints", follower: "joints" },
    stored_j: 0,
    tolerance_j: 1e-3,
    starved_s: { leader: 0, follower: 0 },
    taken_in_j: { leader: 1.3245, follower: -1.32449, sum: 1.29e-5 },
    ...change,
  };
}

describe("the certificate", () => {
  it("shows what was given out and what was taken in, each in a unit that shows it", () => {
    expect(energies(passivity())).toEqual([
      ["Leader’s joints took in", "1.325\u00a0J"],
      ["Follower’s joints gave out", "1.324\u00a0J"],
      ["Together they took in", "12.90\u00a0µJ"],
      ["Least left after the first charge", "6.400\u00a0mJ"],
    ]);
  });

  it("shows what was in store, and how long effort was scaled down", () => {
    const shown = energies(passivity({ stored_j: 0.6, starved_s: { leader: 0, follower: 12.25 } }));
    expect(shown.slice(3)).toEqual([
      ["In store at the start", "600\u00a0mJ"],
      ["Least left after the first charge", "6.400\u00a0mJ"],
      ["Effort scaled down, follower", "12.3\u00a0s"],
    ]);
  });

  it("leaves out a port that is no part of the balance, and names a hand's", () => {
    const driven = passivity({ port: { leader: "joints", follower: "own" } });
    expect(energies(driven).map(([what]) => what)).toEqual([
      "Leader’s joints took in",
      "Least left after the first charge",
    ]);
    expect(energies(passivity({ port: { leader: "hand", follower: "joints" } }))[0]?.[0]).toBe(
      "The hand took in",
    );
  });

  it("names the tools, and what errors of their wrenches may hide", () => {
    const shown = energies(
      passivity({ port: { leader: "tool", follower: "tool" }, uncertain_j: 0.2 }),
    );
    expect(shown.map(([what]) => what)).toEqual([
      "Leader’s tool took in",
      "Follower’s tool gave out",
      "Together they took in",
      "Tolerated for errors of wrenches",
      "Least left after the first charge",
    ]);
    expect(shown[3]?.[1]).toBe("200\u00a0mJ");
  });

  it("speaks of port and link when one side stands alone", () => {
    expect(energies(passivity(), "follower").map(([what]) => what)).toEqual([
      "Follower’s joints gave out",
      "Port and link took in",
      "Least left after the first charge",
    ]);
  });
});

describe("the first violation of passivity", () => {
  const parsed = (change: Partial<Passivity> | null) => {
    const report = sampleReport();
    if (change) report.summary.passivity = passivity(change);
    else delete report.summary.passivity;
    return parseReport(JSON.stringify(report))?.summary;
  };

  it("is an event among the others", () => {
    const summary = parsed({ verdict: "violated", first_violation_s: 12.345 });
    expect(summary?.events.map(({ t_s }) => t_s)).toEqual([0, 8.64, 12.345, 23.9, 27]);
    expect(summary?.events[2]?.what).toBe(kViolation);
  });

  it("is none when there was none", () => {
    expect(parsed({})?.events).toHaveLength(4);
  });

  it("is none in a summary from before there were certificates", () => {
    const summary = parsed(null);
    expect(summary?.passivity).toBeUndefined();
    expect(summary?.events).toHaveLength(4);
  });
});
