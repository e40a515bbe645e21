// The operator's page.
import "uplot/dist/uPlot.min.css";
import "../style/theme.css";
import "../style/base.css";
import "../style/verdict.css";
import "../style/operator.css";
import "../style/operator_scene.css";
import "../style/operator_instruments.css";
import "../style/plot_cursor.css";
import type { App, Part } from "./app";
import { AppView } from "./app_view";
import { bare } from "./bare";
import { attach as controls } from "./controls";
import { endingBelow } from "./ending";
import { attachDetail } from "./instruments/detail_button";
import { attachEvents } from "./instruments/events";
import { attachGuards } from "./instruments/guards";
import { attachHeader } from "./instruments/header";
import { attachPlots } from "./instruments/live_plots";
import { attachTanks } from "./instruments/tanks";
import { attach as recordings } from "./recordings";
import { attach as headset } from "./xr";

// what other folders bring to the page, in the order of their panels
const kParts: Part[] = [controls, recordings, headset];

declare global {
  interface Window {
    tether: App;
  }
}

function open(root: HTMLElement): void {
  const app = new AppView(root);
  window.tether = app;
  attachHeader(app);
  const showEnding = endingBelow(app.layout.toolbar);
  // a phone may be further down
  app.on("said", (message) => showEnding(message)?.scrollIntoView({ block: "nearest" }));
  attachDetail(app);
  attachGuards(app);
  attachTanks(app);
  attachPlots(app);
  for (const attach of kParts) attach(app);
  attachEvents(app); // below the panels of all parts
  app.start();
}

const root = document.getElementById("operator");
if (root) {
  try {
    open(root);
  } catch (error) {
    bare(root, error instanceof Error ? error.message : String(error));
  }
}
