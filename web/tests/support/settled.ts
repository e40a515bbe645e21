// What a page and a mock station have sent each other is on its way for a while, the longer the
// busier the machine. These wait until it has arrived, so that a test compares like with like.
import type { Page } from "playwright-core";
import type { MockStation } from "./mock_station";

// until a state that is sent from now on is shown: what the page shows now may be several behind
export async function stateShown(page: Page, station: MockStation): Promise<void> {
  await page.waitForFunction((next) => (window.tether.state?.count ?? -1) >= next, station.next);
}

// until the station has received everything that the page has sent so far
let asked = 0;
export async function allReceived(page: Page, station: MockStation): Promise<void> {
  const t = -++asked; // no time of a page is negative
  await page.evaluate((time) => window.tether.ask({ do: "ping", t: time }), t);
  while (!station.received.some((command) => command.do === "ping" && command.t === t))
    await new Promise((done) => setTimeout(done, 5));
}
