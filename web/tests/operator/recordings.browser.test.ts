// The real page in a real browser: a log is opened, wound along its time line, compared with
// another, and left for the live session; and logs that a server offers are read by ranges.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { kBehind, sampleLog, tool } from "./recording_sample";
import { builtPage, type BuiltPage, kPolicy } from "../support/mock_station";
import { OperatorBrowser } from "../support/operator_browser";

const kTimeoutMs = 300_000; // nothing is timed; this only ends what would never end
const kShots = process.env.TETHER_SHOTS; // a directory to keep pictures in

type Place = [number, number, number];

// where things of the scenes are, in world axes of their side
function places(page: Page, name: string): Promise<Record<"leader" | "follower", Place | null>> {
  return page.evaluate((wanted) => {
    const { scenes } = window.tether;
    const of = (side: "leader" | "follower") => {
      const { root } = scenes[side];
      root.updateWorldMatrix(true, true);
      const object = wanted === "tool" ? scenes[side].tool : root.getObjectByName(wanted);
      if (!object) return null;
      const to = root.matrixWorld.clone().invert().multiply(object.matrixWorld).elements;
      return [to[12], to[13], to[14]] as [number, number, number];
    };
    return { leader: of("leader"), follower: of("follower") };
  }, name);
}

function distance(a: Place | null, b: Place): number {
  return a ? Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) : Infinity;
}

