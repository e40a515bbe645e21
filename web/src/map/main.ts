// Builds the map from the data in the page.
import "../style/theme.css";
import "../style/base.css";
import "../style/page.css";
import "../style/header.css";
import "../style/tables.css";
import "../style/map.css";
import { h } from "../dom";
import { definitionList, headline } from "../tables";
import { type MapCell, facets, flagsOf } from "./cells";
import { controls } from "./controls";
import { type MapData, indexOf, parseMap, title } from "./data";
import { Tooltip, chosenCell, commandLine } from "./details";
import { drawMap } from "./figure";
import { paintFor } from "./paint";
import { axisQuantity } from "./quantities";
import { type View, firstView } from "./view";

const kNarrowest = 380; // of one map among several [px]
const kMostAcross = 3; // maps side by side
const kHint = "Point at a cell for its figures, click it for the command that runs it again.";
const kPadding = 26; // of a card, left and right together [px]

// said once where a map has such cells
function flagNote(data: MapData): HTMLElement {
  return h(
    "p.flag-note",
    h("span.flag-sign", { "aria-hidden": "true" }),
    `a session ended early: ${data.flag}`,
  );
}

class Page {
  private view: View;
  private readonly bar = h("div");
  private readonly maps = h("div.maps");
  private readonly legend = h("div.legend-slot");
  private readonly chosen = h("div.chosen-slot", h("p.hint", kHint));
  private readonly tooltip: Tooltip;

  constructor(
    private readonly data: MapData,
    root: HTMLElement,
  ) {
    this.view = firstView(data);
    this.tooltip = new Tooltip(data);
    root.replaceChildren(
      h(
        "header",
        headline("tether map of many sessions", data),
        h("div.parts", definitionList(data.parts)),
      ),
      this.bar,
      h("div.board", this.legend, this.maps),
      this.chosen,
      h(
        "section",
        { id: "made-by" },
        h("h2", "Make the whole map again"),
        commandLine(data.made_by),
      ),
      this.tooltip.element,
    );
    this.draw();
    new ResizeObserver(() => this.drawMaps()).observe(this.maps);
  }

  private change(view: View): void {
    // the control that was used is built anew; who came by keyboard stays at it
    const name = document.activeElement?.getAttribute("name");
    this.view = view;
    this.draw();
    if (name) this.bar.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
  }

  private draw(): void {
    this.bar.replaceChildren(controls(this.data, this.view, (view) => this.change(view)));
    this.drawMaps();
  }

  private drawMaps(): void {
    const { data, view } = this;
    const column = data.columns[indexOf(data, view.figure)];
    const width = this.maps.clientWidth;
    if (!column || width === 0) return;
    const all = facets(data, view);
    const paint = paintFor(data, column, all);
    const flagged = all.some(({ cells }) => cells.some((cell) => flagsOf(data, cell).length > 0));
    this.legend.replaceChildren(paint.legend, flagged ? flagNote(data) : "");

    const room = Math.floor(width / kNarrowest);
    const across = Math.max(1, Math.min(all.length, kMostAcross, room));
    const each = (width - 12 * (across - 1)) / across - kPadding;
    const key = data.columns[indexOf(data, view.facet ?? "")];
    const quantity = key && axisQuantity(key, all.map((facet) => facet.value));
    const listener = {
      hover: (cell: MapCell | null, near: Element) =>
        cell ? this.tooltip.show(cell, near) : this.tooltip.hide(),
      choose: (cell: MapCell, element: Element) => {
        this.tooltip.hide();
        this.maps.querySelector(".current")?.classList.remove("current");
        element.classList.add("current");
        this.chosen.replaceChildren(chosenCell(data, cell));
        this.chosen.scrollIntoView({ block: "nearest" });
      },
    };
    this.maps.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
    this.maps.replaceChildren(
      ...all.map((facet) =>
        h(
          "figure.map",
          key &&
            quantity &&
            h("figcaption", `${title(key)} `, h("b", quantity.text(facet.value))),
          drawMap({ data, view, facet, paint, listener, width: each }),
        ),
      ),
    );
  }
}

const root = document.getElementById("map");
const data = parseMap(document.getElementById("map-data")?.textContent ?? "");
if (root && data) {
  document.title = `${data.title}: tether map`;
  new Page(data, root);
} else
  root?.replaceChildren(h("p", "This is the empty template of a map; it holds no sessions."));
