import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { type OpenPage, ReportBrowser } from "./browser";
import { kDelays, kLosses, kMethods, sampledMap } from "./map_sample";

let browser: ReportBrowser;

beforeAll(async () => {
  browser = await ReportBrowser.launch("map");
});

afterAll(async () => {
  await browser.close();
});

async function colours(page: Page): Promise<Set<string>> {
  return new Set(
    await page
      .locator(".cell rect:first-child")
      .evaluateAll((all) => all.map((rect) => getComputedStyle(rect).fill)),
  );
}

describe("on a desk", () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await browser.open({
      viewport: { width: 1400, height: 1000 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    page = open.page;
  });

  afterAll(async () => {
    await page.close();
  });

  it("draws a map per method with a cell for each pair of keys", async () => {
    expect(await page.title()).toBe("Delay and <loss>: tether map");
    expect(await page.locator(".map figcaption b").allInnerTexts()).toEqual(kMethods);
    expect(await page.locator(".map").first().locator(".cell").count()).toBe(
      kDelays.length * kLosses.length,
    );
    expect(await page.locator(".map").first().locator(".side").allTextContents()).toEqual([
      "Link delay [ms]",
      "Link loss",
    ]);
  });

  it("colours verdicts and says what the colours mean", async () => {
    expect(await page.locator(".key li").allInnerTexts()).toEqual(["pass", "fail", "fault"]);
    expect((await colours(page)).size).toBe(3);
    expect(await page.locator(".flag").count()).toBe(kLosses.length);
    expect(await page.locator(".flag-note").innerText()).toContain("fault");
  });

  it("shows all figures of a cell under the pointer", async () => {
    await page.locator(".map").nth(1).locator('.cell[data-x="3"][data-y="0"]').hover();
    const text = await page.locator(".tooltip").innerText();
    expect(text).toContain("Link delay 60\u00a0ms\nLink loss 0.5\nPassivity kind two-layer");
    expect(text).toContain("mean of 2 sessions");
    expect(text).toMatch(/Verdict\s+1 pass, 1 fail/);
    expect(text).toMatch(/Tracking error mean\s+15\.8\smm\s+± 0\.4, 15\.5 to 16\.0/);
  });

  it("shows another figure with a colour bar in its unit", async () => {
    await page.locator('select[name="Colour"]').selectOption({ label: "Tracking error mean" });
    expect(await page.locator(".bar p").innerText()).toBe("Tracking error mean [mm]");
    expect(await page.locator(".marks span").allInnerTexts()).toEqual(["5", "10", "15"]);
    expect((await colours(page)).size).toBeGreaterThan(8);
  });

  it("exchanges the sides", async () => {
    await page.locator('select[name="Across"]').selectOption({ label: "Link loss" });
    expect(await page.locator(".map").first().locator(".side").first().textContent()).toBe(
      "Link loss",
    );
    await page.locator('select[name="Across"]').selectOption({ label: "Link delay" });
  });

  it("gives the command of a cell and copies it", async () => {
    await page.locator(".map").first().locator('.cell[data-x="1"][data-y="2"]').click();
    const command =
      "tether run omega_lwr_wall --set 'phases=[]' --set link.delay=0.02 --set link.loss=0 --set passivity.kind=none --set seed=1";
    expect(await page.locator(".chosen pre").first().innerText()).toBe(command);
    await page.locator(".chosen .copy").first().click();
    await page.locator(".chosen .copy", { hasText: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  });

  it("can be used by keyboard alone", async () => {
    await page.locator('.map .cell[tabindex="0"]').first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    expect(await page.locator(".tooltip .keys").innerText()).toContain(
      "Link delay 20\u00a0ms\nLink loss 0.25",
    );
    await page.keyboard.press("Enter");
    expect(await page.locator(".chosen h2").innerText()).toContain("Link loss 0.25");
  });

  it("complained about nothing and fetched nothing", () => {
    expect(open.complaints).toEqual([]);
    expect(open.requests).toEqual([]);
  });
});

describe("on a phone, in the dark", () => {
  it("never scrolls sideways and keeps its colours apart", async () => {
    const { page, complaints } = await browser.open({
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      colorScheme: "dark",
    });
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    expect(scroll).toBe(client);
    expect((await colours(page)).size).toBe(3);
    await page.locator(".cell").first().tap();
    expect(await page.locator(".chosen pre").first().innerText()).toContain("tether run");
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("of samples", () => {
  it("draws points between round numbers, the flagged ones with a halo", async () => {
    const { page, complaints } = await browser.open(
      { viewport: { width: 1400, height: 1000 } },
      sampledMap(),
    );
    const first = page.locator(".map").first();
    await expect.poll(() => first.locator("circle.rim").count()).toBe(kDelays.length * kLosses.length);
    expect(await first.locator("circle.halo").count()).toBe(kLosses.length);
    expect(await first.locator(".tick.x").allTextContents()).toEqual([
      "0",
      "10",
      "20",
      "30",
      "40",
      "50",
      "60",
    ]);
    await first.locator(".cell").first().click();
    expect(await page.locator(".chosen pre").first().innerText()).toContain("link.delay=0 ");
    expect(complaints).toEqual([]);
    await page.close();
  });
});
