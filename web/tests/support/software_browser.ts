// A real browser whose scenes are drawn by the processor, so that a machine without a graphics card
// can run these tests.
import { type Browser, chromium } from "playwright-core";

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.TETHER_CHROMIUM ?? "/usr/bin/chromium",
    // the sandbox refuses to start as root, as in a container
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
    ],
  });
}
