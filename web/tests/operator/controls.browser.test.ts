// The controls of the operator's page in a real browser, against a mock station whose arm follows
// the hand and is held back at a wall.
import { type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FixtureModel, SideName, Triple } from "../../src/operator/protocol";
import { armSession, kWall } from "../support/arm_session";
import { HandGuidedArm, kHandStiffness } from "../support/hand_guided_arm";
import { type BuiltPage, type Received, MockStation, builtPage } from "../support/mock_station";
import { launchBrowser } from "../support/software_browser";

const kPatience = 150_000; // a machine that has much else to do draws a picture every few seconds
const kLabel = ".force-at-cursor:not([hidden]) p";
const poll = { timeout: kPatience, interval: 50 };

const kBox: FixtureModel = {
  id: 1,
  name: "table edge",
  enabled: true,
  law: "wall",
  shape: "box",
  centre: [0.1, -0.2, 0.45],
  quaternion: [1, 0, 0, 0],
  half_size: [0.06, 0.05, 0.03],
  stiffness: 500,
  damping: 5,
};
const kPath: FixtureModel = {
  id: 2,
  name: "to the hole",
  enabled: false,
  law: "guide",
  shape: "polyline",
  points: [[0.05, -0.2, 0.4], [0.3, -0.2, 0.45], [0.05, 0.1, 0.3]],
  stiffness: 100,
  range: 0.1,
};

let built: BuiltPage;
let station: MockStation;
let arm: HandGuidedArm;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  built = await builtPage();
  station = new MockStation(built.directory);
  station.session = { ...armSession(), fixtures: [kBox, kPath] };
  // so that base and world cannot be mistaken for each other
  station.session.leader.base = {
    position: [0.02, 0.03, 0.04],
    quaternion: [Math.cos(0.1), 0, 0, Math.sin(0.1)],
  };
  arm = new HandGuidedArm(station);
  station.rate = 30;
  await station.start();
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1100, height: 640 } });
  page.setDefaultTimeout(kPatience);
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  // the picture's detail is not what is tested here
  await page.addInitScript(() => sessionStorage.setItem("tether.detail", "3"));
  await page.goto(station.address);
  await page.waitForFunction(() => window.tether?.state !== undefined);
  await drawn();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await station?.stop();
  built?.remove();
});

// after the next two pictures, so that cameras stand where they will stay
const drawn = () =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        let left = 2;
        const stop = window.tether.on("frame", () => {
          if (--left > 0) return;
          stop();
          done();
        });
      }),
  );

// where a point of a side's base frame is seen [px]
const seen = (side: SideName, point: Triple) =>
  page.evaluate(
    ([name, [x, y, z]]) => {
      const { base, camera, element } = window.tether.scenes[name];
      const p = base.localToWorld(base.position.clone().set(x, y, z)).project(camera);
      const box = element.getBoundingClientRect();
      return {
        x: box.left + ((p.x + 1) / 2) * box.width,
        y: box.top + ((1 - p.y) / 2) * box.height,
      };
    },
    [side, point] as const,
  );

// how far from the eye
const depth = (side: SideName, point: Triple) =>
  page.evaluate(
    ([name, [x, y, z]]) => {
      const { base, camera } = window.tether.scenes[name];
      const p = base.localToWorld(base.position.clone().set(x, y, z));
      return -p.applyMatrix4(camera.matrixWorldInverse).z;
    },
    [side, point] as const,
  );

const of = <K extends Received["do"]>(kind: K, after = 0) =>
  station.received.slice(after).filter((c): c is Extract<Received, { do: K }> => c.do === kind);
const lastHold = () => of("hold").at(-1)?.position ?? [NaN, NaN, NaN];

async function toolSpot(side: SideName) {
  await drawn();
  return seen(side, arm[side]);
}

