// The colours of the figure that is shown, and what explains them: one scale for all maps, so that
// the same colour is the same value everywhere.
import { h } from "../dom";
import { type Facet, type MapCell, figureOf } from "./cells";
import { css, inkOn, numberScale, ordered, ramp, tones } from "./colours";
import { type MapColumn, type MapData, distinct, title } from "./data";
import { type Quantity, brief, figureQuantity, withBracket, words } from "./quantities";
import { type Side, along, ticks } from "../ticks";

export interface Paint {
  // a cell in one colour, or in bands where its sessions ended differently; none: nothing is known
  bands(cell: MapCell): { share: number; colour: string }[];
  label(cell: MapCell): { text: string; ink: string };
  legend: HTMLElement;
}

export function paintFor(data: MapData, column: MapColumn, maps: Facet[]): Paint {
  return column.type === "number" ? numbers(data, column, maps) : categories(data, column);
}

function categories(data: MapData, column: MapColumn): Paint {
  const all = ordered(distinct(data, column.name));
  const tone = tones(all);
  const present = (cell: MapCell) => {
    const { counts } = figureOf(data, cell, column);
    return ordered(counts.keys()).map((word) => [word, counts.get(word) ?? 0] as const);
  };
  return {
    bands(cell) {
      const found = present(cell);
      const total = found.reduce((sum, [, n]) => sum + n, 0);
      return found.map(([word, n]) => ({
        share: n / total,
        colour: `var(${tone.get(word) ?? "--soft"})`,
      }));
    },
    label(cell) {
      const found = present(cell);
      const [only] = found;
      const mixed = found.map(([, n]) => n).join(" : ");
      return { text: found.length === 1 && only ? words(only[0]) : mixed, ink: "var(--on-tone)" };
    },
    legend: h(
      "ul.key",
      ...all.map((word) =>
        h(
          "li",
          h("span.patch", { style: `background: var(${tone.get(word) ?? "--soft"})` }),
          words(word),
        ),
      ),
    ),
  };
}

function numbers(data: MapData, column: MapColumn, maps: Facet[]): Paint {
  const means = maps.flatMap(({ cells }) => cells.map((c) => figureOf(data, c, column).mean));
  const scale = numberScale(means);
  const quantity = figureQuantity(column, means);
  const colour = (value: number) => ramp(along(scale, value));
  return {
    bands(cell) {
      const { mean } = figureOf(data, cell, column);
      return mean === null ? [] : [{ share: 1, colour: css(colour(mean)) }];
    },
    label(cell) {
      const { mean } = figureOf(data, cell, column);
      if (mean === null) return { text: "–", ink: "var(--soft)" };
      return { text: quantity.number(mean), ink: inkOn(colour(mean)) };
    },
    legend: colourBar(column, scale, quantity),
  };
}

const kStops = 24;

function colourBar(column: MapColumn, side: Side, { scale }: Quantity): HTMLElement {
  const stops = Array.from({ length: kStops + 1 }, (_, i) => css(ramp(i / kStops)));
  const { factor, unit } = scale;
  const shown = { from: side.from * factor, to: side.to * factor, log: side.log };
  const inner = side.to > side.from ? ticks(shown, 5) : [];
  const marks = (inner.length > 0 ? inner : [shown.from]).map((value) =>
    h("span", { style: `left: ${100 * along(side, value / factor)}%` }, brief(value)),
  );
  return h(
    "div.bar",
    h("p", withBracket(title(column), unit) + (side.log ? ", logarithmic" : "")),
    h("div.gradient", { style: `background: linear-gradient(to right, ${stops.join()})` }),
    h("div.marks", ...marks),
  );
}
