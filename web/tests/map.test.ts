import { describe, expect, it } from "vitest";
import { facets, figureOf, flagsOf } from "../src/map/cells";
import { css, inkOn, numberScale, ordered, ramp, tones } from "../src/map/colours";
import { commandOf, distinct, indexOf, parseMap, shellWord, title } from "../src/map/data";
import { axisQuantity, brief, figureQuantity } from "../src/map/quantities";
import { along, sideOf, ticks } from "../src/ticks";
import { firstFigure, firstView, isScatter, restAxes, settled } from "../src/map/view";
import { kDelays, kMethods, sampleMap, sampledMap } from "./map_sample";

const data = sampleMap();

function columnOf(name: string) {
  const column = data.columns[indexOf(data, name)];
  if (!column) throw new Error(name);
  return column;
}

describe("the table", () => {
  it("is null in the bare template", () => {
    expect(parseMap("\n")).toBeNull();
  });

  it("has its numbers in order and its words as they come", () => {
    expect(distinct(data, "link.delay")).toEqual(kDelays);
    expect(distinct(data, "passivity.kind")).toEqual(kMethods);
  });

  it("gives the command of each row", () => {
    expect(commandOf(data, data.rows[7] ?? [])).toBe(
      "tether run omega_lwr_wall --set 'phases=[]' --set link.delay=0 --set link.loss=0.25 --set passivity.kind=two-layer --set seed=2",
    );
  });

  it("quotes what a shell would not take as it is", () => {
    expect(shellWord("0.02")).toBe("0.02");
    expect(shellWord("[0, 1]")).toBe("'[0, 1]'");
    expect(shellWord("it's")).toBe("'it'\\''s'");
  });

  it("names columns in words", () => {
    expect(title(columnOf("link.delay"))).toBe("Link delay");
    expect(title(columnOf("tracking_error_mean"))).toBe("Tracking error mean");
  });
});

describe("the first view", () => {
  it("puts numbers along the sides and a map for each word", () => {
    expect(firstView(data)).toEqual({
      x: "link.delay",
      y: "link.loss",
      facet: "passivity.kind",
      figure: "verdict",
      only: {},
    });
  });

  it("shows a number where all verdicts are the same", () => {
    const passed = sampleMap();
    for (const row of passed.rows) row[indexOf(passed, "verdict")] = "pass";
    expect(firstFigure(passed)).toBe("tracking_error_mean");
  });

  it("is a scatter where the sides are sampled", () => {
    expect(isScatter(data, firstView(data))).toBe(false);
    expect(isScatter(sampledMap(), firstView(sampledMap()))).toBe(true);
  });
});

describe("changing the view", () => {
  const view = firstView(data);

  it("exchanges two keys rather than showing one twice", () => {
    const next = settled(data, { ...view, x: "link.loss" }, "x", view);
    expect([next.x, next.y, next.facet]).toEqual(["link.loss", "link.delay", "passivity.kind"]);
    const apart = settled(data, { ...view, facet: "link.loss" }, "facet", view);
    expect([apart.x, apart.y, apart.facet]).toEqual(["link.delay", "passivity.kind", "link.loss"]);
  });

  it("can hold a key that is on no side at one value", () => {
    const next = settled(data, { ...view, facet: null });
    expect(restAxes(data, next).map((c) => c.name)).toEqual(["passivity.kind"]);
    const held = { ...next, only: { "passivity.kind": "none" } };
    const rows = facets(data, held).flatMap((f) => f.cells.flatMap((c) => c.rows));
    expect(rows).toHaveLength(data.rows.length / 2);
    expect(settled(data, { ...held, facet: "passivity.kind" }).only).toEqual({});
  });
});

