// What the page itself shows besides the scenes.
import type { AppView } from "../app_view";
import { attachEnding } from "../ending";
import { attachEvents } from "./events";
import { attachHeader } from "./header";
import { attachDetail } from "./detail_button";
import { attachGuards } from "./guards";
import { attachPlots } from "./live_plots";
import { attachTanks } from "./tanks";

export function instruments(app: AppView): void {
  attachHeader(app);
  attachEnding(app, app.layout.toolbar);
  attachDetail(app);
  attachGuards(app);
  attachTanks(app);
  attachPlots(app);
}

// below the panels of all parts
export function lastPanels(app: AppView): void {
  attachEvents(app);
}
