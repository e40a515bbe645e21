// Chromium for tests and pictures. Root, as in a container, has no use for its sandbox and it does
// not start there. Anybody else gets it, by user namespaces or by the package chromium-sandbox; where
// neither works it is done without and said so, since only pages of this tree are opened.
import { type Browser, chromium, errors } from "playwright-core";

const kHang = 60_000; // a browser that does not answer by then never will [ms]
const kTries = 3;

export async function launchChromium(args: string[] = []): Promise<Browser> {
  if (process.getuid?.() === 0) return launch(args, false);
  try {
    return await launch(args, true);
  } catch (refused) {
    const browser = await launch(args, false);
    console.warn(
      "Chromium's sandbox does not start for this user, so its pages are opened without it; " +
        `the package chromium-sandbox or user namespaces mend that (${reason(refused)})`,
    );
    return browser;
  }
}

// one that hangs while it starts is started again
async function launch(args: string[], chromiumSandbox: boolean, tries = kTries): Promise<Browser> {
  const executablePath = process.env.TETHER_CHROMIUM ?? "/usr/bin/chromium";
  try {
    return await chromium.launch({ executablePath, chromiumSandbox, timeout: kHang, args });
  } catch (problem) {
    if (!(problem instanceof errors.TimeoutError) || tries <= 1) throw problem;
    console.warn(`Chromium did not start within ${kHang / 1000} s; once more`);
    return launch(args, chromiumSandbox, tries - 1);
  }
}

// of many lines of a browser's log the one that says why
function reason(error: unknown): string {
  const lines = String(error).split("\n");
  return (lines.find((line) => /sandbox|namespace/i.test(line)) ?? lines[0] ?? "").trim();
}
