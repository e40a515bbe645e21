// What happened, the newest first.
import { h } from "../../dom";
import { humanName } from "../../format";
import type { App } from "../app";

const kMost = 100;

export function attachEvents(app: App): void {
  const none = h("p.hint", "Nothing yet.");
  const list = h("ol.events");
  app.panel("Events", { id: "events" }).append(none, list);
  app.on("session", () => {
    list.replaceChildren();
    none.hidden = false;
  });
  app.on("said", (message) => {
    if (message.say !== "event") return;
    none.hidden = true;
    list.prepend(
      h(
        "li",
        h("time", `${message.t.toFixed(2)}\u00a0s`),
        h("span", h("b", humanName(message.what)), message.detail && ` ${message.detail}`),
      ),
    );
    while (list.children.length > kMost) list.lastElementChild?.remove();
  });
}
