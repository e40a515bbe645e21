// The real program, its real page, a real browser: sees the session, takes the handle, feels the
// wall, stops, draws a fixture, loses and finds the station, wears a headset.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServedSession } from "./support/served_session";
import { launchBrowser } from "./support/software_browser";
import { readSides } from "./verdicts.log";

const kPatience = 300_000; // software rendering beside a session on few cores [ms]
const kPatient = ["session.physics=ticks"]; // the world waits for a machine that is late
const kSize = { width: 800, height: 450 }; // drawn without a graphics card: every pixel costs

// the emulated headset is put into the page by these tests only
const require = createRequire(import.meta.url);
const kEmulator = readFileSync(
  join(dirname(require.resolve("iwer")), "..", "build", "iwer.min.js"),
  "utf8",
);
const kHeadset = `;{
  const device = new IWER.XRDevice(IWER.metaQuest3);
  device.installRuntime({ forceInstall: true });
  device.stereoEnabled = true;
  device.position.set(0, 1.6, 0);
  window.headset = device;
}`;

// the right hand before the person at this height, with the trigger pulled so far
async function hand(page: Page, height: number, trigger: number): Promise<void> {
  await page.evaluate(
    ([y, pull]) => {
      const controller = window.headset.controllers.right;
      controller.position.set(0, y, -0.55);
      controller.updateButtonValue("trigger", pull);
    },
    [height, trigger] as const,
  );
}

// The hand goes 8 cm up, and down and up again, a second each by the session's clock, until both
// tools are 4 cm from where they were. One that rests up there would not do: the energy that the
// follower is moved with comes from a hand that moves.
async function raiseUntilBothFollow(): Promise<void> {
  const app = window.tether;
  const tools = () => [app.state!.leader, app.state!.follower].map(({ tool }) => [...tool.position]);
  const from = tools();
  const away = () =>
    Math.min(...tools().map((at, k) => Math.hypot(...at.map((v, i) => v - from[k]![i]!))));
  const next = () =>
    new Promise<void>((done) => {
      const off = app.on("state", () => {
        off();
        done();
      });
    });
  for (let up = true; ; up = !up) {
    window.headset.controllers.right.position.set(0, up ? 1.33 : 1.25, -0.55);
    for (const turn = app.state!.time + 1; app.state!.time < turn; await next())
      if (away() > 0.04) return;
  }
}

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
}, kPatience);
afterAll(async () => {
  await browser.close();
});

interface Visited {
  page: Page;
  complaints: string[];
}

async function visit(url: string, script?: string): Promise<Visited> {
  const page = await browser.newPage({ viewport: kSize });
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  if (script) await page.addInitScript({ content: script });
  page.setDefaultTimeout(kPatience);
  await page.goto(`${url}#detail=lowest`);
  await page.waitForFunction(() => window.tether?.state !== undefined, undefined, {
    timeout: kPatience,
  });
  return { page, complaints };
}

const engaged = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => window.tether.state?.leader.engagement === 2, undefined, {
    timeout: kPatience,
  });

// where the leader's tool is on the screen [px]
async function toolOnScreen(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(() => {
    const view = window.tether.scenes.leader;
    const place = view.tool.getWorldPosition(view.tool.position.clone()).project(view.camera);
    const box = view.element.getBoundingClientRect();
    return {
      x: box.left + ((place.x + 1) / 2) * box.width,
      y: box.top + ((1 - place.y) / 2) * box.height,
    };
  });
}

