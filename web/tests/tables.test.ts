import { describe, expect, it } from "vitest";
import { keyMetrics, allHold } from "../src/header";
import { machineRows, metricRows } from "../src/tables";
import { sampleReport } from "./sample";

describe("numbers per phase", () => {
  it("share unit and decimals within a row", () => {
    const { summary } = sampleReport();
    summary.metrics = { reach: { value: 0.9, unit: "m" }, only_here: { value: 1, unit: "N" } };
    summary.phases = [
      { name: "a", from_s: 0, to_s: 1, metrics: { reach: { value: 0.00123, unit: "m" } } },
      { name: "b", from_s: 1, to_s: 2, metrics: { later: { value: null, unit: "J" } } },
    ];
    expect(metricRows(summary)).toEqual([
      { name: "Reach", unit: "mm", cells: ["900.0", "1.2", "–"] },
      { name: "Only here", unit: "N", cells: ["1", "–", "–"] },
      { name: "Later", unit: "mJ", cells: ["–", "–", "–"] },
    ]);
  });
});

describe("a metric that does not apply", () => {
  it("has no row", () => {
    const { summary } = sampleReport();
    const names = metricRows(summary, ["packets_lost"]).map((row) => row.name);
    expect(names).toContain("Tracking error max");
    expect(names).not.toContain("Packets lost");
  });
});

describe("the header", () => {
  it("puts the figures of most interest first", () => {
    const { summary } = sampleReport();
    summary.metrics = { speed: { value: 1, unit: "m/s" }, ...summary.metrics };
    expect(keyMetrics(summary)).toEqual([
      "tracking_error_mean",
      "tracking_error_max",
      "orientation_error_max",
      "operator_force_max",
      "contact_force_max",
      "speed",
    ]);
  });

  it("says of a session that passed what held", () => {
    const { summary } = sampleReport();
    summary.expect = summary.expect.slice(0, 1);
    expect(allHold(summary)).toBe("the one expectation holds; every guard’s bound is kept");
    summary.expect = [];
    delete summary.guards;
    expect(allHold(summary)).toBe("the scenario states no expectations");
  });
});

it("machine figures are listed with the path of nested ones", () => {
  expect(
    machineRows({ cores: 2, tick_us: { max_value: 88.2 }, flags: ["a", "b"], host: null }),
  ).toEqual([
    ["Cores", "2"],
    ["Tick us, max value", "88.2"],
    ["Flags", "a, b"],
    ["Host", "–"],
  ]);
});
