import { describe, expect, it } from "vitest";

import { pressKey } from "../../src/operator/recordings/keys";
import { Player } from "../../src/operator/recordings/player";

const press = (player: Player, key: string, shiftKey = false) => pressKey(player, { key, shiftKey });

describe("the clock of a recording", () => {
  it("runs at its speed and stops at the end", () => {
    const player = new Player(10, 20);
    player.advance(0);
    expect(player.time).toBe(10);
    player.toggle();
    player.speed = 4;
    expect(player.advance(1)).toBe(false); // counts from the first picture on
    expect(player.advance(1.5)).toBe(true);
    expect(player.time).toBe(12);
    player.advance(9);
    expect([player.time, player.playing]).toEqual([20, false]);
    player.toggle(); // from the front again
    expect(player.time).toBe(10);
  });

  it("repeats what lies between its marks, also after the page has slept", () => {
    const player = new Player(0, 20);
    player.seek(5);
    player.mark("from");
    player.seek(7);
    player.mark("to");
    player.seek(6);
    player.toggle();
    player.advance(0);
    player.advance(1.5);
    expect(player.time).toBeCloseTo(5.5, 12);
    player.advance(1001.5);
    expect(player.time).toBeGreaterThanOrEqual(5);
    expect(player.time).toBeLessThan(7);
    expect(player.playing).toBe(true);
  });

  it("drops a mark that would turn the loop round", () => {
    const player = new Player(0, 20);
    player.seek(5);
    player.mark("to");
    player.seek(8);
    player.mark("from");
    expect(player.loop).toEqual([8, 20]);
    player.unmark();
    expect([...player.loop, player.looping]).toEqual([0, 20, false]);
  });

  it("stays in its range, whatever it is asked", () => {
    const player = new Player(1, 2);
    for (const t of [-1, NaN, Infinity, 5]) {
      player.seek(t);
      expect(player.time).toBeGreaterThanOrEqual(1);
      expect(player.time).toBeLessThanOrEqual(2);
    }
    player.setRange(0, 1.5);
    expect(player.time).toBe(1.5);
  });
});

describe("the keys of the time line", () => {
  it("step by a picture, by a second, to the ends", () => {
    const player = new Player(0, 30);
    press(player, "ArrowRight");
    expect(player.time).toBeCloseTo(1 / 60, 12);
    press(player, "ArrowRight", true);
    expect(player.time).toBeCloseTo(1 + 1 / 60, 12);
    press(player, "ArrowLeft", true);
    press(player, "ArrowLeft");
    expect(player.time).toBeCloseTo(0, 12);
    press(player, "PageUp");
    expect(player.time).toBeCloseTo(10, 12);
    press(player, "End");
    expect(player.time).toBe(30);
    press(player, "Home");
    expect(player.time).toBe(0);
  });

  it("play, loop and change the speed within its bounds", () => {
    const player = new Player(0, 30);
    expect(press(player, " ")).toBe(true);
    expect(player.playing).toBe(true);
    for (let i = 0; i < 9; ++i) press(player, "+");
    expect(player.speed).toBe(8);
    for (let i = 0; i < 9; ++i) press(player, "-");
    expect(player.speed).toBe(0.25);
    press(player, "l");
    expect(player.looping).toBe(true);
    expect(press(player, "x")).toBe(false);
  });
});
