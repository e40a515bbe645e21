import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { along, jointText, largestSpeed } from "../../src/operator/controls/jog";
import { type Jog, JogRepeat } from "../../src/operator/controls/jog_repeat";
import { Paced } from "../../src/operator/controls/paced";
import { PassivityHint } from "../../src/operator/controls/passivity_hint";
import {
  type Quantity,
  assignment,
  kPresets,
  kQuantities,
  positionOf,
  valueAt,
} from "../../src/operator/controls/quantity";
import { armState } from "../support/arm_session";
import { FakeApp, fakeBrowser } from "../support/fake_app";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const quantity = (key: string): Quantity => {
  const found = kQuantities.find((q) => q.key === key);
  if (!found) throw new Error(key);
  return found;
};

describe("a slider", () => {
  it("goes from one end of its range to the other", () => {
    for (const q of kQuantities) {
      expect(valueAt(q, 0)).toBeCloseTo(q.lower, 9);
      expect(valueAt(q, 1)).toBeCloseTo(q.upper, 9);
      expect(positionOf(q, q.lower)).toBe(0);
      expect(positionOf(q, q.upper)).toBe(1);
    }
  });

  it("is undone by the way back, to its rounding", () => {
    for (const q of kQuantities)
      for (let at = 0; at <= 1; at += 0.05)
        expect(positionOf(q, valueAt(q, at))).toBeCloseTo(at, q.logarithmic ? 1 : 2);
  });

  it("doubles the stiffness by the same way everywhere", () => {
    const q = quantity("coupling.translation_stiffness");
    const way = (from: number) => positionOf(q, 2 * from) - positionOf(q, from);
    expect(way(50)).toBeCloseTo(way(800), 9);
  });

  it("stays at its end for what is beyond it", () => {
    expect(positionOf(quantity("link.delay"), 3)).toBe(1);
    expect(positionOf(quantity("coupling.translation_stiffness"), 0)).toBe(0);
  });

  it("says its value with the unit", () => {
    expect(quantity("link.delay").text(0.12)).toBe("120\u00a0ms");
    expect(quantity("link.loss").text(0.125)).toBe("12.5\u00a0%");
    expect(quantity("coupling.translation_stiffness").text(500)).toBe("500\u00a0N/m");
  });

  it("is written as on the command line", () => {
    expect(assignment("link.delay", 0.1 + 0.2)).toBe("link.delay=0.3");
    expect(assignment("passivity.kind", "two-layer")).toBe("passivity.kind=two-layer");
  });
});

describe("presets", () => {
  it("are within the sliders' ranges, the ideal one without delay or loss", () => {
    for (const { delay, loss } of kPresets) {
      expect(delay).toBeLessThanOrEqual(quantity("link.delay").upper);
      expect(loss).toBeLessThanOrEqual(quantity("link.loss").upper);
    }
    expect(kPresets[0]).toEqual({ name: "ideal", delay: 0, loss: 0 });
  });
});

