// The page's places: a header with the stop button that never scrolls away, a toolbar, both scenes
// with the link between them, plots below, a column of panels at the side.
import { h } from "../dom";
import type { SideName } from "./protocol";

const kArrows: [kind: string, text: string][] = [
  ["asked", "asked for"],
  ["external", "hand or world"],
  ["fixtures", "fixtures"],
  ["contact", "contact"],
  ["ghost", "setpoint"],
];

// element takes the pointer; the picture is drawn behind it
function cell(side: SideName, title: string) {
  const heading = h("h2", title);
  const badges = h("ul.badges", { "aria-label": `Guards at work, ${side}` });
  const home = h(
    "button",
    { type: "button", class: "small", title: "Back to the first view (Home)" },
    "Home view",
  );
  const kinds = kArrows.filter(([kind]) => side === "leader" || kind !== "fixtures");
  const legend = kinds.map(([kind, text]) => h("li", { class: kind }, text));
  const element = h(
    "div",
    {
      class: `scene ${side}`,
      tabindex: 0,
      role: "group",
      "aria-roledescription": "3-D scene",
      "aria-label": `${title}. Arrow keys turn the view, with shift they move it, plus and minus zoom, Home goes back.`,
    },
    h("div.scene-top", heading, home),
    badges,
    h("ul.scene-legend", { "aria-label": "Colours" }, ...legend),
  );
  // a button in the scene is not the beginning of a drag
  home.addEventListener("pointerdown", (event) => event.stopPropagation());
  return { element, heading, badges, home };
}

export type Layout = ReturnType<typeof layOut>;

export function layOut(root: HTMLElement) {
  const header = h("header.top");
  const toolbar = h("div.tools", { role: "toolbar", "aria-label": "Tools" });
  const cells = { leader: cell("leader", "Leader"), follower: cell("follower", "Follower") };
  const link = h("section.link", { "aria-label": "Energy" });
  const stage = h(
    "section.stage",
    { "aria-label": "Scenes" },
    cells.leader.element,
    link,
    cells.follower.element,
  );
  const plots = h("section.live-plots", { "aria-label": "Live plots" });
  const side = h("aside.side", { "aria-label": "Panels" });
  const messages = h("div.messages", { role: "status", "aria-live": "polite" });
  root.replaceChildren(
    header,
    toolbar,
    h("main.board", h("div.left", stage, plots), side),
    messages,
  );
  return { header, toolbar, stage, cells, link, plots, side, messages };
}
