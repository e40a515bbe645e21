import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { type OpenPage, ReportBrowser, drag, plotArea, showAllPlots } from "./browser";
import { sampleReport } from "./sample";

let browser: ReportBrowser;

beforeAll(async () => {
  browser = await ReportBrowser.launch();
});

afterAll(async () => {
  await browser.close();
});

const timePlots = sampleReport()
  .plots.filter((plot) => !plot.x)
  .map((plot) => plot.id);

// the range that each plot over time really shows
async function ranges(page: Page): Promise<[number, number][]> {
  return page.evaluate(
    (ids) =>
      ids.map((id): [number, number] => {
        const { from, to } = document.getElementById(`plot-${id}`)?.dataset ?? {};
        return [Number(from), Number(to)];
      }),
    timePlots,
  );
}

async function values(page: Page, id: string): Promise<string[]> {
  return page.locator(`#plot-${id} output`).allTextContents();
}

// one value of the page's width: how far it sticks out to the right [px]
async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

describe("on a desk", () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await browser.open({ viewport: { width: 1400, height: 900 } });
    page = open.page;
    await showAllPlots(page);
  });

  afterAll(async () => {
    await page.close();
  });

  it("shows what was run and how it ended", async () => {
    expect(await page.title()).toBe("omega.7 and LWR4+ at a wall: tether report");
    expect(await page.locator(".verdict").innerText()).toMatch(/Fail\s+expectation: tracking_error_max is 0\.0412, expected at most 0\.03/);
    expect(await page.locator(".parts").innerText()).toContain("KUKA LWR4+ (simulated)");
    expect(await page.locator(".tiles li").first().innerText()).toMatch(
      /Tracking error mean\s+10\.3\s*mm/,
    );
  });

  it("shows what was bounded, reached, and for how long", async () => {
    const shown = page.locator(".guards");
    expect(await shown.locator("strong").innerText()).toBe("✓ Kept");
    expect(await shown.locator("tbody tr").allInnerTexts()).toEqual([
      "Energy\t≤\u00a03.5\u00a0J\t3.40\u00a0J\t2.50\u00a0s",
      "Power, leader\t≤\u00a0198\u00a0W\t1.50\u00a0W\t–",
    ]);
  });

  it("shows the passivity certificate above the plots, in words", async () => {
    const shown = page.locator(".certificate");
    expect(await shown.locator("strong").innerText()).toBe("✕ Violated");
    expect(await shown.locator("p").first().innerText()).toMatch(/first at 12\.345\ss\.$/);
    expect(await shown.locator("li").allInnerTexts()).toEqual([
      "no passivity method",
      "leader limit or guard, first at 9.100 s",
    ]);
    expect(await shown.locator("dd").allInnerTexts()).toEqual([
      "1.250\u00a0J",
      "1.292\u00a0J",
      "42\u00a0mJ",
      "\u221242\u00a0mJ",
      "3.5\u00a0s",
    ]);
    const below = await shown.evaluate((element) => {
      const plots = document.querySelector(".timeline");
      return plots ? element.compareDocumentPosition(plots) : 0;
    });
    expect(below & 4).toBe(4); // Node.DOCUMENT_POSITION_FOLLOWING
  });

  it("draws every plot of the data", async () => {
    const painted = await page.locator(".plot canvas").evaluateAll((canvases) =>
      (canvases as HTMLCanvasElement[]).map((canvas) => {
        const pixels = canvas
          .getContext("2d")
          ?.getImageData(0, 0, canvas.width, canvas.height).data;
        return new Set(new Uint32Array(pixels?.buffer ?? new ArrayBuffer(0))).size;
      }),
    );
    expect(painted).toHaveLength(timePlots.length + 1);
    // an empty plot has a handful of greys
    for (const colours of painted) expect(colours).toBeGreaterThan(20);
  });

  it("shows under the cursor the values of all plots at that time", async () => {
    const area = await plotArea(page, "position_y");
    await page.mouse.move(area.x + area.width * 0.5, area.y + 20);
    expect(await page.locator(".readout").innerText()).toMatch(/^t = (14\.9|15\.0)\d+\ss · Slide$/);
    // pressing at 15 s: the hand is 22 mm beyond the wall at 40 mm
    const [leader, follower] = (await values(page, "position_x")).map(Number);
    expect(leader).toBeCloseTo(62, 0);
    expect(follower).toBeCloseTo(40.9, 0);
    for (const id of timePlots)
      expect((await values(page, id)).every((text) => text !== "")).toBe(true);
  });

  it("shows no values once the mouse has left", async () => {
    await page.mouse.move(2, 2);
    for (const id of timePlots) expect((await values(page, id)).join("")).toBe("");
  });

  it("zooms all plots when one is zoomed, and back", async () => {
    const area = await plotArea(page, "position_x");
    await drag(page, area, 0.25, 0.5);
    for (const [from, to] of await ranges(page)) {
      expect(from).toBeCloseTo(7.5, 0);
      expect(to).toBeCloseTo(15, 0);
    }
    await page.mouse.dblclick(area.x + area.width / 2, area.y + area.height / 2);
    for (const range of await ranges(page)) expect(range).toEqual([0, 30]);
  });

  it("zooms to a phase by its button", async () => {
    await page.getByRole("button", { name: "Press", exact: true }).click();
    for (const range of await ranges(page)) expect(range).toEqual([8, 14]);
    await page.getByRole("button", { name: "Whole session" }).click();
    for (const range of await ranges(page)) expect(range).toEqual([0, 30]);
  });

  it("can be read by keyboard alone", async () => {
    await page.locator("#plot-force_x").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowRight");
    expect(await page.locator(".readout").innerText()).toMatch(/^t = 3\.000/);
    await page.keyboard.press("+");
    const [[from, to] = [0, 0]] = await ranges(page);
    expect([from, to].map((t) => t.toFixed(2))).toEqual(["1.20", "19.20"]);
    await page.keyboard.press("Escape");
    expect((await ranges(page))[0]).toEqual([0, 30]);
  });

  it("hides and shows a line from the legend", async () => {
    const button = page.locator("#plot-position_x .legend button").first();
    await button.click();
    expect(await button.getAttribute("aria-pressed")).toBe("false");
    await button.click();
    expect(await button.getAttribute("aria-pressed")).toBe("true");
  });

  it("has the numbers per phase in the table", async () => {
    const rows = await page
      .locator("table.metrics tr")
      .evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)),
      );
    expect(rows[0]?.map((text) => text.split("\n")[0])).toEqual([
      "Metric",
      "Unit",
      "Session",
      "Settle",
      "Approach",
      "Press",
      "Slide",
      "Retreat",
    ]);
    const { metrics, phases } = sampleReport().summary;
    const errors = [metrics, ...phases.map((phase) => phase.metrics)].map((m) =>
      ((m.tracking_error_max?.value ?? NaN) * 1e3).toFixed(2),
    );
    expect(rows[2]).toEqual(["Tracking error max", "mm", ...errors]);
  });

  it("says which expectation failed", async () => {
    const failed = await page.locator("table.expectations tr.failed").allInnerTexts();
    expect(failed).toHaveLength(1);
    expect(failed[0]?.split("\t")).toEqual([
      "Contact force max",
      "Press",
      "4 to 10\u00a0N",
      expect.stringMatching(/^10\.6\d\sN$/),
      "✕ failed",
    ]);
  });

  it("shows how the loop kept its time, and why ticks were late", async () => {
    const loop = page.locator("#loops .loop-part");
    expect(await loop.locator("h3").innerText()).toBe("Follower");
    expect(await loop.locator(".refused").innerText()).toContain("SCHED_FIFO 80 not permitted");
    expect(await loop.locator("table.loop tbody tr").nth(1).innerText()).toBe(
      "Wake-up latency\t30000\t8.0\t1.0\t4.8\t8.0\t9.6\t12.8\t16.0\t400.0",
    );
    expect(await loop.locator(".histogram").count()).toBe(2);
    expect(await loop.locator(".histogram").first().locator("rect").count()).toBe(3);
    expect(await loop.locator("table.late tbody tr").allInnerTexts()).toEqual([
      "1234\t1.234\u00a0s\t400.0\twoken late by the kernel",
      "20001\t20.001\u00a0s\t250.0\tanother thread took the processor",
    ]);
    expect(await loop.locator(".rest").innerText()).toBe("and 3 more that were less late");
    // and not once more among the machine's figures
    expect(await page.locator("#machine").textContent()).not.toContain("oops");
  });

  it("goes to an event from the list", async () => {
    await page.getByRole("button", { name: "23.900" }).click();
    for (const [from, to] of await ranges(page)) {
      expect(from).toBeCloseTo(22.9, 3);
      expect(to).toBeCloseTo(24.9, 3);
    }
    expect(await page.locator(".readout").innerText()).toContain("Contact lost");
  });

  it("takes markup in the data for text", async () => {
    expect(await page.locator("table.events").innerText()).toContain("<script>alert(1)</script>");
  });

  it("complained about nothing and fetched nothing", () => {
    expect(open.complaints).toEqual([]);
    expect(open.requests).toEqual([]);
  });
});

