// The operator's page for everybody: by keyboard alone, by a screen reader, in both themes, without
// motion.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OperatorBrowser } from "../support/operator_browser";

const kHang = 180_000; // nothing is timed; this only ends what would never end [ms]

let browser: OperatorBrowser;
let page: Page;
beforeAll(async () => {
  browser = await OperatorBrowser.launch();
  browser.station.session.fixtures = [
    {
      id: 1,
      name: "table edge",
      enabled: true,
      law: "wall",
      shape: "box",
      centre: [0.1, -0.2, 0.45],
      half_size: [0.06, 0.05, 0.03],
      stiffness: 500,
      damping: 5,
    },
  ];
  ({ page } = await browser.open({ reducedMotion: "reduce" }, "detail=lowest"));
  await page.evaluate(() => document.querySelectorAll("details").forEach((panel) => (panel.open = true)));
  await page.locator(".fixture-list button").click(); // its fields are there too
}, kHang);
afterAll(() => browser.close());

describe("the operator's page for everybody", () => {
  it("has a name for everything that can be used", async () => {
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("button, select, input, [role=meter], [role=slider], [role=group]")]
        .filter((e) => e.offsetParent !== null)
        .filter((e) => {
          const labels = "labels" in e ? [...((e as HTMLInputElement).labels ?? [])] : [];
          const words = [e.getAttribute("aria-label"), ...labels.map((l) => l.textContent)];
          if (e.matches("button")) words.push(e.textContent);
          return !words.some((w) => w && /\p{L}/u.test(w));
        })
        .map((e) => e.outerHTML.slice(0, 120)),
    );
    expect(nameless).toEqual([]);
    const tree = await page.locator("body").ariaSnapshot();
    for (const part of [
      /heading "Two-joint arm at a wall" \[level=1\]/,
      /button "Stop both sides"/,
      /button "Take the handle"/,
      /button "Open recording…"/,
      /meter "Energy tank of the leader/,
      /region "Live plots"|Live plots/,
    ])
      expect(tree).toMatch(part);
  }, kHang);

  it("is reached by Tab alone, with a ring around what has the focus, the stop button first", async () => {
    await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      getSelection()?.removeAllRanges();
      document.querySelectorAll("[data-reached]").forEach((e) => e.removeAttribute("data-reached"));
      scrollTo(0, 0);
    });
    await page.locator("h1").click(); // from the top on
    let first = "";
    const without: string[] = [];
    for (let i = 0; i < 200; ++i) {
      await page.keyboard.press("Tab");
      const here = await page.evaluate(() => {
        const e = document.activeElement as HTMLElement;
        if (e === document.body || e.dataset.reached) return undefined;
        e.dataset.reached = "yes";
        const { outlineStyle, outlineWidth } = getComputedStyle(e);
        return { html: e.outerHTML.slice(0, 100), ring: outlineStyle !== "none" && outlineWidth !== "0px" };
      });
      if (!here) break;
      first ||= here.html;
      if (!here.ring) without.push(here.html);
    }
    expect(first).toContain("data-stop");
    expect(without).toEqual([]);
    const missed = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("button, select, input, summary, [tabindex='0']")]
        .filter((e) => e.offsetParent !== null && !e.dataset.reached && !e.matches(":disabled, [tabindex='-1']"))
        .map((e) => e.outerHTML.slice(0, 100)),
    );
    expect(missed).toEqual([]);
  }, kHang);

  for (const colorScheme of ["light", "dark"] as const)
    it(`has text that stands out from its ground, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await page.evaluate(paleText)).toEqual([]);
    }, kHang);

  it("moves nothing for ornament when asked not to", async () => {
    const dots = () =>
      page.evaluate(() => [...document.querySelectorAll(".lane circle")].map((dot) => dot.getAttribute("cx")));
    const before = await dots();
    const count = await page.evaluate(() => window.tether.state?.count ?? 0);
    await page.waitForFunction((seen) => (window.tether.state?.count ?? 0) > seen + 5, count);
    expect(await dots()).toEqual(before);
  }, kHang);
});

// texts with less contrast than WCAG 2.1 AA asks for: 4.5, large ones 3
function paleText(): string[] {
  type Colour = [number, number, number, number];
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const read = (css: string): Colour => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = css;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r!, g!, b!, a! / 255];
  };
  const over = (top: Colour, below: Colour): Colour => [
    top[0] * top[3] + below[0] * (1 - top[3]),
    top[1] * top[3] + below[1] * (1 - top[3]),
    top[2] * top[3] + below[2] * (1 - top[3]),
    1,
  ];
  const light = ([r, g, b]: Colour) => {
    const part = (v: number) => (v <= 10.31 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const variable = (name: string) => read(getComputedStyle(document.documentElement).getPropertyValue(name));
  // behind a scene's own elements is the picture
  const ground = (e: Element | null): Colour => {
    if (!e) return variable("--page");
    const own = read(getComputedStyle(e).backgroundColor);
    if (own[3] === 1) return own;
    return over(own, e.matches(".scene") ? variable("--scene") : ground(e.parentElement));
  };
  const pale: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement!;
    const text = node.textContent!.trim();
    if (!text || e.offsetParent === null || e.closest("option, :disabled, [aria-disabled=true], noscript")) continue;
    const style = getComputedStyle(e);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const below = ground(e);
    const mine = read(style.color);
    mine[3] *= Number(style.opacity);
    const [a, b] = [light(over(mine, below)), light(below)];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < (large ? 3 : 4.5)) pale.push(`${text.slice(0, 40)}: ${contrast.toFixed(2)}`);
  }
  return pale;
}
