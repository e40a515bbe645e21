// Registration of a headset: against known motions, and against what `tether register` found for
// the same points.
import { readFileSync } from "node:fs";
import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { Quad, Triple } from "../../src/operator/protocol";
import { Registering, recall, robotKey, store } from "../../src/operator/xr/registering";
import {
  type PointPair,
  type Registration,
  placed,
  registerPoints,
  turned,
} from "../../src/operator/xr/registration";
import { symmetricEigen } from "../../src/operator/xr/symmetric";

// the same numbers in every run
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const gauss = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

function randomTurn(random: () => number): Quad {
  const q = [0, 1, 2, 3].map(() => gauss(random));
  const length = Math.hypot(...q);
  return q.map((x) => x / length) as Quad;
}

function pairsOf(
  points: Triple[],
  quaternion: Quad,
  position: Triple,
  noise: () => number = () => 0,
): PointPair[] {
  // by three's own mathematics, as an independent check of ours
  const [w, x, y, z] = quaternion;
  const q = new Quaternion(x, y, z, w);
  return points.map((from) => {
    const to = new Vector3(...from).applyQuaternion(q).add(new Vector3(...position));
    return { from, to: [to.x + noise(), to.y + noise(), to.z + noise()] };
  });
}

function solved(pairs: PointPair[]): Registration {
  const outcome = registerPoints(pairs);
  if (outcome.flaw !== undefined) throw new Error(outcome.why);
  return outcome.result;
}

const cloud = (random: () => number, n: number): Triple[] =>
  Array.from({ length: n }, () => [random() - 0.5, random() * 2, random() - 0.3]);

const angleBetween = (a: Quad, b: Quad) =>
  2 * Math.acos(Math.min(1, Math.abs(a.reduce((sum, x, k) => sum + x * (b[k] ?? 0), 0))));

describe("eigenvalues of a symmetric matrix", () => {
  it("make the matrix again", () => {
    const random = randomNumbers(3);
    for (let round = 0; round < 200; ++round) {
      const n = round % 2 === 0 ? 3 : 4;
      const a = Array.from({ length: n }, () => new Array<number>(n).fill(0));
      for (let i = 0; i < n; ++i)
        for (let j = 0; j <= i; ++j) a[i]![j] = a[j]![i] = gauss(random);
      const { values, vectors } = symmetricEigen(a);
      for (let i = 0; i < n; ++i)
        for (let j = 0; j < n; ++j) {
          const again = values.reduce((sum, l, k) => sum + l * vectors[k]![i]! * vectors[k]![j]!, 0);
          expect(again).toBeCloseTo(a[i]![j]!, 12);
        }
      expect([...values].sort((x, y) => y - x)).toEqual(values);
    }
  });
});