describe("of a session from before there were certificates", () => {
  it("shows everything else", async () => {
    const report = sampleReport();
    delete report.summary.passivity;
    const { page, complaints } = await browser.open({}, report);
    expect(await page.locator(".certificate").count()).toBe(0);
    expect(await page.locator(".tiles li").count()).toBe(6);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("of a session in virtual time", () => {
  it("has no section on loops", async () => {
    const report = sampleReport();
    delete report.summary.machine.loops;
    const { page, complaints } = await browser.open({}, report);
    expect(await page.locator("#loops").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("of a session that was stopped", () => {
  it("says so", async () => {
    const report = sampleReport();
    report.summary.verdict = "stopped";
    report.summary.reasons = ["stopped by the user at 4.500 s"];
    const { page, complaints } = await browser.open({}, report);
    expect(await page.locator(".verdict").innerText()).toMatch(/Stopped\s+stopped by the user at 4\.500 s/);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("on paper", () => {
  it("shows all plots, those never on screen included, on light ground", async () => {
    const { page, complaints } = await browser.open({ colorScheme: "dark" });
    await page.evaluate(() => {
      addEventListener("beforeprint", () => {
        const cards = [...document.querySelectorAll(".plot")];
        document.body.dataset.printed = JSON.stringify({
          plots: cards.filter((card) => card.querySelector("canvas")).length,
          wide: cards.filter((card) => {
            const drawn = card.querySelector("canvas")?.getBoundingClientRect().right ?? Infinity;
            return drawn > card.getBoundingClientRect().right;
          }).length,
          ground: getComputedStyle(document.body).backgroundColor,
          folded: document.querySelectorAll("details:not([open])").length,
        });
      });
    });
    const pdf = await page.pdf({ format: "A4", printBackground: true });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(
      JSON.parse((await page.evaluate(() => document.body.dataset.printed)) ?? "null"),
    ).toEqual({
      plots: timePlots.length + 1,
      wide: 0,
      ground: "rgb(255, 255, 255)",
      folded: 0,
    });
    // and the screen is as before
    await expect.poll(() => page.locator("details[open]").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("on a phone", () => {
  let open: OpenPage;

  beforeAll(async () => {
    open = await browser.open({
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      colorScheme: "dark",
    });
    await showAllPlots(open.page);
  });

  afterAll(async () => {
    await open.page.close();
  });

  it("never scrolls sideways, not even unfolded", async () => {
    expect(await overflow(open.page)).toBe(0);
    await open.page.locator("details").evaluateAll((all) => {
      for (const details of all as HTMLDetailsElement[]) details.open = true;
    });
    expect(await overflow(open.page)).toBe(0);
  });

  it("scrolls a wide table inside its frame", async () => {
    const hidden = await open.page
      .locator(".scroll:has(.metrics)")
      .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    expect(hidden).toBeGreaterThan(0);
  });

  it("shows the values where a finger touches", async () => {
    const area = await plotArea(open.page, "position_x");
    await open.page.touchscreen.tap(area.x + area.width / 2, area.y + area.height / 2);
    expect(await open.page.locator(".readout").innerText()).toMatch(/^t = 1[45]\./);
    expect(Number((await values(open.page, "position_x"))[0])).toBeCloseTo(62, 0);
    expect(open.complaints).toEqual([]);
  });
});
