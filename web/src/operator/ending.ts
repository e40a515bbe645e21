// How the session ended, as the station says last of all: the verdict and the reasons that terminal,
// report and summary.json show. It stays when the connection is gone, until another session begins.
import { h } from "../dom";
import { isVerdict, verdictBlock } from "../verdict";
import type { Ending, Said } from "./protocol";

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

function endingPanel(ending: Ending): HTMLElement {
  const why = whyNoEnding(ending);
  if (why) return h("p", { role: "alert" }, notUnderstood(why));
  const { verdict, reasons, report } = ending;
  return h(
    "section.ending",
    { role: "alert", "aria-label": "How the session ended" },
    h("h2", "The session has ended"),
    verdictBlock(verdict, reasons, "Nothing speaks against it."),
    h("p.hint", "Report: ", h("code", report)),
  );
}

// what takes the messages, and returns the panel when it has put it below `place`
export function endingBelow(place: HTMLElement): (message: Said) => HTMLElement | undefined {
  let panel: HTMLElement | undefined;
  return (message) => {
    if (message.say !== "ended" && message.say !== "session") return undefined;
    panel?.remove();
    panel = message.say === "ended" ? endingPanel(message) : undefined;
    if (panel) place.after(panel);
    return panel;
  };
}
