// A built page, filled with sample data, in a real browser.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { build } from "vite";
import { fillTemplate, sampleReport } from "./sample";
import { sampleMap } from "./map_sample";
import { launchChromium } from "./support/launch_chromium";

const kHang = 120_000; // ends what would never end, before the test ends and cannot say where [ms]

export interface OpenPage {
  page: Page;
  complaints: string[]; // errors and warnings of the console, exceptions
  requests: string[]; // everything fetched besides the page itself
}

interface TestedPage {
  file: string;
  slot: string; // id of the element that takes the data
  data: () => unknown;
  mode: string; // of vite build
  built: string | undefined; // path of a page already built; without it one is built here
  drawn: string; // is on the page once it has been drawn
}

const kPages = {
  report: {
    file: "index.html",
    slot: "report-data",
    data: sampleReport,
    mode: "production",
    built: process.env.TETHER_REPORT_PAGE,
    drawn: ".plot",
  },
  map: {
    file: "map.html",
    slot: "map-data",
    data: sampleMap,
    mode: "map",
    built: process.env.TETHER_MAP_PAGE,
    drawn: ".map svg",
  },
} satisfies Record<string, TestedPage>;

export class ReportBrowser {
  private opened = 0;

  private constructor(
    private readonly directory: string,
    private readonly template: string,
    private readonly browser: Browser,
    private readonly tested: TestedPage,
  ) {}

  static async launch(name: keyof typeof kPages = "report"): Promise<ReportBrowser> {
    const tested: TestedPage = kPages[name];
    const directory = mkdtempSync(join(tmpdir(), "tether-report-"));
    const page = await template(tested, directory);
    const browser = await launchChromium();
    return new ReportBrowser(directory, page, browser, tested);
  }

  // data: what the page shows; its sample unless given
  async open(options: BrowserContextOptions = {}, data = this.tested.data()): Promise<OpenPage> {
    const file = join(this.directory, `page-${++this.opened}.html`);
    writeFileSync(file, fillTemplate(this.template, data, this.tested.slot));
    const address = pathToFileURL(file).href;
    const page = await this.browser.newPage(options);
    page.setDefaultTimeout(kHang);
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      const url = request.url();
      if (url !== address && !url.startsWith("data:")) requests.push(url);
    });
    await page.goto(address);
    await page.waitForSelector(this.tested.drawn);
    return { page, complaints, requests };
  }

  async close(): Promise<void> {
    await this.browser.close();
    rmSync(this.directory, { recursive: true });
  }
}

async function template(tested: TestedPage, directory: string): Promise<string> {
  if (tested.built) return readFileSync(tested.built, "utf8");
  const outDir = join(directory, "dist");
  await build({
    root: fileURLToPath(new URL("..", import.meta.url)),
    mode: tested.mode,
    logLevel: "warn",
    build: { outDir, emptyOutDir: true },
  });
  return readFileSync(join(outDir, tested.file), "utf8");
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