describe("registration", () => {
  it("finds any rigid motion again from exact points", () => {
    const random = randomNumbers(1);
    for (let round = 0; round < 500; ++round) {
      const turn = randomTurn(random);
      const position: Triple = [gauss(random), gauss(random), gauss(random)];
      const found = solved(pairsOf(cloud(random, 3 + (round % 8)), turn, position));
      expect(angleBetween(found.place.quaternion, turn)).toBeLessThan(1e-7);
      expect(found.place.position.map((x, k) => x - position[k]!).every((d) => Math.abs(d) < 1e-9)).toBe(true);
      expect(found.rms).toBeLessThan(1e-9);
      expect(found.mirrored).toBe(false);
    }
  });

  it("is off by no more than the noise of the touches allows", () => {
    const random = randomNumbers(2);
    const sigma = 0.002;
    let squares = 0;
    const rounds = 400;
    for (let round = 0; round < rounds; ++round) {
      const turn = randomTurn(random);
      const found = solved(
        pairsOf(cloud(random, 8), turn, [0.3, -0.2, 1], () => sigma * gauss(random)),
      );
      squares += found.noise ** 2;
      // five standard deviations of a turn about the axis that is known worst
      const arm = Math.sqrt(8) * Math.hypot(found.spread[1], found.spread[2]);
      expect(angleBetween(found.place.quaternion, turn)).toBeLessThan((5 * Math.sqrt(3) * sigma) / arm);
    }
    expect(Math.sqrt(squares / rounds)).toBeGreaterThan(0.95 * sigma);
    expect(Math.sqrt(squares / rounds)).toBeLessThan(1.05 * sigma);
  });

  it("leaves the least: any small motion away from it fits worse", () => {
    const random = randomNumbers(4);
    const pairs = pairsOf(cloud(random, 6), randomTurn(random), [0, 1, 2], () => 0.01 * gauss(random));
    const { place, rms } = solved(pairs);
    const left = (at: typeof place) =>
      Math.sqrt(
        pairs.reduce((sum, { from, to }) => {
          const p = placed(at, from);
          return sum + p.reduce((s, x, k) => s + (x - to[k]!) ** 2, 0);
        }, 0) / pairs.length,
      );
    expect(left(place)).toBeCloseTo(rms, 12);
    for (let k = 0; k < 100; ++k) {
      const q = place.quaternion.map((x) => x + 1e-3 * gauss(random));
      const length = Math.hypot(...q);
      const moved = {
        quaternion: q.map((x) => x / length) as Quad,
        position: place.position.map((x) => x + 1e-3 * gauss(random)) as Triple,
      };
      expect(left(moved)).toBeGreaterThan(rms);
    }
  });

  it("agrees with tether register on the same points", () => {
    const read = (file: string) => readFileSync(new URL(`data/${file}`, import.meta.url), "utf8");
    const pairs = read("registration_pairs.csv").trim().split("\n").slice(1).map((line) => {
      const n = line.split(",").map(Number);
      return { from: n.slice(0, 3) as Triple, to: n.slice(3, 6) as Triple };
    });
    const frame = read("registration_frame.toml");
    const numbers = (key: string) =>
      (new RegExp(`^${key} = \\[?([^\\]#\\n]+)`, "m").exec(frame)?.[1] ?? "").split(",").map(Number);
    const found = solved(pairs);
    expect(pairs).toHaveLength(7);
    numbers("position").forEach((x, k) => expect(found.place.position[k]).toBeCloseTo(x, 12));
    numbers("quaternion").forEach((x, k) => expect(found.place.quaternion[k]).toBeCloseTo(x, 12));
    expect(found.rms).toBeCloseTo(numbers("rms_residual")[0]!, 14);
    expect(found.residuals[found.worst]).toBeCloseTo(numbers("worst_residual")[0]!, 14);
  });

  it("refuses points that leave it open, and says why", () => {
    const random = randomNumbers(5);
    const flaw = (points: Triple[]) => registerPoints(pairsOf(points, [1, 0, 0, 0], [0, 0, 0])).flaw;
    expect(flaw([])).toBe("too_few_pairs");
    expect(flaw(cloud(random, 2))).toBe("too_few_pairs");
    expect(flaw([[1, 2, 3], [1, 2, 3], [1, 2, 3]])).toBe("one_point");
    expect(flaw([[0, 0, 0], [1, 1, 1], [2, 2, 2], [5, 5, 5]])).toBe("on_a_line");
    expect(flaw([[0, 0, 0], [1, 0, 0], [Number.NaN, 1, 0]])).toBe("not_finite");
    expect(flaw([[0, 0, 0], [1, 0, 0], [0, 2e6, 0]])).toBe("not_finite");
    expect(flaw([[0, 0, 0], [1, 0, 0], [0, 1, 0]])).toBeUndefined();
    // a regular solid against its mirror image: turns about all three axes fit alike
    const corners: Triple[] = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]];
    const mirrored = corners.map((from): PointPair => ({ from, to: [-from[0], -from[1], -from[2]] }));
    expect(registerPoints(mirrored).flaw).toBe("no_one_turn");
  });

  it("warns of points nearly on a line, and of mirror images", () => {
    const line: Triple[] = [[0, 0, 0], [1, 0, 0], [0.5, 0.02, 0], [0.2, 0, 0.01]];
    expect(solved(pairsOf(line, [1, 0, 0, 0], [0, 0, 0])).narrow).toBe(true);
    const solid: Triple[] = [[0, 0, 0], [1, 0, 0], [0, 0.8, 0], [0, 0, 0.5], [0.3, 0.4, 0.6]];
    expect(solved(pairsOf(solid, [1, 0, 0, 0], [0, 0, 0])).narrow).toBe(false);
    const mirror = solid.map((from): PointPair => ({ from, to: [from[0], from[1], -from[2]] }));
    expect(solved(mirror).mirrored).toBe(true);
  });

  it("never mirrors a flat set of points", () => {
    const flat: Triple[] = [[0, 0, 0.7], [0.4, 0, 0.7], [0, 0.3, 0.7], [0.5, 0.3, 0.7]];
    const found = solved(pairsOf(flat, [Math.SQRT1_2, 0, 0, Math.SQRT1_2], [1, 2, 3]));
    expect(turned(found.place.quaternion, [0, 0, 1])[2]).toBeCloseTo(1, 12);
  });
});

describe("registering by touch", () => {
  const touch = (k: number, from: Triple, to: Triple) => ({ name: `pin ${k}`, from, to });

  it("shows the residuals, takes the last point back, and is kept", () => {
    const done = new Registering();
    const kept = new Map<string, string>();
    const box = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    const key = robotKey("leader", "omega6");
    expect(() => store(box, key, done, new Date(0))).toThrow(/at least 3/);
    done.add(touch(1, [0, 0, 0], [1, 0, 0]));
    done.add(touch(2, [1, 0, 0], [2, 0, 0]));
    expect(done.place).toBeUndefined();
    done.add(touch(3, [0, 1, 0], [1, 1, 0]));
    expect(done.place?.position).toEqual([1, 0, 0].map((x) => expect.closeTo(x, 12)));
    done.add(touch(4, [0, 0, 1], [1, 0, 1.01]));
    expect(done.residuals).toHaveLength(4);
    expect(done.verdict).toMatch(/^RMS [1-9]\.\d mm$/);
    expect(done.undo()?.name).toBe("pin 4");
    expect(done.verdict).toMatch(/RMS 0\.0 mm of three/);
    store(box, key, done, new Date(0));
    expect(recall(box, key)).toMatchObject({ when: "1970-01-01T00:00:00.000Z", residuals: [0, 0, 0].map((x) => expect.closeTo(x, 9)) });
    expect(recall(box, robotKey("follower", "omega6"))).toBeUndefined();
  });

  it("does not trust what it finds in the browser's store", () => {
    const box = (text: string) => ({ getItem: () => text, setItem: () => undefined, removeItem: () => undefined });
    const good = { place: { position: [0, 0, 0], quaternion: [1, 0, 0, 0] }, rms: 0, touched: [], residuals: [], when: "" };
    expect(recall(box(JSON.stringify(good)), "k")).toBeDefined();
    for (const bad of [
      "", "null", "{", "7", "{}",
      JSON.stringify({ ...good, rms: "x" }),
      JSON.stringify({ ...good, residuals: [1] }),
      JSON.stringify({ ...good, place: { position: [0, 0], quaternion: [1, 0, 0, 0] } }),
      JSON.stringify({ ...good, place: { position: [0, 0, 0], quaternion: [2, 0, 0, 0] } }),
    ])
      expect(recall(box(bad), "k")).toBeUndefined();
  });
});
