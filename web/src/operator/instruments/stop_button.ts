// The emergency stop. It is always in view and always enabled: pressing it twice does no harm.
// Esc and S press it too, except while something is being typed. Beside it the pause, which lets
// both sides rest and go on.
import { button, h } from "../../dom";
import type { App } from "../app";
import { stopReason } from "../words";

const kTakesText = "textarea, select, input:not([type=range], [type=checkbox], [type=radio])";

export function stopButton(app: App): HTMLElement {
  const stop = h(
    "button",
    {
      type: "button",
      class: "stop",
      "data-stop": "",
      "aria-label": "Stop both sides",
      "aria-keyshortcuts": "Escape S",
      title: "Stop both sides (Esc or S)",
    },
    h("strong", "Stop"),
    h("kbd", "Esc"),
  );
  const ask = (what: "stop" | "reset" | "pause" | "go_on", failed: string) =>
    app
      .ask({ do: what })
      .catch((error: Error) => app.notify(`${failed}: ${error.message}.`, "error"));
  const press = () => ask("stop", "Not stopped");
  stop.addEventListener("click", press);
  const reset = button("Reset", () => ask("reset", "No reset"), { class: "reset", hidden: true });
  let resting = false;
  const pause = button("Pause", () => ask(resting ? "go_on" : "pause", "No pause"), {
    class: "pause",
    title: "Let both sides rest, and go on later; the stop is for danger",
  });
  const why = h("span.stopped-why", { role: "status", hidden: true });
  addEventListener("keydown", (event) => {
    if (event.repeat || !isStopKey(event)) return;
    event.preventDefault();
    void press();
  });

  let shown = "";
  app.on("state", (state) => {
    const { stopped, fault, leader, follower } = state;
    if (state.resting !== resting) {
      resting = state.resting;
      pause.textContent = resting ? "Go on" : "Pause";
    }
    const reason = stopped ? stopReason(leader.stop || follower.stop) || "both sides" : "";
    const text = stopped ? `Stopped: ${reason}` : fault ? "Fault" : "";
    if (text === shown) return;
    shown = text;
    why.textContent = text;
    why.hidden = text === "";
    reset.hidden = !stopped;
    document.documentElement.classList.toggle("stopped", stopped);
  });
  // the stop comes first for keyboards; the style shows it last
  return h("div.stopping", stop, pause, reset, why);
}

function isStopKey({ key, target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey) return false;
  if (key === "Escape") return true;
  const typing =
    target instanceof HTMLElement && (target.isContentEditable || target.matches(kTakesText));
  return !typing && key.toLowerCase() === "s";
}
