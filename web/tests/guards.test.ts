import { describe, expect, it } from "vitest";
import type { GuardBound } from "../src/data";
import { guardsInWords, guardRow, inWords, isWorthARow } from "../src/guards";

function bound(change: Partial<GuardBound> = {}): GuardBound {
  return {
    name: "energy",
    side: null,
    unit: "J",
    min: null,
    max: 3.5,
    reached: 3.4995,
    kept: true,
    acted_s: 4.213,
    ...change,
  };
}

describe("the guards", () => {
  it("are reported in one sentence", () => {
    const idle = bound({ acted_s: 0 });
    expect(guardsInWords({ kept: true, bounds: [bound(), idle, idle], stops: [] })).toBe(
      "All 3 bounds were kept; one guard had to act.",
    );
    expect(guardsInWords({ kept: true, bounds: [idle], stops: [] })).toBe(
      "The one bound was kept; no guard had to act.",
    );
    expect(guardsInWords({ kept: false, bounds: [bound({ kept: false }), idle], stops: [] })).toBe(
      "1 of 2 bounds was exceeded; one guard had to act.",
    );
  });

  it("show what was reached in the unit of the bound", () => {
    expect(guardRow(bound())).toMatchObject({
      name: "Energy",
      limit: "≤\u00a03.5\u00a0J",
      reached: "3.50\u00a0J",
      acted: "4.21\u00a0s",
    });
    expect(guardRow(bound({ reached: 0.012 })).reached).toBe("0.0120\u00a0J");
  });

  it("name the device, and show nothing where there is nothing", () => {
    const hand = bound({ name: "hand_gone", side: "leader", unit: "s", max: null, reached: null, acted_s: 0 });
    expect(guardRow(hand)).toMatchObject({
      name: "Hand gone, leader",
      limit: "–",
      reached: "–",
      acted: "–",
      idle: true,
    });
  });

  it("show a distance in millimetres beside a bound of zero", () => {
    const fence = bound({ name: "fence_distance", side: "leader", unit: "m", min: 0, max: null, reached: 0.00315 });
    expect(guardRow(fence)).toMatchObject({ limit: "≥\u00a00\u00a0mm", reached: "3.15\u00a0mm" });
  });

  it("that had nothing to do stay folded, but for the three that a session is about", () => {
    const idle = { acted_s: 0, kept: true };
    expect(isWorthARow(bound({ name: "power", ...idle }))).toBe(true);
    expect(isWorthARow(bound({ name: "tool_speed", ...idle }))).toBe(false);
    expect(isWorthARow(bound({ name: "tool_speed", ...idle, kept: false }))).toBe(true);
    expect(isWorthARow(bound({ name: "tool_speed", acted_s: 0.001 }))).toBe(true);
  });

  it("say why a device was stopped", () => {
    expect(inWords({ side: "leader", reason: "frozen_sensor", t_s: 3.2, lasted_s: 1.5 })).toBe(
      "The leader was stopped at 3.200\u00a0s for 1.50\u00a0s: frozen sensor",
    );
  });
});