describe("a session that is served", { timeout: kPatience }, () => {
  const session = new ServedSession("omega_lwr_wall_document", kPatient);
  let page: Page;
  let complaints: string[];
  let pressed: Record<string, number>; // ticks, by the grid's index: before the button, and braked

  beforeAll(async () => {
    await session.start();
    ({ page, complaints } = await visit(session.url));
    await engaged(page);
  }, kPatience);
  afterAll(async () => {
    await page.close();
    await session.end("SIGKILL");
    session.remove();
  });

  it("shows the arm where the state says", async () => {
    // kinematics of the page against the tool's pose that the session computed
    const apart = await page.evaluate(() => {
      const app = window.tether;
      const model = app.session?.follower.scene;
      const state = app.state?.follower;
      const view = app.scenes.follower;
      const site = model?.sites.find((s) => s.name === "tool");
      const body = site && model?.bodies[site.body];
      const shown = body && view.bodyNamed(body.name);
      if (!site || !state || !shown) return NaN;
      view.root.updateMatrixWorld(true);
      const [x, y, z] = site.position;
      const place = view.base.worldToLocal(
        shown.localToWorld(view.tool.position.clone().set(x, y, z)),
      );
      const [tx, ty, tz] = state.tool.position;
      return Math.hypot(place.x - tx, place.y - ty, place.z - tz);
    });
    expect(apart).toBeLessThan(1e-4); // [m]
  });

  it("draws it", async () => {
    const picture = await page.locator("canvas").first().screenshot();
    const colours = await page.evaluate(async (encoded) => {
      const image = new Image();
      image.src = `data:image/png;base64,${encoded}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      if (!context) return 0;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const seen = new Set<number>();
      for (let i = 0; i < data.length; i += 4) {
        seen.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
      }
      return seen.size;
    }, picture.toString("base64"));
    expect(colours).toBeGreaterThan(200);
  });

  it("moves the follower by the handle, and feels it push back at the wall", async () => {
    const from = await toolOnScreen(page);
    const before = await page.evaluate(() => window.tether.state?.follower.tool.position);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let i = 1; i <= 20; ++i) await page.mouse.move(from.x + 2 * i, from.y + 3 * i);
    await page.waitForFunction(
      (then) => {
        const now = window.tether.state?.follower.tool.position;
        return now && then && Math.hypot(...now.map((v, i) => v - (then[i] ?? 0))) > 0.01;
      },
      before,
      { timeout: kPatience },
    );
    await page.mouse.up();

    // the wall stands where the leader's x is zero; the aim goes through it
    await page.waitForFunction(() => window.tether.state?.held === false);
    const where = await page.evaluate(async () => {
      const app = window.tether;
      // until it pushes with more than 3 N; a busy machine takes as long as it takes
      while (!(Math.hypot(...(app.state?.leader.asked.force ?? [0])) > 3)) {
        void app.ask({ do: "hold", position: [-0.05, 0, 0] });
        await new Promise((done) => setTimeout(done, 50));
      }
      const at = app.state?.leader.tool.position[0] ?? NaN;
      await app.ask({ do: "release" });
      return at;
    });
    expect(where).toBeGreaterThan(-0.05); // the hand did not get there
  });

  it("stops both sides by its button, and goes on when it is asked to", async () => {
    // how many ticks it took is counted in the log, below
    pressed = await page.evaluate(async () => {
      const app = window.tether;
      const button = document.querySelector<HTMLElement>("[data-stop]");
      if (!button) throw new Error("there is no stop button");
      const found: Record<string, number> = {};
      const both = new Promise<void>((resolve) => {
        const off = app.on("said", (said) => {
          if (said.say !== "event") return;
          const press = /leader tick (\d+), follower tick (\d+)/.exec(said.detail);
          if (press) Object.assign(found, { leader: Number(press[1]), follower: Number(press[2]) });
          const stop = /^(leader|follower): stopped \(emergency\)/.exec(said.detail);
          if (stop) found[`${stop[1]} braked`] = Math.floor(said.t * (app.session?.rate ?? NaN) + 1e-3);
          if (Object.keys(found).length < 4) return;
          off();
          resolve();
        });
      });
      button.click();
      await both;
      return found;
    });
    await page.waitForFunction(() => window.tether.state?.stopped === true);
    await page.evaluate(() => window.tether.ask({ do: "reset" }));
    await page.waitForFunction(() => window.tether.state?.stopped === false);
  });

  it("lets a fixture that is put on the page push the hand", async () => {
    await engaged(page);
    // ends once the fixture pushes with more than 1 N
    await page.evaluate(async () => {
      const app = window.tether;
      // around the tool, and so large that it is deep inside wherever it goes meanwhile
      await app.ask({
        do: "put",
        fixture: {
          id: 41,
          name: "box",
          enabled: true,
          law: "wall",
          shape: "box",
          centre: app.state?.follower.tool.position ?? [0, 0, 0],
          half_size: [0.4, 0.4, 0.4],
          stiffness: 300,
        },
      });
      while (!(Math.hypot(...(app.state?.leader.fixtures.force ?? [0])) > 1)) {
        await new Promise((done) => setTimeout(done, 50));
      }
      await app.ask({ do: "remove", fixture_id: 41 });
    });
  });

  it("had nothing to complain about", () => {
    expect(complaints).toEqual([]);
  });

  it("had stopped in the second tick after the button was pressed, at the latest", async () => {
    expect(await session.end("SIGINT")).toBe(130);
    const sides = await readSides(join(session.directory, "log.mcap"));
    for (const side of ["leader", "follower"] as const) {
      const [before, braked] = [pressed[side]!, pressed[`${side} braked`]!];
      const { index } = sides[side];
      expect(index).toContain(before);
      expect(index).toContain(braked);
      const unbraked = index.filter((tick) => tick > before && tick < braked);
      console.log(`the ${side} made ${unbraked.length} ticks between the button and braking`);
      expect(unbraked.length).toBeLessThanOrEqual(1);
    }
  });

  it("finds the station again after a restart", async () => {
    await page.waitForSelector(".connection:text('session ended')");
    const before = await page.evaluateHandle(() => window.tether.session);
    await session.start();
    await page.waitForFunction((then) => window.tether.session !== then, before);
    await page.waitForSelector(".connection:text('connected')");
    await engaged(page);
  });
});

describe("a headset", { timeout: kPatience }, () => {
  const session = new ServedSession("omega_lwr_wall_document", kPatient);
  afterAll(async () => {
    await session.end("SIGKILL");
    session.remove();
  });

  it("enters the session, and its controller leads both robots", async () => {
    await session.start();
    const { page, complaints } = await visit(session.url, kEmulator + kHeadset);
    await engaged(page);
    await page.waitForSelector("#enter-vr:not([aria-disabled=true])");
    await page.evaluate(() => document.getElementById("enter-vr")?.click());
    await page.waitForFunction(() => window.tether.renderer.xr.isPresenting);
    const eyes = await page.evaluate(() => window.tether.renderer.xr.getCamera().cameras.length);
    expect(eyes).toBe(2);

    // the tool is before the person; the hand takes it there
    await hand(page, 1.25, 0);
    await hand(page, 1.25, 1);
    await page.waitForFunction(() => window.tether.state?.held === true);
    await page.evaluate(raiseUntilBothFollow);
    await hand(page, 1.33, 0);
    await page.waitForFunction(() => window.tether.state?.held === false);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