describe("dragging the leader's tool", () => {
  it("wants it under the pointer, in the leader's base frame, as deep as it was", async () => {
    const start = arm.leader;
    const from = await toolSpot("leader");
    await page.mouse.move(from.x, from.y);
    await expect.poll(() => page.locator(".scene.leader.can-grab").count(), poll).toBe(1);
    await page.mouse.down();
    await page.mouse.move(from.x - 20, from.y - 25);
    await expect.poll(() => lastHold()[2] - start[2], poll).toBeGreaterThan(0.005);
    const at = await seen("leader", lastHold());
    expect(at.x).toBeCloseTo(from.x - 20, 0);
    expect(at.y).toBeCloseTo(from.y - 25, 0);
    expect(await depth("leader", lastHold())).toBeCloseTo(await depth("leader", start), 4);
    expect(of("hold").every(({ clutch }) => clutch === false)).toBe(true);
  }, kPatience);

  it("clutches with C, and the aim stays where it is when C is let go", async () => {
    const before = lastHold();
    await page.keyboard.down("c");
    await expect.poll(() => of("hold").at(-1)?.clutch, poll).toBe(true);
    await expect
      .poll(() => page.locator(kLabel).innerText(), poll)
      .toMatch(/moves alone/);
    await page.keyboard.up("c");
    await expect.poll(() => of("hold").at(-1)?.clutch, poll).toBe(false);
    expect(lastHold()).toEqual(before);
  }, kPatience);

  it("is let go with the button, and repeats nothing afterwards", async () => {
    await page.mouse.up();
    await expect.poll(() => of("release").length, poll).toBe(1);
    expect(station.received.filter((c) => c.do === "hold" || c.do === "release").at(-1)?.do).toBe(
      "release",
    );
  }, kPatience);
});

describe("dragging the follower's tool", () => {
  it("pushes into the wall: the tool stays behind and the force stands at the cursor", async () => {
    const from = await toolSpot("follower");
    // the plane of the screen stands askew to the wall: far enough to get through anyway
    const into = await seen("follower", [kWall + 0.25, 0, arm.follower[2]]);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(into.x, into.y);
    await expect.poll(() => arm.leader[0] - kWall, poll).toBeGreaterThan(0.002);
    expect(arm.follower[0]).toBeCloseTo(kWall, 9);
    // of the moment: the arm may have been received to go on since
    const force = () => kHandStiffness * (lastHold()[0] - arm.leader[0]);
    const label = page.locator(kLabel);
    await expect
      .poll(async () => Number.parseFloat(await label.innerText()) - force(), poll)
      .toBeCloseTo(0, 0);
    expect(await label.innerText()).toMatch(/[1-9]\d*\smm behind/);
    const arrow = page.locator(".force-at-cursor:not([hidden]) path");
    expect(await arrow.getAttribute("d")).toMatch(/^M/);
    await page.mouse.up();
  }, kPatience);
});

describe("the handle by keys", () => {
  it("is taken with H and moved with the arrows, and let go by the button", async () => {
    const released = of("release").length;
    await page.locator(".scene.leader").focus();
    await page.keyboard.press("h");
    await expect
      .poll(() => page.locator(".take-handle").getAttribute("aria-pressed"), poll)
      .toBe("true");
    const before = lastHold();
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => Math.hypot(...lastHold().map((v, i) => v - (before[i] ?? 0))), poll)
      .toBeCloseTo(0.004, 6);
    await page.locator(".take-handle").click();
    await expect.poll(() => of("release").length, poll).toBe(released + 1);
  }, kPatience);

  it("says so when someone else has it", async () => {
    arm.refusal = "another page has the handle";
    await page.locator(".take-handle").click();
    await expect
      .poll(() => page.locator(".message.error").innerText(), poll)
      .toContain("The handle cannot be taken: another page has the handle");
    await expect
      .poll(() => page.locator(".take-handle").getAttribute("aria-pressed"), poll)
      .toBe("false");
    arm.refusal = undefined;
    await page.locator(".message.error button").click();
  }, kPatience);
});