describe("wishes that are paced", () => {
  it("go out at once, then the last of those that came meanwhile", async () => {
    const sent: number[] = [];
    const paced = new Paced<number>((n) => (sent.push(n), Promise.resolve()), 100, () => undefined);
    for (let i = 0; i < 20; ++i) {
      paced.wish(i);
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(300);
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(sent[0]).toBe(0);
    expect(sent.at(-1)).toBe(19);
    expect(paced.busy).toBe(false);
  });

  it("wait for the answer to the one before", async () => {
    const sent: number[] = [];
    let answer = () => {};
    const paced = new Paced<number>(
      (n) => (sent.push(n), new Promise<void>((done) => (answer = done))),
      10,
      () => undefined,
    );
    paced.wish(1);
    paced.wish(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual([1]);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([1, 2]);
  });

  it("are settled with the reason of the last refusal, or none", async () => {
    const settled = vi.fn();
    let why: string | undefined = "too stiff";
    const paced = new Paced<number>(
      () => (why ? Promise.reject(new Error(why)) : Promise.resolve()),
      10,
      settled,
    );
    paced.wish(1);
    await vi.advanceTimersByTimeAsync(20);
    why = undefined;
    paced.wish(2);
    await vi.advanceTimersByTimeAsync(20);
    expect(settled.mock.calls).toEqual([["too stiff"], [undefined]]);
  });
});

describe("what passivity does", () => {
  const state = (time: number, heldBack: number, level = 0) => {
    const s = armState(time, 0, [0, 0]);
    s.leader.heldBack = heldBack;
    s.follower.levelController = level;
    return s;
  };
  const said = (hint: PassivityHint, s: ReturnType<typeof state>, method = "two-layer") =>
    hint.update(s, method, () => "N");

  it("is said with the largest of the last moments", () => {
    const hint = new PassivityHint();
    expect(said(hint, state(1, 3.2))).toBe("Passivity scales 3.2\u00a0N down at the leader.");
    expect(said(hint, state(1.5, 0))).toBe("Passivity scales 3.2\u00a0N down at the leader.");
    expect(said(hint, state(2.5, 0))).toBe("Passivity has nothing to scale down.");
  });
  it("counts the tank's level controller", () => {
    expect(said(new PassivityHint(), state(1, 0, 1.5))).toBe(
      "Passivity fills the tank with 1.5\u00a0N.",
    );
  });
  it("is nothing without a method", () => {
    expect(said(new PassivityHint(), state(1, 0), "none")).toMatch(/^No passivity/);
  });
});

describe("jogging", () => {
  let fake: FakeApp;
  let repeat: JogRepeat;
  const jog: Jog = { side: "follower", space: "joints", velocity: [0, 0.4] };
  beforeEach(() => {
    fakeBrowser();
    fake = new FakeApp();
    repeat = new JogRepeat(fake.app);
  });

  it("is repeated every 80 ms while the button is down, and ends with a stop", () => {
    repeat.start(() => jog);
    vi.advanceTimersByTime(400);
    expect(fake.of("jog")).toHaveLength(6);
    repeat.stop();
    expect(fake.of("jog").at(-1)).toEqual({ do: "jog", ...jog, velocity: [0, 0] });
    vi.advanceTimersByTime(400);
    expect(fake.of("jog")).toHaveLength(7);
  });

  it("follows a speed that changes meanwhile", () => {
    let speed = 0.1;
    repeat.start(() => ({ ...jog, velocity: [0, speed] }));
    speed = 0.2;
    vi.advanceTimersByTime(80);
    expect(fake.of("jog").map((command) => command.velocity[1])).toEqual([0.1, 0.2]);
  });

  it("ends when it is refused, and says why", () => {
    repeat.start(() => jog);
    fake.bus.emit("said", { say: "refused", why: "joint 2 is at its end" });
    expect(fake.notices).toEqual(["The robot does not move: joint 2 is at its end"]);
    const sent = fake.asked.length;
    vi.advanceTimersByTime(400);
    expect(fake.asked).toHaveLength(sent);
  });

  it("ends with the connection", () => {
    repeat.start(() => jog);
    fake.bus.emit("connection", "closed");
    const sent = fake.asked.length;
    vi.advanceTimersByTime(400);
    expect(fake.asked).toHaveLength(sent);
  });

  it("stays within what a joint is rated for", () => {
    const joint = { name: "a", kind: "hinge" as const, lower: -1, upper: 1, max_speed: 2 };
    expect(largestSpeed(joint)).toBe(2);
    expect(largestSpeed({ ...joint, max_speed: 0 })).toBe(0.5);
    expect(along(3, 1, -0.4)).toEqual([0, -0.4, 0]);
  });

  it("shows turns in degrees and ways in millimetres", () => {
    const joint = { name: "a", kind: "hinge" as const, lower: -1, upper: 1, max_speed: 2 };
    expect(jointText(joint, -Math.PI / 2)).toBe("\u221290.0°");
    expect(jointText({ ...joint, kind: "slide" }, 0.0123)).toBe("12.3\u00a0mm");
  });
});
