import { describe, expect, it } from "vitest";
import { type Bar, drawn } from "../src/histogram";
import { causeText, loopRows, loopSentence, loopsOf, physicsSentence } from "../src/loops";
import { sampleLoop } from "./sample";

describe("the table of a loop", () => {
  it("has a row in µs for each series there is, its cells with the same decimals", () => {
    const rows = loopRows(sampleLoop());
    expect(rows.map(([name]) => name)).toEqual(["Period", "Wake-up latency", "Computation"]);
    expect(rows[1]).toEqual([
      "Wake-up latency",
      "30000",
      ...["8.0", "1.0", "4.8", "8.0", "9.6", "12.8", "16.0", "400.0"],
    ]);
  });

  it("shows a series it does not know under its own name", () => {
    const loop = sampleLoop();
    const { period } = loop.series;
    loop.series = period ? { field_bus: period } : {};
    expect(loopRows(loop)[0]?.[0]).toBe("Field bus");
  });
});

describe("the sentence on a loop", () => {
  it("says what it ran as and what went wrong", () => {
    expect(loopSentence(sampleLoop())).toBe(
      "30000 ticks, one every 1\u00a0ms, as an ordinary thread; 5 late, 1 left out.",
    );
  });

  it("says so when nothing did", () => {
    const loop = { ...sampleLoop(), missed: 0, late_count: 0, nominal_period_s: 0.0025 };
    loop.grant = { fifo: true, priority: 80, refused: [] };
    expect(loopSentence(loop)).toBe(
      "30000 ticks, one every 2.5\u00a0ms, as SCHED_FIFO 80; none late.",
    );
  });
});

describe("the sentence on what a loop simulates", () => {
  it("says what it did while ticks were left out", () => {
    const loop = { ...sampleLoop(), physics: { made_up_s: 0.249, stood_still_s: 0.75 } };
    expect(physicsSentence(loop)).toBe(
      "While ticks were left out, its simulation went on for 0.249\u00a0s and stood still for 0.750\u00a0s.",
    );
  });

  it("is none where none were, or where the summary is older", () => {
    const punctual = { ...sampleLoop(), physics: { made_up_s: 0, stood_still_s: 0 } };
    expect(physicsSentence(punctual)).toBe("");
    const { physics: _, ...older } = punctual;
    expect(physicsSentence(older)).toBe("");
  });
});

describe("loops", () => {
  it("are none where the machine reports none", () => {
    expect(loopsOf({ cores: 2 })).toEqual([]);
    expect(loopsOf({ loops: "?" })).toEqual([]);
    expect(loopsOf({ loops: [sampleLoop()] })).toHaveLength(1);
  });

  it("are late for reasons in plain words", () => {
    expect(causeText("device")).toBe("the device took long");
    expect(causeText("cosmic_ray")).toBe("Cosmic ray");
  });
});

describe("a histogram", () => {
  const bars: Bar[] = [
    [1e-6, 2e-6, 1000],
    [2e-6, 4e-6, 10],
    [5e-4, 1e-3, 1],
  ];

  it("spans its bars on a logarithmic axis in µs", () => {
    const { side, bars: shapes } = drawn(bars);
    expect([side.from, side.to]).toEqual([1, 1000]);
    expect(shapes[0]?.x).toBe(0);
    // an octave is as wide anywhere
    expect(shapes[1]?.width).toBeCloseTo(shapes[0]?.width ?? NaN, 12);
    expect((shapes[2]?.x ?? 0) + (shapes[2]?.width ?? 0)).toBeCloseTo(1, 12);
  });

  it("lets a single late tick be seen beside a thousand others", () => {
    const { bars: shapes } = drawn(bars);
    expect(shapes[0]?.height).toBe(1);
    expect(shapes[2]?.height).toBeCloseTo(Math.log(2) / Math.log(1001), 12);
    expect(shapes[2]?.title).toBe("500 to 1000 µs: 1");
  });

  it("draws times of nothing and below at its left end", () => {
    const { bars: shapes } = drawn([
      [-1e-9, 0, 3],
      [0, 8e-9, 5],
      [1e-6, 2e-6, 1],
    ]);
    for (const shape of shapes) {
      expect(Number.isFinite(shape.x) && Number.isFinite(shape.width)).toBe(true);
    }
    expect(shapes[0]?.x).toBe(0);
  });
});