describe("recordings on the operator's page", () => {
  let directory: string;
  let built: BuiltPage | undefined;
  let browser: OperatorBrowser;
  let page: Page;
  let serving: Server | undefined;
  let complaints: string[];
  const file = (name: string) => join(directory, name);
  const shoot = async (name: string) => {
    if (kShots) await page.screenshot({ path: join(kShots, `${name}.png`) });
  };
  const slider = () => page.getByRole("slider", { name: "Time of the recording" });
  const timeShown = async () => Number(await slider().getAttribute("aria-valuenow"));
  const choose = async (button: string, ...names: string[]) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: button }).first().click();
    await (await chooser).setFiles(names.map(file));
  };
  // the ghost's tool is where the second recording has it at this time of its own
  const ghostIs = (t: number) =>
    expect
      .poll(async () => distance((await places(page, "ghost-tool")).leader, tool(t).position), { timeout: kTimeoutMs })
      .toBeLessThan(1e-4);
  const surveyed = () => page.locator(".reading").waitFor({ state: "hidden" });

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "tether-recordings-"));
    writeFileSync(file("a.mcap"), await sampleLog());
    writeFileSync(file("b.mcap"), await sampleLog({ duration: 2, from: 0.5, stiffness: 800, passivity: "none" }));
    writeFileSync(file("old.mcap"), await sampleLog({ scene: false, duration: 1 }));
    writeFileSync(file("text.mcap"), "not a log");
    writeFileSync(file("other.mcap"), await sampleLog({ topics: false, duration: 1 }));
    const whole = readFileSync(file("a.mcap"));
    writeFileSync(file("cut.mcap"), whole.subarray(0, Math.round(0.5 * whole.length)));
    browser = await OperatorBrowser.launch();
    ({ page, complaints } = await browser.open({ viewport: { width: 1280, height: 800 } }, "detail=lowest"));
  }, kTimeoutMs);

  afterAll(async () => {
    await browser?.close();
    serving?.close();
    built?.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  it("shows the scene where the log says, wherever one drags the time line", async () => {
    await choose("Open recording…", "a.mcap");
    await slider().waitFor();
    await surveyed();
    expect(await page.evaluate(() => window.tether.session?.title)).toBe("Two small arms");
    expect(await page.locator(".figures .late").isVisible()).toBe(false); // of a live session only
    const box = (await page.locator(".time-line .track").boundingBox())!;
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    for (const share of [0.2, 0.55, 0.9]) {
      await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
      const t = await timeShown();
      expect(t).toBeCloseTo(3 * share, 1);
      await page.waitForFunction((at) => Math.abs((window.tether.state?.time ?? -1) - at) < 1e-3, t);
      const { position } = tool(t);
      const behind: Place = [position[0], position[1] - kBehind + 0.005, position[2]];
      // the tool as it was measured, and the arm's own end as its joints put it
      const tools = await places(page, "tool");
      expect(distance(tools.leader, position)).toBeLessThan(1e-4);
      expect(distance(tools.follower, behind)).toBeLessThan(1e-4);
      expect(distance((await places(page, "tip")).leader, position)).toBeLessThan(1e-4);
    }
    await page.mouse.up();
    expect(await slider().getAttribute("aria-valuetext")).toMatch(/^2\.\d\d of 3\.00 seconds, phase wall, after contact end$/);
    await shoot("recording");
  }, kTimeoutMs);

  it("is played, wound and repeated by keys", async () => {
    await slider().focus();
    await page.keyboard.press("Home");
    expect(await timeShown()).toBe(0);
    await page.keyboard.press("ArrowRight");
    expect(await timeShown()).toBeCloseTo(1 / 60, 3);
    await page.keyboard.press("Shift+ArrowRight");
    expect(await timeShown()).toBeCloseTo(1 + 1 / 60, 3);
    await page.keyboard.press("[");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("]");
    // repeats two pictures: all that is shown until it has begun again twice
    const shown = page.evaluate(
      () =>
        new Promise<number[]>((done) => {
          const times: number[] = [];
          let again = 0;
          const off = window.tether.on("state", ({ time }) => {
            if (time < (times.at(-1) ?? 0)) ++again;
            times.push(time);
            if (again < 2) return;
            off();
            done(times);
          });
        }),
    );
    await page.keyboard.press(" ");
    for (const time of await shown) {
      expect(time).toBeGreaterThanOrEqual(1.016);
      expect(time).toBeLessThanOrEqual(1.051);
    }
    await page.keyboard.press("l");
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.waitForFunction(() => window.tether.state?.ended === true);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor(); // stopped at its end
    expect(await timeShown()).toBe(3);
    await page.getByRole("button", { name: "No loop" }).click();
    expect(browser.station.received.filter(({ do: what }) => !["rate", "ping", "release"].includes(what))).toEqual([]);
  }, kTimeoutMs);

  it("is compared with a second one, drawn as a ghost, and says what differs", async () => {
    await page.evaluate(() => ((document.getElementById("recordings") as HTMLDetailsElement).open = true));
    await choose("Compare with…", "b.mcap");
    await page.locator(".comparison").waitFor();
    await surveyed();
    const row = (what: string) => page.locator(".comparison tr", { hasText: what });
    expect(await row("Passivity").locator("td").allTextContents()).toEqual(["two-layer", "none"]);
    expect(await row("Passivity").getAttribute("class")).toBe("differs");
    expect(await row("Tracking error").getAttribute("class")).toBe("same");
    // both begin together: the second is half a second ahead in its own time
    await page.evaluate(() => document.body.focus());
    await slider().focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForFunction(() => window.tether.state?.time === 1);
    await ghostIs(1.5);
    await page.getByLabel("Shift of the second").fill("0.25");
    await ghostIs(0.75);
    await page.getByRole("button", { name: "Align" }).click(); // by their first contacts
    expect(Number(await page.getByLabel("Shift of the second").inputValue())).toBeCloseTo(-0.5, 6);
    await ghostIs(1.5);
    expect(distance((await places(page, "tool")).leader, tool(1).position)).toBeLessThan(1e-4);
    await shoot("compared");
    await page.getByRole("button", { name: "Drop the second" }).click();
    expect((await places(page, "ghost")).leader).toBeNull();
  }, kTimeoutMs);

  it("says what is wrong with a file, and keeps what was open", async () => {
    const shows = async (name: string, text: RegExp) => {
      await choose("Open recording…", name);
      await page.locator(".message", { hasText: text }).first().waitFor();
    };
    await shows("text.mcap", /text\.mcap is not an MCAP file/);
    await shows("other.mcap", /other\.mcap was made by another program: has no \/leader\/measured_js/);
    expect(await page.evaluate(() => window.tether.session?.title)).toBe("Two small arms");
    await shows("cut.mcap", /cut\.mcap ends early: shown is what is there, up to 1\.\d\d s/);
    await shows("old.mcap", /old\.mcap has no scene .* only its figures are shown/);
    await surveyed();
  }, kTimeoutMs);

  it("opens two that are dropped", async () => {
    const [a, b] = [readFileSync(file("a.mcap")), readFileSync(file("b.mcap"))].map((bytes) => bytes.toString("base64"));
    await page.evaluate(
      ([first, second]) => {
        const data = new DataTransfer();
        for (const [text, name] of [[first, "a.mcap"], [second, "b.mcap"]] as const) {
          const bytes = Uint8Array.from(atob(text!), (c) => c.charCodeAt(0));
          data.items.add(new File([bytes], name));
        }
        for (const kind of ["dragenter", "dragover", "drop"]) {
          document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
        }
      },
      [a, b],
    );
    await page.locator(".comparison th", { hasText: "b.mcap" }).waitFor();
    await surveyed();
    expect((await places(page, "ghost")).follower).not.toBeNull();
  }, kTimeoutMs);

  it("goes back to the live session", async () => {
    const before = await page.evaluate(() => window.tether.state?.time);
    await page.getByRole("button", { name: "Back to live" }).click();
    expect(await page.locator(".time-line").isVisible()).toBe(false);
    expect(await page.locator(".figures .late").isVisible()).toBe(true);
    await page.waitForFunction((t) => window.tether.state && window.tether.state.time !== t, before);
    expect(await page.evaluate(() => window.tether.session?.title)).toBe(browser.station.session.title);
    expect(complaints).toEqual([]);
  }, kTimeoutMs);

  it("reads by ranges what a server without a station offers", async () => {
    const asked: string[] = [];
    built = await builtPage();
    const log = readFileSync(file("a.mcap"));
    serving = createServer((request, response) => {
      const { url = "" } = request;
      const send = (type: string, bytes: Buffer) =>
        response.writeHead(200, { "Content-Type": type, "Content-Security-Policy": kPolicy }).end(bytes);
      if (url === "/") return send("text/html", readFileSync(join(built!.directory, "operator.html")));
      if (url === "/operator.js") return send("text/javascript", readFileSync(join(built!.directory, "operator.js")));
      if (url === "/operator.css") return send("text/css", readFileSync(join(built!.directory, "operator.css")));
      if (url === "/recordings.json") return send("application/json", Buffer.from('[{"name":"a run","url":"logs/a.mcap"}]'));
      const range = request.headers.range?.match(/^bytes=(\d+)-(\d+)$/);
      if (url !== "/logs/a.mcap" || !range) return response.writeHead(404).end();
      asked.push(range[0]);
      const [from, to] = [Number(range[1]), Number(range[2])];
      response.writeHead(206, { "Content-Range": `bytes ${from}-${to}/${log.length}` }).end(log.subarray(from, to + 1));
    });
    await new Promise<void>((done) => serving!.listen(0, "127.0.0.1", done));
    // the same page again: two would share the processor
    await page.goto(`http://127.0.0.1:${(serving.address() as AddressInfo).port}/#detail=lowest`);
    await page.getByRole("slider", { name: "Time of the recording" }).waitFor();
    await page.waitForFunction(() => window.tether.state?.time === 0, undefined, { timeout: kTimeoutMs });
    expect(await page.evaluate(() => window.tether.session?.title)).toBe("Two small arms");
    expect(await page.locator("#recordings .offers").textContent()).toBe("a run");
    await expect.poll(() => asked.length, { timeout: kTimeoutMs }).toBeGreaterThan(4);
    expect(asked).not.toContain(`bytes=0-${log.length - 1}`);
    await page.close();
  }, kTimeoutMs);
});
