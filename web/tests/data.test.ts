import { describe, expect, it } from "vitest";
import { byGroup, decodeFloats, parseReport, phaseAt, withGaps } from "../src/data";
import { encodeFloats, sampleReport } from "./sample";

describe("decoding", () => {
  it("reads little-endian float32", () => {
    // 1.0 is 0x3f800000, -2.5 is 0xc0200000
    const base64 = Buffer.from([0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0]).toString("base64");
    expect([...decodeFloats(base64)]).toEqual([1, -2.5]);
  });

  it("refuses bytes that are no whole number of floats", () => {
    expect(() => decodeFloats(Buffer.from([1, 2, 3]).toString("base64"))).toThrow(/3 bytes/);
  });

  it("gives back what the sample encoder wrote", () => {
    const values = Float32Array.from([0, 1e-30, -3.25, 6e4]);
    expect(decodeFloats(encodeFloats(values))).toEqual(values);
  });

  it("turns everything that is not finite into a gap, and nothing else", () => {
    const gaps = withGaps(Float32Array.from([1, NaN, 0, Infinity]));
    expect(gaps).toEqual([1, null, 0, null]);
  });

  it("keeps a signal without gaps as it is", () => {
    const values = Float32Array.from([1, 2]);
    expect(withGaps(values)).toBe(values);
  });
});

describe("the document", () => {
  it("is absent from the bare template", () => {
    expect(parseReport("\n  ")).toBeNull();
  });

  it("may lack what a session stopped early did not reach", () => {
    const summary = { scenario: "a", seed: 1, duration_s: 0, verdict: "fault", metrics: {} };
    const report = parseReport(JSON.stringify({ summary, plots: [] }));
    expect(report?.summary.phases).toEqual([]);
    expect(report?.summary.expect).toEqual([]);
    expect(report?.summary.events).toEqual([]);
  });

  it("has its plots grouped in order of appearance", () => {
    const groups = byGroup(sampleReport().plots);
    expect([...groups.keys()]).toEqual(["Position", "Force", "Error", "Link"]);
    expect(groups.get("Force")?.map((plot) => plot.title)).toEqual(["x", "y", "z"]);
  });

  it("assigns a border between two phases to the later one", () => {
    const { phases } = sampleReport().summary;
    expect(phaseAt(phases, 8)?.name).toBe("press");
    expect(phaseAt(phases, 7.999)?.name).toBe("approach");
    expect(phaseAt(phases, 31)).toBeUndefined();
  });
});