describe("cells", () => {
  const [none, twoLayer] = facets(data, firstView(data));

  it("gather the seeds, a map per method", () => {
    expect([none?.value, twoLayer?.value]).toEqual(kMethods);
    expect(none?.cells).toHaveLength(12);
    for (const cell of none?.cells ?? []) expect(cell.rows).toHaveLength(2);
  });

  it("have mean and spread over seeds", () => {
    const cell = none?.cells.find((c) => c.x === 0 && c.y === 0.5);
    if (!cell) throw new Error("no such cell");
    const figure = figureOf(data, cell, columnOf("tracking_error_mean"));
    expect(figure.mean).toBeCloseTo(0.00375, 12);
    expect([figure.min, figure.max]).toEqual([0.0035, 0.004]);
    expect(figure.deviation).toBeCloseTo(0.0005 / Math.SQRT2, 12);
  });

  it("count words", () => {
    const cell = twoLayer?.cells.find((c) => c.x === 0.06);
    if (!cell) throw new Error("no such cell");
    expect([...figureOf(data, cell, columnOf("verdict")).counts]).toEqual([
      ["pass", 1],
      ["fail", 1],
    ]);
  });

  it("without a figure have no mean, and say why", () => {
    const cell = none?.cells.find((c) => c.x === 0.06);
    if (!cell) throw new Error("no such cell");
    expect(figureOf(data, cell, columnOf("operator_force_max")).mean).toBeNull();
    expect(flagsOf(data, cell)).toEqual(["joint_speed"]);
  });
});

describe("colours", () => {
  // Oklab of an sRGB colour, by the forward formula that ramp() inverts
  function oklab(rgb: number[]): number[] {
    const [r = 0, g = 0, b = 0] = rgb.map((c) =>
      c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
    );
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  }

  it("change evenly to the eye, from dark to light", () => {
    const colours = Array.from({ length: 21 }, (_, i) => oklab(ramp(i / 20)));
    const steps = colours.slice(1).map((c, i) => {
      expect(c[0]).toBeGreaterThan((colours[i]?.[0] ?? 0) + 0.025);
      return Math.hypot(...c.map((v, k) => v - (colours[i]?.[k] ?? 0)));
    });
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.25);
  });

  it("have text that can be read on them", () => {
    expect(inkOn(ramp(0))).toBe("#fff");
    expect(inkOn(ramp(1))).toBe("#14171a");
    expect(css([1, 0, 0.5])).toBe("#ff0080");
  });

  it("follow the logarithm when some values are far off", () => {
    expect(numberScale([1, 2, 3, null]).log).toBe(false);
    const scale = numberScale([1, 2, 3, 1000]);
    expect(scale).toEqual({ from: 1, to: 1000, log: true });
    expect(along(scale, Math.sqrt(1000))).toBeCloseTo(0.5);
    expect(numberScale([0, 2, 3, 1000]).log).toBe(false);
  });

  it("are the same for a single value", () => {
    expect(along(numberScale([3, 3]), 3)).toBe(0.5);
  });

  it("stand for words: good, bad, and a tone of its own for any other", () => {
    expect(ordered(["fault", "pass", "fail", null])).toEqual(["pass", "fail", "fault"]);
    const tone = tones(["pass", "fail", "apple", "pear"]);
    expect(tone.get("pass")).toBe("--ok");
    expect(tone.get("fail")).toBe("--bad");
    expect(tone.get("apple")).not.toBe(tone.get("pear"));
  });
});

describe("numbers for people", () => {
  it("come in one unit per column", () => {
    const delay = axisQuantity(columnOf("link.delay"), kDelays);
    expect(kDelays.map((v) => delay.text(v))).toEqual([
      "0\u00a0ms",
      "20\u00a0ms",
      "40\u00a0ms",
      "60\u00a0ms",
    ]);
    const error = figureQuantity(columnOf("tracking_error_mean"), [0.003, 0.0152]);
    expect(error.text(0.003)).toBe("3.0\u00a0mm");
    expect(error.text(null)).toBe("–");
  });

  it("show no zeros that say nothing", () => {
    expect(brief(0.30000000000000004)).toBe("0.3");
    expect(brief(-1812.78547)).toBe("\u22121813");
  });
});

describe("ticks", () => {
  it("are round and within the side", () => {
    expect(ticks({ from: -0.03, to: 1.02, log: false })).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticks({ from: 90, to: 3300, log: true })).toEqual([100, 200, 500, 1000, 2000]);
    expect(ticks({ from: 21, to: 34, log: true }).length).toBeGreaterThan(2);
    expect(ticks({ from: 3, to: 3, log: false })).toEqual([3]);
  });

  it("stand where the values do", () => {
    expect(along({ from: 1, to: 100, log: true }, 10)).toBeCloseTo(0.5);
    expect(along({ from: 0, to: 4, log: false }, 1)).toBe(0.25);
    const side = sideOf([2, 2], false);
    expect(side.from).toBeLessThan(2);
    expect(side.to).toBeGreaterThan(2);
  });
});
