// The built page, filled with the sample session, in a real browser.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { build } from "vite";
import { fillTemplate, sampleReport } from "./sample";

export interface OpenPage {
  page: Page;
  complaints: string[]; // errors and warnings of the console, exceptions
  requests: string[]; // everything fetched besides the page itself
}

export class ReportBrowser {
  private constructor(
    private readonly directory: string,
    readonly url: string,
    private readonly browser: Browser,
  ) {}

  static async launch(): Promise<ReportBrowser> {
    const directory = mkdtempSync(join(tmpdir(), "tether-report-"));
    const file = join(directory, "report.html");
    writeFileSync(file, fillTemplate(await template(directory), sampleReport()));
    const browser = await chromium.launch({
      executablePath: process.env.TETHER_CHROMIUM ?? "/usr/bin/chromium",
      // the sandbox refuses to start as root, as in a container
      chromiumSandbox: process.getuid?.() !== 0,
    });
    return new ReportBrowser(directory, pathToFileURL(file).href, browser);
  }

  async open(options: BrowserContextOptions = {}): Promise<OpenPage> {
    const page = await this.browser.newPage(options);
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      const url = request.url();
      if (url !== this.url && !url.startsWith("data:")) requests.push(url);
    });
    await page.goto(this.url);
    await page.waitForSelector(".plot canvas");
    return { page, complaints, requests };
  }

  async close(): Promise<void> {
    await this.browser.close();
    rmSync(this.directory, { recursive: true });
  }
}

// TETHER_REPORT_PAGE names a page already built; without it one is built here
async function template(directory: string): Promise<string> {
  const given = process.env.TETHER_REPORT_PAGE;
  if (given) return readFileSync(given, "utf8");
  const outDir = join(directory, "dist");
  await build({
    root: fileURLToPath(new URL("..", import.meta.url)),
    logLevel: "warn",
    build: { outDir, emptyOutDir: true },
  });
  return readFileSync(join(outDir, "index.html"), "utf8");
}

// scrolls until every plot has been made
export async function showAllPlots(page: Page): Promise<void> {
  for (const plot of await page.locator(".plot").all()) {
    await plot.scrollIntoViewIfNeeded();
    await plot.locator("canvas").waitFor();
  }
  await page.evaluate(() => scrollTo(0, 0));
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

// where a plot takes the mouse
export async function plotArea(page: Page, id: string): Promise<Rect> {
  const area = page.locator(`#plot-${id} .u-over`);
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  if (!box) throw new Error(`plot ${id} is not on the page`);
  return box;
}

export async function drag(page: Page, area: Rect, from: number, to: number): Promise<void> {
  const y = area.y + area.height / 2;
  await page.mouse.move(area.x + from * area.width, y);
  await page.mouse.down();
  await page.mouse.move(area.x + to * area.width, y, { steps: 5 });
  await page.mouse.up();
}
