// The operator's page in a real browser, at a mock station.
import { type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { type BuiltPage, MockStation, builtPage } from "./mock_station";
import { launchBrowser } from "./software_browser";

const kHang = 180_000; // ends what would never end [ms]

export interface OpenPage {
  page: Page;
  complaints: string[]; // errors and warnings of the console, exceptions, refusals of the policy
}

export class OperatorBrowser {
  private constructor(
    private readonly built: BuiltPage,
    private readonly browser: Browser,
    readonly station: MockStation,
  ) {}

  static async launch(): Promise<OperatorBrowser> {
    const built = await builtPage();
    const station = new MockStation(built.directory);
    await station.start();
    const browser = await launchBrowser();
    return new OperatorBrowser(built, browser, station);
  }

  // fragment: "token=…", "detail=…"; resolves when the first state was shown
  async open(options: BrowserContextOptions = {}, fragment = ""): Promise<OpenPage> {
    const opened = await this.load(options, fragment);
    const seen = () => window.tether?.state !== undefined;
    await opened.page.waitForFunction(seen, undefined, { timeout: kHang });
    return opened;
  }

  // as open(), without waiting for the session; `before`: what the page's world has been made into
  async load(
    options: BrowserContextOptions = {},
    fragment = "",
    before?: () => void,
  ): Promise<OpenPage> {
    const page = await this.browser.newPage({ viewport: { width: 1280, height: 720 }, ...options });
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
      ),
    );
    if (before) await page.addInitScript(before);
    page.setDefaultTimeout(kHang);
    await page.goto(this.station.address + (fragment && `#${fragment}`));
    return { page, complaints };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.station.stop();
    this.built.remove();
  }
}
