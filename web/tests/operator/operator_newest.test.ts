import { describe, expect, it } from "vitest";
import { Newest } from "../../src/operator/newest";

describe("of what comes faster than pictures are drawn", () => {
  let now = 0;
  const begin = () => {
    const shown: number[] = [];
    now = 0;
    return { shown, newest: new Newest<number>((value) => shown.push(value), () => now) };
  };

  it("the first is shown at once, then only the newest before every picture", () => {
    const { shown, newest } = begin();
    for (let i = 1; i <= 50; ++i) newest.take(i);
    expect(shown).toEqual([1]);
    newest.flush();
    newest.flush();
    expect(shown).toEqual([1, 50]);
  });

  it("one is shown every 100 ms though no picture is drawn", () => {
    const { shown, newest } = begin();
    for (; now < 1000; now += 10) newest.take(now);
    expect(shown).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
  });

  it("nothing is left of a session that is over", () => {
    const { shown, newest } = begin();
    newest.take(1);
    newest.take(2);
    newest.clear();
    newest.flush();
    newest.take(3);
    expect(shown).toEqual([1, 3]);
  });
});