describe("link and control", () => {
  const control = (key: string) => page.locator(".control", { has: page.locator(`#control-${key}`) });

  it("changes the delay by its slider", async () => {
    await page.locator("#control-link-delay").focus();
    await page.keyboard.press("End");
    await expect.poll(() => of("change").at(-1)?.set, poll).toEqual(["link.delay=0.5"]);
    expect(await control("link-delay").locator("output").innerText()).toBe("500\u00a0ms");
  }, kPatience);

  it("says why it was refused and goes back to what is true", async () => {
    const { answer } = station;
    station.answer = (command) =>
      command.do === "change" ? { why: "the link is a real one" } : answer(command);
    await page.locator("#control-link-loss").focus();
    await page.keyboard.press("End");
    await expect
      .poll(() => control("link-loss").locator(".refusal").innerText(), poll)
      .toBe("the link is a real one");
    expect(await control("link-loss").locator("output").innerText()).toBe("0.0\u00a0%");
    expect(await page.locator("#control-link-loss").inputValue()).toBe("0");
    station.answer = answer;
  }, kPatience);

  it("sets delay and loss by a preset, and shows what the station says", async () => {
    await page.getByRole("button", { name: "across the ocean" }).click();
    await expect
      .poll(() => of("change").at(-1)?.set, poll)
      .toEqual(["link.delay=0.08", "link.loss=0.005"]);
    await expect
      .poll(() => control("link-delay").locator("output").innerText(), poll)
      .toBe("80\u00a0ms");
    station.session.values["coupling.translation_stiffness"] = 1234;
    station.say({ say: "values", values: station.session.values });
    await expect
      .poll(() => control("coupling-translation-stiffness").locator("output").innerText(), poll)
      .toBe("1234\u00a0N/m");
  }, kPatience);

  it("changes the passivity method", async () => {
    await page.locator("#control-passivity-kind").selectOption("none");
    await expect.poll(() => of("change").at(-1)?.set, poll).toEqual(["passivity.kind=none"]);
    await expect
      .poll(() => page.locator(".passivity-hint").innerText(), poll)
      .toMatch(/^No passivity/);
  }, kPatience);
});

describe("moving the robot", () => {
  it("jogs a joint while the button is down and stops with it", async () => {
    const plus = page.getByRole("button", { name: "elbow plus" });
    await plus.scrollIntoViewIfNeeded();
    await plus.hover();
    await page.mouse.down();
    await expect.poll(() => of("jog").length, poll).toBeGreaterThanOrEqual(3);
    // 20 % of 2 rad/s
    expect(of("jog")[0]).toMatchObject({ side: "follower", space: "joints", velocity: [0, 0.4] });
    await page.mouse.up();
    await expect.poll(() => of("jog").at(-1)?.velocity, poll).toEqual([0, 0]);
    const sent = of("jog").length;
    await drawn();
    expect(of("jog")).toHaveLength(sent);
  }, kPatience);

  it("jogs the tool by the keyboard", async () => {
    const sent = station.received.length;
    await page.getByRole("button", { name: "turn z minus" }).focus();
    await page.keyboard.down(" ");
    await expect.poll(() => of("jog", sent).length, poll).toBeGreaterThanOrEqual(2);
    await page.keyboard.up(" ");
    expect(of("jog", sent)[0]).toMatchObject({ space: "tool", velocity: [0, 0, -0.1, 0, 0, 0] });
    await expect.poll(() => of("jog").at(-1)?.velocity, poll).toEqual([0, 0, 0, 0, 0, 0]);
  }, kPatience);

  it("goes to a stored posture and stores another", async () => {
    await page.getByRole("button", { name: "go to home in a straight line" }).click();
    await expect
      .poll(() => of("go").at(-1), poll)
      .toMatchObject({ side: "follower", pose: "home", by: "tool" });
    await page.getByLabel("Name of the posture").fill("above the hole");
    await page.getByRole("button", { name: "Store as" }).click();
    await expect.poll(() => page.locator(".poses li").allInnerTexts(), poll).toHaveLength(2);
    expect(of("store").at(-1)).toMatchObject({ side: "follower", name: "above the hole" });
  }, kPatience);
});

