// How a session that is served ends: page, terminal, report and summary.json show the same verdict
// with the same reasons.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ServedSession } from "./support/served_session";
import { launchBrowser } from "./support/software_browser";

const kPatience = 300_000; // nothing is timed; this only ends what would never end [ms]
const kSize = { width: 800, height: 450 }; // drawn without a graphics card: every pixel costs
const kUnmet = 'expect=[{metric="tracking_error_mean", max=0}]'; // nothing tracks without an error

let browser: Browser;
let session: ServedSession;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
}, kPatience);
afterAll(() => browser.close());
afterEach(async () => {
  await page.close();
  await session.end("SIGKILL");
  session.remove();
});

async function serve(...keys: string[]): Promise<void> {
  session = new ServedSession("omega_lwr_wall_document", [kUnmet, ...keys]);
  await session.start();
  page = await browser.newPage({ viewport: kSize });
  page.setDefaultTimeout(kPatience);
}

const reasonsOf = (shown: Page, block: string): Promise<string[]> =>
  shown.locator(`${block} .reasons li`).allInnerTexts();

async function allSayTheSame(verdict: string): Promise<void> {
  const { summary } = session;
  expect(summary.verdict).toBe(verdict);
  expect(summary.reasons.at(-1)).toMatch(/^expectation: tracking_error_mean is .*, expected at most 0$/);
  expect(session.output).toContain(`verdict    ${verdict},`);
  expect(session.printedReasons).toEqual(summary.reasons);

  await page.waitForSelector(`.ending .verdict.${verdict}`);
  expect(await reasonsOf(page, ".ending")).toEqual(summary.reasons);
  const path = join(session.directory, "report.html");
  expect(await page.locator(".ending code").innerText()).toBe(path);
  const word = await page.locator(".ending strong").innerText();

  await page.goto(pathToFileURL(path).href);
  await page.waitForSelector(`.verdict.${verdict}`);
  expect(await reasonsOf(page, ".verdict")).toEqual(summary.reasons);
  expect(await page.locator(".verdict strong").innerText()).toBe(word);
}

describe("a served session that ends", { timeout: kPatience }, () => {
  it("says on the page what it did not reach, as everywhere else", async () => {
    // a page that a slow machine opens after the end has missed it: then it lasts longer
    for (let duration = 10; ; duration *= 2) {
      await serve(`duration=${duration}`);
      const over = session.over();
      await page.goto(`${session.url}#detail=lowest`).catch(() => undefined);
      expect(await over).toBe(1);
      const seen = await page.evaluate(() => window.tether?.session !== undefined);
      if (seen) break;
      await page.close();
      session.remove();
    }
    await allSayTheSame("fail");
  });

  it("says that somebody ended it, and what was not reached by then", async () => {
    await serve();
    await page.goto(`${session.url}#detail=lowest`);
    await page.waitForFunction(() => window.tether?.state?.leader.engagement === 2);
    expect(await session.end("SIGINT")).toBe(130);
    await allSayTheSame("stopped");
    expect(session.summary.reasons[0]).toMatch(/^stopped by the user at /);
  });
});
