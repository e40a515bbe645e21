// A real browser whose scenes are drawn by the processor, so that a machine without a graphics card
// can run these tests.
import type { Browser } from "playwright-core";
import { launchChromium } from "./launch_chromium";

export const launchBrowser = (): Promise<Browser> =>
  launchChromium([
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
  ]);
