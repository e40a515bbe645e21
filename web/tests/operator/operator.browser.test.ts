import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { AppView } from "../../src/operator/app_view";
import { kFore, kUpper, toolOf } from "../support/arm_session";
import { encodeScan } from "../support/encode_frame";
import { OperatorBrowser } from "../support/operator_browser";
import { stateShown } from "../support/settled";

const kHang = 180_000; // nothing is timed; this only ends what would never end [ms]

let browser: OperatorBrowser;
let page: Page; // most of the tests share it
let complaints: string[];
beforeAll(async () => {
  browser = await OperatorBrowser.launch();
  ({ page, complaints } = await browser.open({}, "detail=lowest"));
  page.setDefaultTimeout(kHang);
}, kHang);
afterAll(() => browser.close());

beforeEach(() => {
  const { station } = browser;
  station.received.length = 0;
  station.stopped = false;
  station.frozen = undefined;
  station.token = undefined;
  station.shape = () => undefined;
});

const pages: Page[] = [];
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close();
});
async function open(...options: Parameters<OperatorBrowser["open"]>) {
  const opened = await browser.open(...options);
  opened.page.setDefaultTimeout(kHang);
  pages.push(opened.page);
  return opened;
}

const nextState = () => stateShown(page, browser.station);

// where a point of a body is in its side's world [m]
const inWorld = (side: "leader" | "follower", body: string, z: number) =>
  page.evaluate(
    ([s, name, height]) => {
      const { root } = window.tether.scenes[s];
      root.updateMatrixWorld(true);
      const node = window.tether.scenes[s].bodyNamed(name);
      const at = node?.position.clone().set(0, 0, height);
      return node && at ? at.applyMatrix4(node.matrixWorld).toArray() : [];
    },
    [side, body, z] as const,
  );

// how much of a side's picture has (nearly) the colour of something that the follower's arm is
async function shareOfOrange(side: "leader" | "follower"): Promise<number> {
  return page.evaluate((which) => {
    const { renderer, scenes } = window.tether;
    return new Promise<number>((done) => {
      // the picture can be read only in the turn in which it was drawn
      const stop = window.tether.on("frame", () => {
        stop();
        queueMicrotask(() => {
          const outer = renderer.domElement.getBoundingClientRect();
          const inner = scenes[which].element.getBoundingClientRect();
          const scale = renderer.domElement.width / outer.width;
          const copy = document.createElement("canvas");
          copy.width = Math.round(inner.width * scale);
          copy.height = Math.round(inner.height * scale);
          const pen = copy.getContext("2d")!;
          const [left, top] = [outer.left - inner.left, outer.top - inner.top];
          pen.drawImage(renderer.domElement, left * scale, top * scale);
          const { data } = pen.getImageData(0, 0, copy.width, copy.height);
          let found = 0;
          for (let i = 0; i < data.length; i += 4)
            if (data[i]! > 1.25 * data[i + 1]! && data[i + 1]! > 1.15 * data[i + 2]!) ++found;
          done(found / (data.length / 4));
        });
      });
    });
  }, side);
}

