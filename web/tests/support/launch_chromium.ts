// Chromium for tests and pictures. Root, as in a container, has no use for its sandbox and it does
// not start there. Anybody else gets it, by user namespaces or by the package chromium-sandbox; where
// neither works it is done without and said so, since only pages of this tree are opened.
import { type Browser, chromium } from "playwright-core";

const kHang = 180_000; // ends what would never end [ms]

export async function launchChromium(args: string[] = []): Promise<Browser> {
  const launch = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath: process.env.TETHER_CHROMIUM ?? "/usr/bin/chromium",
      chromiumSandbox,
      timeout: kHang,
      args,
    });
  if (process.getuid?.() === 0) return launch(false);
  try {
    return await launch(true);
  } catch (refused) {
    const browser = await launch(false);
    console.warn(
      "Chromium's sandbox does not start for this user, so its pages are opened without it; " +
        `the package chromium-sandbox or user namespaces mend that (${reason(refused)})`,
    );
    return browser;
  }
}

// of many lines of a browser's log the one that tells
function reason(error: unknown): string {
  const lines = String(error).split("\n");
  return (lines.find((line) => /sandbox|namespace/i.test(line)) ?? lines[0] ?? "").trim();
}
