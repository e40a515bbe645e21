// How the session ended, as the station says last of all: the verdict and the reasons that terminal,
// report and summary.json show. It stays when the connection is gone, until another session begins.
import { h } from "../dom";
import { isVerdict, verdictBlock } from "../verdict";
import type { App } from "./app";
import type { Ending } from "./protocol";

// nothing: it is an ending; else what is wrong with it
export function whyNoEnding(message: object): string | undefined {
  const { verdict, reasons, report } = message as Record<keyof Ending, unknown>;
  if (!isVerdict(verdict)) return `“${String(verdict)}” is no verdict`;
  const texts = Array.isArray(reasons) && reasons.every((reason) => typeof reason === "string");
  if (!texts) return "its reasons are no texts";
  if ((reasons.length === 0) !== (verdict === "pass"))
    return verdict === "pass" ? "a pass has no reasons" : `“${verdict}” has no reason`;
  return typeof report === "string" ? undefined : "it does not say where the report is";
}

export const notUnderstood = (why: string): string =>
  `The station said how the session ended, which this page does not understand: ${why}.`;

export function endingPanel({ verdict, reasons, report }: Ending): HTMLElement {
  return h(
    "section",
    { class: "ending", role: "alert", "aria-label": "How the session ended" },
    h("h2", "The session has ended"),
    verdictBlock(verdict, reasons, "Nothing speaks against it."),
    h("p", { class: "hint" }, "Report: ", h("code", report)),
  );
}

// place: the panel stands below it
export function attachEnding(app: App, place: HTMLElement): void {
  let panel: HTMLElement | undefined;
  app.on("said", (message) => {
    if (message.say !== "ended" && message.say !== "session") return;
    panel?.remove();
    panel = message.say === "ended" ? endingPanel(message) : undefined;
    if (!panel) return;
    place.after(panel);
    panel.scrollIntoView({ block: "nearest" }); // a phone may be further down
  });
}
