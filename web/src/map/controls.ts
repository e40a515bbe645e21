// The bar above the maps: what lies along the sides, what the colour means.
import { h } from "../dom";
import { type MapColumn, type MapData, columnsOf, distinct, shownFigures, title } from "./data";
import { axisQuantity } from "./quantities";
import { type View, canFacet, restAxes, settled } from "./view";

interface Option {
  value: string; // JSON of what is chosen
  text: string;
}

export function controls(data: MapData, view: View, change: (view: View) => void): HTMLElement {
  const axes = columnsOf(data, "axis");
  const named = (columns: MapColumn[]) =>
    columns.map((c): Option => ({ value: JSON.stringify(c.name), text: title(c) }));
  const none: Option = { value: "null", text: "none" };
  const side = (of: "x" | "y" | "facet") => (value: unknown) =>
    change(settled(data, { ...view, [of]: value as string }, of, view));

  const sampled = axes.filter((column) => column.sampled);
  // where there are samples, the sides are continuous
  const sides = sampled.length > 0 ? sampled : axes;
  const apart = axes.filter((column) => canFacet(data, column));
  return h(
    "div.controls",
    { role: "toolbar", "aria-label": "What the maps show" },
    select("Colour", named(shownFigures(data)), view.figure, (value) =>
      change({ ...view, figure: value as string }),
    ),
    select("Across", named(sides), view.x, side("x")),
    sides.length > 1 && select("Up", named(sides), view.y, side("y")),
    (apart.length > 2 || (sampled.length > 0 && apart.length > 0)) &&
      select("A map for each", [none, ...named(apart)], view.facet, side("facet")),
    ...restAxes(data, view).map((column) => held(data, column, view, change)),
  );
}

// a key on no side: one of its values, or the mean of all
function held(
  data: MapData,
  column: MapColumn,
  view: View,
  change: (view: View) => void,
): HTMLElement {
  const values = distinct(data, column.name);
  const quantity = axisQuantity(column, values);
  const options = values.map((v): Option => ({ value: JSON.stringify(v), text: quantity.text(v) }));
  return select(
    title(column),
    [{ value: "null", text: "all (mean)" }, ...options],
    view.only[column.name] ?? null,
    (value) => {
      const only = { ...view.only };
      if (value === null) delete only[column.name];
      else only[column.name] = value as string | number;
      change({ ...view, only });
    },
  );
}

function select(
  name: string,
  options: Option[],
  chosen: unknown,
  act: (value: unknown) => void,
): HTMLElement {
  const element = h(
    "select",
    { name },
    ...options.map(({ value, text }) =>
      h("option", { value, selected: value === JSON.stringify(chosen) }, text),
    ),
  );
  element.addEventListener("change", () => act(JSON.parse(element.value)));
  return h("label", h("span", name), element);
}
