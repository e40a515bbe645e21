// All that is known of a cell: beside the pointer in brief, and below the maps, once chosen, with
// the command that runs it again.
import { button, h } from "../dom";
import { numberCell, rowHead } from "../tables";
import { type MapCell, figureOf } from "./cells";
import {
  type Cell,
  type MapColumn,
  type MapData,
  columnsOf,
  commandOf,
  distinct,
  indexOf,
  shownFigures,
  title,
} from "./data";
import { axisQuantity, figureQuantity, words } from "./quantities";

type Row = [name: string, value: string, spread: string];

// the keys that all sessions of the cell share
export function keyRows(data: MapData, cell: MapCell): [string, string][] {
  return columnsOf(data, "axis").map((column) => {
    const at = indexOf(data, column.name);
    const values = [...new Set(cell.rows.map((row) => row[at] ?? null))];
    const quantity = axisQuantity(column, distinct(data, column.name));
    const text = values.length === 1 ? quantity.text(values[0] ?? null) : `${values.length} values`;
    return [title(column), text];
  });
}

export function figureRows(data: MapData, cell: MapCell): Row[] {
  return shownFigures(data).map((column) => [title(column), ...figureText(data, cell, column)]);
}

function figureText(data: MapData, cell: MapCell, column: MapColumn): [string, string] {
  const figure = figureOf(data, cell, column);
  if (column.type === "text") {
    const all = [...figure.counts];
    const one = all.length === 1 && all[0]?.[1] === cell.rows.length;
    const text = all.map(([word, n]) => (one ? words(word) : `${n} ${words(word)}`)).join(", ");
    return [text || "–", ""];
  }
  const at = indexOf(data, column.name);
  const quantity = figureQuantity(
    column,
    cell.rows.map((row): Cell => row[at] ?? null),
  );
  const [deviation, min, max] = [figure.deviation, figure.min, figure.max].map(quantity.number);
  return [
    quantity.text(figure.mean),
    figure.max > figure.min ? `± ${deviation}, ${min} to ${max}` : "",
  ];
}

function sessions(cell: MapCell): string {
  return cell.rows.length === 1 ? "1 session" : `mean of ${cell.rows.length} sessions`;
}

function table(rows: Row[]): HTMLElement {
  const cells = ([name, value, spread]: Row) =>
    h("tr", rowHead(name), numberCell(value), h("td.spread", spread));
  return h("table.figures", h("tbody", ...rows.map(cells)));
}

// follows the pointer, and never leaves the window
export class Tooltip {
  readonly element = h("div.tooltip", { role: "status", hidden: true });

  constructor(private readonly data: MapData) {}

  show(cell: MapCell, near: Element): void {
    const keys = keyRows(this.data, cell).map(([name, value]) => h("div", `${name} ${value}`));
    this.element.replaceChildren(
      h("div.keys", ...keys),
      h("p.count", sessions(cell)),
      table(figureRows(this.data, cell)),
    );
    this.element.hidden = false;
    const box = near.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const right = box.right + 10 + width <= innerWidth;
    const left = right ? box.right + 10 : Math.max(4, box.left - 10 - width);
    const top = Math.max(4, Math.min(box.top, innerHeight - height - 8));
    this.element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}

export function chosenCell(data: MapData, cell: MapCell): HTMLElement {
  const commands = cell.rows.map((row) => commandOf(data, row));
  return h(
    "section.chosen",
    { id: "chosen", tabindex: -1 },
    h(
      "h2",
      keyRows(data, cell)
        .map(([name, value]) => `${name} ${value}`)
        .join(", "),
      h("small", ` ${sessions(cell)}`),
    ),
    h("h3", commands.length === 1 ? "Run it again" : "Run one of them again"),
    ...commands.slice(0, kCommands).map((command) => commandLine(command)),
    commands.length > kCommands && h("p.count", `and ${commands.length - kCommands} more`),
    h("div.scroll", table(figureRows(data, cell))),
  );
}

const kCommands = 8;

export function commandLine(command: string): HTMLElement {
  const text = h("pre.command", { tabindex: 0 }, command);
  const copying = async () => {
    copied.textContent = (await copy(command, text)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => (copied.textContent = "Copy"), 2000);
  };
  const copied = button("Copy", () => void copying(), { class: "copy" });
  return h("div.runnable", text, copied);
}

// where the browser refuses, the text is selected, so that a key press copies it
async function copy(text: string, element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return false;
  }
}
