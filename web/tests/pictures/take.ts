// The pictures of README and manual, of real sessions in a real browser. Run by tools/pictures.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { ServedSession } from "../support/served_session";
import { launchBrowser } from "../support/software_browser";

const kImages = fileURLToPath(new URL("../../../docs/images/", import.meta.url));
const kProgram = process.env.TETHER_PROGRAM ?? "";
const kHang = 600_000; // a picture with all detail takes the processor seconds [ms]
const kLater = 17; // the plots have something to show by then [s]

async function liveSession(
  browser: Browser,
  scenario: string,
  options: BrowserContextOptions,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  // the priority that a session has by itself, so that drawing does not make its ticks late
  const session = new ServedSession(scenario, ["realtime.priority=80"]);
  await session.start();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, ...options });
    page.setDefaultTimeout(kHang);
    await page.goto(`${session.url}#detail=high`);
    await page.waitForFunction(() => window.tether?.state?.leader.engagement === 2);
    await act(page);
    await page.waitForFunction((t) => (window.tether.state?.time ?? 0) > t, kLater);
    await page.screenshot({ path: join(kImages, `operator_page_${options.colorScheme}.png`) });
    console.log(`late ticks ${await page.locator(".figures .late dd").innerText()}`);
    await page.close();
  } finally {
    await session.end("SIGKILL");
    session.remove();
  }
}

// where the follower's tool is seen, and where it would be this far along the leader's x [px]
const spot = (page: Page, along: number) =>
  page.evaluate((metres) => {
    const { session, state, scenes } = window.tether;
    const { base, camera, element } = scenes.follower;
    const { rotation, scale } = session!.workspace;
    const [x, y, z] = state!.follower.tool.position.map((v, i) => v + scale * metres * rotation[3 * i]!);
    const place = base.localToWorld(base.position.clone().set(x!, y!, z!)).project(camera);
    const box = element.getBoundingClientRect();
    return { x: box.left + ((place.x + 1) / 2) * box.width, y: box.top + ((1 - place.y) / 2) * box.height };
  }, along);

// the follower's tool is taken by its handle and led into the wall, which is felt
async function pushAtTheWall(page: Page): Promise<void> {
  await page.waitForFunction(() => (window.tether.state?.time ?? 0) > 4);
  const from = await spot(page, 0);
  const to = await spot(page, -0.15);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await page.waitForFunction(() => Math.hypot(...(window.tether.state?.leader.asked.force ?? [0])) > 3);
}

async function report(browser: Browser): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "tether-picture-"));
  execFileSync(kProgram, ["run", "omega_lwr_wall", "--out", directory]);
  const page = await browser.newPage({ viewport: { width: 1200, height: 1085 } });
  await page.goto(pathToFileURL(join(directory, "report.html")).href);
  await page.waitForSelector(".plot canvas");
  await page.screenshot({ path: join(kImages, "report.png") });
  await page.close();
  rmSync(directory, { recursive: true });
}

const kPictures: Record<string, (browser: Browser) => Promise<void>> = {
  light: (browser) => liveSession(browser, "omega_lwr_wall", { colorScheme: "light" }, pushAtTheWall),
  dark: (browser) => liveSession(browser, "panda_lwr_haptic", { colorScheme: "dark" }, async () => {}),
  report,
};

const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!kPictures[name]) throw new Error(`unknown picture "${name}"; there are ${Object.keys(kPictures).join(", ")}`);
const browser = await launchBrowser();
for (const name of wanted.length ? wanted : Object.keys(kPictures)) {
  console.log(`picture: ${name}`);
  await kPictures[name]!(browser);
}
await browser.close();
