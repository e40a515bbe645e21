import { describe, expect, it } from "vitest";
import {
  decimalsFor,
  formatBound,
  formatNumber,
  formatQuantity,
  humanName,
  scaleFor,
} from "../src/format";

describe("units", () => {
  it.each([
    [0.0213, "m", "21.30\u00a0mm"],
    [0.00000042, "m", "0.000420\u00a0mm"],
    [3.2, "m", "3.200\u00a0m"],
    [0.5, "rad", "28.65°"],
    [10.64, "N", "10.64\u00a0N"],
    [0.0000214, "s", "21.40\u00a0µs"],
    [0.012, "J", "12\u00a0mJ"],
    [3e-10, "J", "0\u00a0mJ"],
    [7, "1", "7"],
    [12.5, "%", "12.50\u00a0%"],
    [null, "N", "–\u00a0N"],
  ])("shows %d %s as %s", (value, unit, text) => {
    expect(formatQuantity(value, unit)).toBe(text);
  });

  it("scales values shown together by the largest of them", () => {
    expect(scaleFor("m", [0.001, 2, null])).toEqual({ factor: 1, unit: "m" });
    expect(scaleFor("m", [0.001, -0.9])).toEqual({ factor: 1000, unit: "mm" });
  });
});

describe("numbers", () => {
  it("have as many decimals as give the largest four digits", () => {
    expect(decimalsFor([0.5, 12.34])).toBe(2);
    expect(decimalsFor([1234.5])).toBe(0);
    expect(decimalsFor([0.01234])).toBe(5);
  });

  it("have no decimals when all are whole", () => {
    expect(decimalsFor([0, 3, 1200])).toBe(0);
  });

  it("never read minus zero", () => {
    expect(formatNumber(-0.0001, 2)).toBe("0.00");
  });

  it("use the minus sign", () => {
    expect(formatNumber(-1.5, 1)).toBe("\u22121.5");
  });

  it("that are missing or not finite become a dash", () => {
    expect([null, undefined, NaN, Infinity].map((v) => formatNumber(v, 2))).toEqual(
      Array(4).fill("–"),
    );
  });
});

describe("bounds", () => {
  it("keep the digits that were typed", () => {
    expect(formatBound(null, 0.005, "m")).toBe("≤\u00a05\u00a0mm");
    expect(formatBound(4, 10, "N")).toBe("4 to 10\u00a0N");
    expect(formatBound(-1.25, null, "J")).toBe("≥\u00a0\u22121.25\u00a0J");
    expect(formatBound(null, null, "N")).toBe("–");
  });
});

it("turns a metric's name into words", () => {
  expect(humanName("tracking_error_max")).toBe("Tracking error max");
});