describe("fixtures", () => {
  const chosen = (name: string) =>
    page.locator(".fixture-list button", { hasText: name }).click();

  it("are moved by their handles; the station receives it with the new centre", async () => {
    await chosen("table edge");
    await drawn();
    const from = await seen("follower", kBox.centre as Triple);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 30, from.y - 20);
    await page.mouse.up();
    await expect.poll(() => of("put").length, poll).toBeGreaterThanOrEqual(1);
    const put = () => (of("put").at(-1)?.fixture ?? {}) as FixtureModel;
    await expect
      .poll(async () => (await seen("follower", put().centre as Triple)).x, poll)
      .toBeCloseTo(from.x - 30, 0);
    expect((await seen("follower", put().centre as Triple)).y).toBeCloseTo(from.y - 20, 0);
    const { centre: _moved, quaternion: _turned, ...rest } = put();
    const { centre: _centre, quaternion: _turn, ...same } = kBox;
    expect(rest).toEqual(same);
  }, kPatience);

  it("are drawn where they are", async () => {
    const away = async () => {
      const drawnAt = await page.evaluate(() =>
        window.tether.scenes.follower.base.getObjectByName("fixture 1")?.position.toArray(),
      );
      const box = station.session.fixtures.find(({ id }) => id === 1);
      return Math.hypot(...(box?.centre as Triple).map((v, i) => v - (drawnAt?.[i] ?? NaN)));
    };
    await expect.poll(away, poll).toBeCloseTo(0, 5);
  }, kPatience);

  it("go back when an edit is refused", async () => {
    const { answer } = station;
    station.answer = (command) =>
      command.do === "put" ? { why: "fixture 1: stiffness is too high" } : answer(command);
    const field = page.getByLabel("Stiffness N/m");
    await field.fill("99999");
    await field.press("Tab");
    await expect
      .poll(() => page.locator("#fixtures .refusal").first().innerText(), poll)
      .toBe("fixture 1: stiffness is too high");
    await expect.poll(() => field.inputValue(), poll).toBe("500");
    station.answer = answer;
  }, kPatience);

  it("have points that are dragged one by one", async () => {
    await chosen("to the hole");
    await drawn();
    const points = kPath.points as Triple[];
    const from = await seen("follower", points[1] as Triple);
    const sent = station.received.length;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 15, from.y + 25);
    await page.mouse.up();
    const moved = () => (of("put", sent).at(-1)?.fixture.points ?? []) as Triple[];
    await expect
      .poll(async () => (await seen("follower", moved()[1] ?? [0, 0, 0])).y, poll)
      .toBeCloseTo(from.y + 25, 0);
    expect(moved()[0]).toEqual(points[0]);
    expect(moved()[2]).toEqual(points[2]);
    await page.getByRole("button", { name: "Add point" }).click();
    await expect.poll(() => moved().length, poll).toBe(4);
  }, kPatience);

  it("are put in force, added, deleted and saved", async () => {
    await page.getByLabel("to the hole in force").check();
    await expect.poll(() => of("put").at(-1)?.fixture, poll).toMatchObject({ id: 2, enabled: true });
    await page.getByRole("button", { name: "Add box" }).click();
    await expect
      .poll(() => of("put").at(-1)?.fixture, poll)
      .toMatchObject({ id: 3, shape: "box", law: "wall", half_size: [0.05, 0.05, 0.05] });
    await page.getByRole("button", { name: "Delete this fixture" }).click();
    await expect.poll(() => of("remove").at(-1)?.fixture_id, poll).toBe(3);
    const { answer } = station;
    station.answer = (command) =>
      command.do === "save" ? { path: "out/mock/fixtures.toml" } : answer(command);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(() => page.locator("#fixtures [role=status]").innerText(), poll)
      .toBe("Saved to out/mock/fixtures.toml");
    station.answer = answer;
  }, kPatience);
});

describe("all of it", () => {
  it("can be reached by a finger", async () => {
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(
        "#link-and-control button, #link-and-control select, #move-the-robot button, " +
          "#move-the-robot select, #fixtures button, #fixtures select, #fixtures .tick",
      )]
        .filter((e) => e.offsetParent !== null && (e.offsetHeight < 40 || e.offsetWidth < 40))
        .map((e) => e.textContent),
    );
    expect(small).toEqual([]);
  }, kPatience);

  it("was done without a complaint", () => {
    expect(complaints).toEqual([]);
  });
});
