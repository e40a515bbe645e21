import { describe, expect, it } from "vitest";
import { limitsFor } from "../src/overlay";
import { lineStyles } from "../src/palette";
import { plotModel, valueRange } from "../src/plots";
import { Timeline } from "../src/timeline";
import { sampleReport } from "./sample";

describe("the value axis", () => {
  it("does not blow up rounding noise", () => {
    const [low, high] = valueRange(-1e-12, 1e-12, "N", []);
    expect(high - low).toBeGreaterThanOrEqual(1);
  });

  it("holds all of the data", () => {
    const [low, high] = valueRange(-3, 70, "mm", []);
    expect(low).toBeLessThan(-3);
    expect(high).toBeGreaterThan(70);
  });

  it("keeps zero as its foot for what is never negative", () => {
    expect(valueRange(0.1, 20, "mm", [])[0]).toBe(0);
  });

  it("reaches for a bound nearby but not for one far away", () => {
    expect(valueRange(0, 20, "mm", [{ value: 30 }])[1]).toBeGreaterThan(30);
    expect(valueRange(0, 20, "mm", [{ value: 500 }])[1]).toBeLessThan(30);
  });

  it("is there without data", () => {
    const [low, high] = valueRange(null, null, "N", []);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });
});

describe("lines", () => {
  it("of the same role differ by their dashes", () => {
    const [a, b] = lineStyles([{ role: "leader" }, { role: "leader" }]);
    expect(a?.variable).toBe(b?.variable);
    expect(a?.dash).not.toEqual(b?.dash);
  });

  it("of unknown role are drawn as other", () => {
    expect(lineStyles([{ role: "leader" }, { role: "tank" }])[1]?.variable).toBe("--other-1");
  });
});

describe("bounds in a plot", () => {
  const { summary } = sampleReport();

  it("of its own hold for the whole session, once", () => {
    const limits = limitsFor(
      { limits: [{ label: "bound", value: 30 }], metrics: ["tracking_error_max"], unit: "mm" },
      summary,
    );
    expect(limits.map(({ text, value }) => [text, value])).toEqual([
      ["bound 30\u00a0mm", 30],
      ["max ≤\u00a05\u00a0mm", 5],
    ]);
    expect(limits[0]).toMatchObject({ from_s: 0, to_s: 30, named: true });
  });

  it("come in the plot's unit, over the phase they hold for", () => {
    const limits = limitsFor({ metrics: ["tracking_error_max"], unit: "mm" }, summary);
    expect(limits.map(({ from_s, to_s, value }) => [from_s, to_s, value])).toEqual([
      [2, 8, 5],
      [0, 30, 30],
    ]);
  });

  it("are marked as broken one by one", () => {
    const limits = limitsFor({ metrics: ["contact_force_max"], unit: "N" }, summary);
    expect(limits.map(({ value, ok }) => [value, ok])).toEqual([
      [4, true],
      [10, false],
    ]);
  });

  it("of another quantity stay out", () => {
    expect(limitsFor({ metrics: ["contact_force_max"], unit: "mm" }, summary)).toEqual([]);
  });
});

it("a gap in the data is a gap in the plot", () => {
  const report = sampleReport();
  const plot = report.plots[0];
  if (!plot) throw new Error("the sample has no plots");
  const model = plotModel(plot, new Float32Array(6000), report.summary);
  expect(model.columns[1]?.[5399]).not.toBeNull();
  expect(model.columns[1]?.[5400]).toBeNull();
});

describe("the shared range", () => {
  it("is moved inside the session, not cut", () => {
    const timeline = new Timeline(0, 30, 6000);
    timeline.zoom(28, 32);
    expect(timeline.range).toEqual([26, 30]);
  });

  it("never becomes empty", () => {
    const timeline = new Timeline(0, 30, 6000);
    timeline.zoom(5, 5);
    expect(timeline.range[1] - timeline.range[0]).toBeCloseTo(0.04);
  });

  it("reaches a plot that is made later", () => {
    const timeline = new Timeline(0, 30, 6000);
    timeline.zoom(4, 6);
    let seen: [number, number] | undefined;
    timeline.add({ showRange: (from, to) => (seen = [from, to]), showCursor: () => undefined });
    expect(seen).toEqual([4, 6]);
  });

  it("zooms about a time that stays in place", () => {
    const timeline = new Timeline(0, 30, 6000);
    timeline.zoomBy(0.5, 10);
    expect(timeline.range).toEqual([5, 20]);
  });
});
