import { describe, expect, it } from "vitest";
import { energies, finding } from "../src/certificate";
import { type Passivity, kViolation, parseReport } from "../src/data";
import { sampleReport } from "./sample";

function passivity(change: Partial<Passivity> = {}): Passivity {
  return {
    verdict: "passive",
    margin_j: 6.4e-24,
    first_violation_s: null,
    voided_by: [],
    method: "two-layer",
    taken_in_j: { leader: 1.3245, follower: -1.32449, sum: 1.29e-5 },
    ...change,
  };
}

describe("the certificate", () => {
  it("says what was found, and whether anything promised it", () => {
    expect(finding(passivity())).toBe(
      "At no time had the two device ports together given out more energy than taken in. " +
        "The method, two-layer, guarantees it.",
    );
    expect(finding(passivity({ verdict: "not_guaranteed" }))).toMatch(/nothing guaranteed it\.$/);
    expect(finding(passivity({ verdict: "violated", first_violation_s: 12.3456 }))).toMatch(
      /gave out more energy than they had taken in, first at 12\.346\ss\.$/,
    );
  });

  it("tells what was given out from what was taken in, each in a unit that shows it", () => {
    expect(energies(passivity())).toEqual([
      ["Leader’s port took in", "1.325\u00a0J"],
      ["Follower’s port gave out", "1.324\u00a0J"],
      ["Together they took in", "12.90\u00a0µJ"],
      ["Least sum at any time", "0\u00a0mJ"],
    ]);
  });

  it("speaks of port and link when one side stands alone", () => {
    expect(finding(passivity(), "leader")).toMatch(/^At no time had the leader’s device port and its link/);
    expect(energies(passivity(), "follower").map(([what]) => what)).toEqual([
      "The port gave out",
      "Port and link took in",
      "Least sum at any time",
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
