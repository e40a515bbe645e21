// What the page shows: which key along which side, which figure as colour. A plain value; the
// controls change it and everything is drawn from it.
import { type Cell, type MapColumn, type MapData, columnsOf, distinct, shownFigures } from "./data";

export interface View {
  x: string;
  y: string | null; // null: there is one axis only
  facet: string | null; // one map per value of this key
  figure: string;
  only: Record<string, Cell>; // keys on no axis that are held at one value; the rest is averaged
}

const kMaxFacets = 12;

// Tried in turn for the first figure: a verdict only says something when it is not always the same.
export function firstFigure(data: MapData): string {
  const figures = shownFigures(data);
  const varied = figures.filter((column) => distinct(data, column.name).length > 1);
  const words = varied.find((column) => column.type === "text" && column.name !== "fault");
  return (words ?? varied.find((c) => c.type === "number") ?? figures[0])?.name ?? "";
}

export function firstView(data: MapData): View {
  const axes = columnsOf(data, "axis");
  // numbers along the sides, words apart, the more values the sooner
  const sides = [...axes].sort(
    (a, b) =>
      Number(b.type === "number") - Number(a.type === "number") ||
      Number(b.sampled) - Number(a.sampled),
  );
  const [x, y] = sides;
  return settled(data, {
    x: x?.name ?? "",
    y: y?.name ?? null,
    facet: axes.find((c) => c !== x && c !== y && canFacet(data, c))?.name ?? null,
    figure: firstFigure(data),
    only: {},
  });
}

export function canFacet(data: MapData, column: MapColumn): boolean {
  return !column.sampled && distinct(data, column.name).length <= kMaxFacets;
}

// A view in which no key stands twice: `changed` keeps its key, another in its place takes the key
// it had before.
export function settled(
  data: MapData,
  view: View,
  changed?: "x" | "y" | "facet",
  old?: View,
): View {
  const next = { ...view };
  if (changed && old) {
    for (const side of ["x", "y", "facet"] as const) {
      if (side === changed || next[side] !== next[changed] || next[side] === null) continue;
      if (side === "x") next.x = old[changed] ?? next.x;
      else next[side] = old[changed];
    }
  }
  const facet = data.columns.find((column) => column.name === next.facet);
  if (facet && !canFacet(data, facet)) next.facet = null;
  const used = new Set([next.x, next.y, next.facet]);
  next.only = Object.fromEntries(Object.entries(next.only).filter(([key]) => !used.has(key)));
  return next;
}

// axes on no side of the maps
export function restAxes(data: MapData, view: View): MapColumn[] {
  return columnsOf(data, "axis").filter(
    ({ name, sampled }) => !sampled && ![view.x, view.y, view.facet].includes(name),
  );
}

// points instead of cells: where a side is sampled
export function isScatter(data: MapData, view: View): boolean {
  return columnsOf(data, "axis").some((c) => c.sampled && (c.name === view.x || c.name === view.y));
}
