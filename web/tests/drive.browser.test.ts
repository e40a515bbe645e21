// The map from above, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenPage, ReportBrowser } from "./browser";
import { bareBend, sampleDrive } from "./drive_sample";
import { sampleReport } from "./sample";

let browser: ReportBrowser;
const report = () => ({ ...sampleReport(), drive: sampleDrive() });

beforeAll(async () => {
  browser = await ReportBrowser.launch();
});

afterAll(async () => {
  await browser?.close();
});

describe("the report of a drive", () => {
  let open: OpenPage;
  const count = (selector: string) => open.page.locator(`.drive .ground ${selector}`).count();
  const figures = () => open.page.locator(".drive dd").allInnerTexts();
  const slide = (t: number) =>
    open.page.locator(".drive input").evaluate((slider: HTMLInputElement, value) => {
      slider.value = String(value);
      slider.dispatchEvent(new Event("input"));
    }, t);

  beforeAll(async () => {
    open = await browser.open({ viewport: { width: 1280, height: 1000 } }, report());
  });

  afterAll(async () => {
    await open.page.close();
  });

  it("has the map under a heading of its own", async () => {
    expect(await open.page.locator("#from-above h2").innerText()).toBe("From above");
    expect(await open.page.locator(".drive figcaption p").innerText()).toMatch(/one collision$/);
  });

  it("draws course, way, stop, path, forces and collision", async () => {
    const { walls, posts } = sampleDrive();
    expect(await count(".walls polygon")).toBe(walls.length);
    expect(await count(".walls circle")).toBe(posts.length);
    expect(await count(".centre")).toBe(1);
    expect(await count(".stop")).toBe(1);
    expect(await count(".path")).toBe(1);
    expect(await count(".driven .footprint")).toBeGreaterThan(15);
    expect(await count(".driven .footprint.end")).toBe(1);
    expect(await count(".forces .force")).toBeGreaterThan(8);
    expect(await count(".collisions path")).toBe(1);
    expect(await count(".bar path")).toBe(1);
    expect(await open.page.locator(".drive .legend li").count()).toBe(8);
  });

  it("opens at the collision and marks its clearance", async () => {
    const [hit] = sampleDrive().collisions;
    expect((await figures())[0]).toBe(`${hit?.t.toFixed(2)}\u00a0s`);
    expect(await open.page.locator(".drive dd.bad").count()).toBe(1);
  });

  it("follows the slider", async () => {
    await slide(24);
    expect(await figures()).toEqual([
      "24.00\u00a0s",
      "0.00\u00a0m/s",
      expect.stringMatching(/^0\.\d\d\u00a0m$/),
      expect.stringMatching(/N back/),
    ]);
    const before = await open.page.locator(".now .footprint polygon").getAttribute("points");
    await slide(10);
    const after = await open.page.locator(".now .footprint polygon").getAttribute("points");
    expect(after).not.toBe(before);
    expect(await count(".scan circle")).toBeGreaterThan(100);
    expect(await count(".now")).toBe(1);
    expect(await open.page.locator(".toolbar .readout").innerText()).toMatch(/^t = 10\.000/);
  });

  it("goes where one clicks", async () => {
    const end = open.page.locator(".drive .ground .footprint.end polygon");
    await end.scrollIntoViewIfNeeded();
    const at = await end.boundingBox();
    if (!at) throw new Error("the last footprint is not on the page");
    await open.page.mouse.click(at.x + at.width - 2, at.y + at.height / 2);
    expect(Number.parseFloat((await figures())[0] ?? "")).toBeGreaterThan(20);
  });

  it("drew without a warning", () => {
    expect(open.complaints).toEqual([]);
    expect(open.requests).toEqual([]);
  });
});

describe("the report of a drive that left little", () => {
  it.each([
    ["no scans, forces or course", bareBend()],
    ["no moment at all", { ...bareBend(), path: [] }],
    ["a single moment", { ...bareBend(), path: bareBend().path.slice(0, 1) }],
  ])("is drawn with %s", async (_, drive) => {
    const { page, complaints } = await browser.open({}, { ...sampleReport(), drive });
    expect(await page.locator("#from-above svg").count()).toBeGreaterThan(0);
    expect(await page.locator(".collisions path").count()).toBe(0);
    expect(await page.locator(".scan circle").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("the report of any other session", () => {
  it("has no map", async () => {
    const { page, complaints } = await browser.open();
    expect(await page.locator("#from-above").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("on paper", () => {
  it("is drawn for the width of the paper, and back for that of the screen", async () => {
    const screen = { viewport: { width: 1280, height: 900 } };
    const { page, complaints } = await browser.open(screen, report());
    const svg = page.locator(".drive .ground svg");
    const drawn = () => svg.evaluate((map: SVGSVGElement) => map.viewBox.baseVal.width);
    const before = await drawn();
    expect(before).toBeGreaterThan(900);
    await page.evaluate(() =>
      addEventListener("beforeprint", () => {
        const map = document.querySelector<SVGSVGElement>(".drive .ground svg");
        document.body.dataset.printed = String(map?.viewBox.baseVal.width);
      }),
    );
    await page.pdf({ format: "A4" });
    expect(Number(await page.evaluate(() => document.body.dataset.printed))).toBeLessThan(680);
    await expect.poll(drawn).toBeCloseTo(before, 0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("on a phone", () => {
  it("fits the screen", async () => {
    const { page, complaints } = await browser.open(
      { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
      report(),
    );
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide).toBe(0);
    // text is not shrunk with the map
    const [drawn, shown] = await page
      .locator(".drive .ground svg")
      .evaluate((svg: SVGSVGElement) => [svg.viewBox.baseVal.width, svg.clientWidth]);
    expect(drawn).toBeCloseTo(shown ?? NaN, 0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