describe("the operator's page", () => {
  it("loads without a complaint and says what it shows", async () => {
    const moment = async (name: string) => {
      const entry = await page.waitForFunction((n) => performance.getEntriesByName(n)[0], name);
      return entry.evaluate((found) => found?.startTime ?? NaN);
    };
    const first = await moment("first-contentful-paint");
    const shown = await moment("first-state");
    console.log(`first paint after ${first.toFixed(0)} ms, first scene after ${shown.toFixed(0)} ms`);
    expect(shown).toBeGreaterThan(0);
    expect(await page.title()).toBe("Two-joint arm at a wall: tether");
    expect(await page.textContent("h1")).toBe("Two-joint arm at a wall");
    expect(await page.isVisible(".tag:text('simulated')")).toBe(true);
    await page.waitForSelector(".connection:text('connected')");
    await page.waitForSelector(".chip.engaged");
    await page.waitForSelector("#live-force canvas");
    await nextState();
    expect(complaints).toEqual([]);
  }, kHang);

  it("has the arm where the state says", async () => {
    for (const posture of [[0.2, 0.4], [-0.6, 1.2]] as [number, number][]) {
      browser.station.frozen = posture;
      await nextState();
      const { position } = toolOf(...posture);
      for (const side of ["leader", "follower"] as const) {
        const tool = await inWorld(side, "fore", kFore);
        position.forEach((value, i) => expect(tool[i]).toBeCloseTo(value, 5));
        const elbow = await inWorld(side, "upper", kUpper);
        expect(elbow[0]).toBeCloseTo(kUpper * Math.sin(posture[0]), 5);
        const mark = await page.evaluate((s) => window.tether.scenes[s].tool.position.toArray(), side);
        position.forEach((value, i) => expect(mark[i]).toBeCloseTo(value, 5));
      }
    }
  }, kHang);

  it("draws the follower's arm into the follower's rectangle and not into the leader's", async () => {
    browser.station.frozen = [0.2, 0.4];
    browser.station.shape = (state) => {
      for (const side of [state.leader, state.follower]) {
        side.external.force = [0, 0, 0]; // its arrow is of a colour like the arm's
        side.external.torque = [0, 0, 0];
        side.contacts = [];
      }
    };
    await nextState();
    const follower = await shareOfOrange("follower");
    const leader = await shareOfOrange("leader");
    const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
    console.log(`orange: follower's picture ${percent(follower)}, leader's ${percent(leader)}`);
    expect(follower).toBeGreaterThan(0.01);
    expect(leader).toBeLessThan(0.001);
  }, kHang);

  it("stops by button, by Esc and by S, says so and offers a reset", async () => {
    const { station } = browser;
    await page.click("button.stop");
    await station.receives("stop");
    await page.waitForSelector(".stopped-why:text('Stopped: emergency stop')");
    await page.waitForSelector(".chip.stopped");
    await page.click("button.reset");
    await station.receives("reset");
    await page.waitForSelector("button.reset", { state: "hidden" });
    for (const key of ["Escape", "s"]) {
      const before = station.received.length;
      await page.keyboard.press(key);
      await station.receives("stop", before);
    }
    await page.waitForSelector("#events li");
  }, kHang);

  it("comes back when the station was started again", async () => {
    const { station } = browser;
    await station.stop();
    await page.waitForSelector(".connection.bad");
    station.session.title = "After the restart";
    await station.start();
    await page.waitForSelector("h1:text('After the restart')");
    await nextState();
    station.session.title = "Two-joint arm at a wall";
    expect(await page.textContent(".connection")).toBe("connected");
    const arms = await page.evaluate(() =>
      window.tether.scenes.leader.root.getObjectsByProperty("name", "fore").length,
    );
    expect(arms).toBe(2); // one body and its one geom: the old ones are gone
  }, kHang);

  it("keeps how the session ended in view until another one begins", async () => {
    const { station } = browser;
    const reasons = [
      "guard exceeded: leader torque_rate 10190 of 1000 N m/s",
      "expectation: tracking_error_mean of free_x is 0.041, expected at most 0.03",
    ];
    station.say({ say: "ended", verdict: "fail", reasons, report: "out/arm/report.html" });
    await page.waitForSelector(".ending .verdict.fail");
    await station.stop();
    await page.waitForSelector(".connection:text('session ended')");
    expect(await page.locator(".ending strong").innerText()).toBe("✕ Fail");
    expect(await page.locator(".ending li").allInnerTexts()).toEqual(reasons);
    expect(await page.locator(".ending code").innerText()).toBe("out/arm/report.html");
    await station.start();
    await page.waitForSelector(".connection:text('connected')");
    await page.waitForSelector(".ending", { state: "detached" });
    await nextState();
  }, kHang);

  it("says what is wrong with an ending that it does not understand, and shows none", async () => {
    browser.station.say({ say: "ended", verdict: "passed" as "pass", reasons: [], report: "" });
    const error = page.locator(".message.error");
    await error.waitFor();
    expect(await error.innerText()).toContain("“passed” is no verdict");
    expect(await page.locator(".ending").count()).toBe(0);
    await error.locator("button").click();
  }, kHang);

  it("shows guards, tanks, forces and scans", async () => {
    browser.station.shape = (state) => {
      state.follower.guards = 32;
      state.leader.asked.force = [3, 0, 4];
      state.leader.tank = 0.15;
      state.late = { leader: 3, follower: 12 };
    };
    await page.waitForSelector(".scene.follower .badge:text('fence')");
    await page.waitForSelector(".scene.leader .label.asked:text('5.0')");
    await page.waitForSelector(".figures .late[title*='leader 3, follower 12'] dd:text-matches('^12 of [0-9,]+$')");
    await page.waitForSelector(".tank.leader output:text('150')");
    const gauge = page.locator(".gauge.leader");
    expect(Number(await gauge.getAttribute("aria-valuenow"))).toBeCloseTo(0.15, 3);
    const ranges = new Float32Array(40).fill(1);
    browser.station.show(encodeScan({ time: 1, firstAngle: 0, step: 0.1, limit: 10, ranges }));
    await page.waitForFunction(() => {
      const points = window.tether.scenes.follower.tool.getObjectByName("scan");
      const { geometry } = points as unknown as { geometry: { drawRange: { count: number } } };
      return geometry.drawRange.count === 40;
    });
  }, kHang);

  it("turns the view by keyboard and goes back home", async () => {
    browser.station.frozen = [0.2, 0.4];
    await nextState();
    const camera = () => page.evaluate(() => window.tether.scenes.leader.camera.position.toArray());
    await page.click(".scene.leader button"); // home depends on the arm's posture
    const home = await camera();
    await page.focus(".scene.leader");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    const turned = await camera();
    expect(Math.hypot(...turned.map((v, i) => v - home[i]!))).toBeGreaterThan(0.01);
    await page.click(".scene.leader button");
    (await camera()).forEach((v, i) => expect(v).toBeCloseTo(home[i]!, 6));
  }, kHang);

  it("keeps its plots as they are while frozen", async () => {
    await page.click(".plot-bar button:text('Freeze')");
    const figures = () => page.textContent("#live-position .legend");
    const before = await figures();
    await nextState();
    await nextState();
    expect(await figures()).toBe(before);
    await page.click(".plot-bar button:text('Live')");
    await page.waitForFunction(
      (was) => document.querySelector("#live-position .legend")?.textContent !== was,
      before,
    );
  }, kHang);

  it("fits a laptop without scrolling, and a tablet and a phone in width", async () => {
    const bottom = (selector: string) =>
      page.evaluate((at) => document.querySelector(at)!.getBoundingClientRect().bottom, selector);
    for (const part of [".scene.leader", ".scene.follower", ".gauge.leader", "button.stop", ".live-plots"])
      expect(await bottom(part)).toBeLessThanOrEqual(720);
    for (const [width, height] of [[820, 1180], [390, 844]] as const) {
      await page.setViewportSize({ width, height });
      await nextState();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.evaluate(() => scrollTo(0, 500));
      expect(await bottom("button.stop")).toBeLessThan(200);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  }, kHang);
});

describe("a page of one's own", () => {
  // several would share the processor
  beforeAll(() => page.goto("about:blank"), kHang);

  it("explains the token when it is refused, and brings the one of its address", async () => {
    browser.station.token = "secret";
    const { page: stranger } = await browser.load({}, "detail=lowest");
    await stranger.waitForSelector(".connection:text('refused')", { timeout: kHang });
    expect(await stranger.textContent(".message.error")).toContain("#token=");
    await stranger.close();
    const welcome = await open({}, "detail=lowest&token=secret");
    expect(await welcome.page.textContent(".connection")).toBe("connected");
  }, kHang);

  it("leaves the stop button where nothing can be drawn", async () => {
    const { page: poor } = await browser.load({}, "", () => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    pages.push(poor);
    await poor.waitForSelector(".bare p[role=status]:text('connected')", { timeout: kHang });
    await poor.click("button.stop");
    await browser.station.receives("stop");
  }, kHang);

  it("reaches 60 pictures a second or lowers its detail", async () => {
    const free = await open();
    const found = await free.page.waitForFunction(() => {
      const { first, level, rate } = (window.tether as AppView).stage.governor;
      // all of one moment: the detail may be lowered once more at any time
      const name = document.querySelector(".detail")?.textContent;
      return rate >= 60 / 1.04 || (rate > 0 && level > first) ? { first, level, rate, name } : undefined;
    });
    const { first, level: after, rate, name } = (await found.jsonValue())!;
    console.log(`${rate.toFixed(1)} pictures a second, detail level ${first} → ${after} (${name})`);
    expect(name).toBe(`detail: ${["high", "medium", "low", "lowest"][after]}`);
  }, kHang);
});
