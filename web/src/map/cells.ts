// Rows gathered into cells: all sessions with the same values along the sides of a map.
import { type Cell, type MapColumn, type MapData, distinct, indexOf } from "./data";
import { isNumber } from "../format";
import type { View } from "./view";

export interface MapCell {
  x: Cell;
  y: Cell;
  rows: Cell[][]; // never empty
}

export interface Facet {
  value: Cell; // of the key that the maps differ in; null: there is one map
  cells: MapCell[];
}

export interface Figure {
  mean: number | null; // over the rows that have the figure
  min: number;
  max: number;
  deviation: number; // of a sample; 0 for a single row
  counts: Map<string, number>; // of words
}

export function facets(data: MapData, view: View): Facet[] {
  const column = (name: string | null) => (name === null ? -1 : indexOf(data, name));
  const [x, y, facet] = [column(view.x), column(view.y), column(view.facet)];
  const held = Object.entries(view.only).map(([key, value]) => [column(key), value] as const);
  const maps = new Map<Cell, Map<string, MapCell>>();
  const values = view.facet === null ? [null] : distinct(data, view.facet);
  for (const value of values) maps.set(value, new Map());
  for (const row of data.rows) {
    if (held.some(([at, value]) => row[at] !== value)) continue;
    const cells = maps.get(facet < 0 ? null : (row[facet] ?? null));
    const key = JSON.stringify([row[x], y < 0 ? null : row[y]]);
    const cell = cells?.get(key);
    if (cell) cell.rows.push(row);
    else cells?.set(key, { x: row[x] ?? null, y: y < 0 ? null : (row[y] ?? null), rows: [row] });
  }
  return [...maps].map(([value, cells]) => ({ value, cells: [...cells.values()] }));
}

// why the cell is to be taken with care: the words of the flag column, without repetition
export function flagsOf(data: MapData, cell: MapCell): string[] {
  const at = indexOf(data, data.flag);
  const all = cell.rows.map((row) => row[at]).filter((v): v is string => typeof v === "string");
  return [...new Set(all)];
}

export function figureOf(data: MapData, cell: MapCell, column: MapColumn): Figure {
  const at = indexOf(data, column.name);
  const values = cell.rows.map((row) => row[at]).filter(isNumber);
  const counts = new Map<string, number>();
  for (const row of cell.rows) {
    const value = row[at];
    if (typeof value === "string") counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const n = values.length;
  const mean = n > 0 ? values.reduce((a, b) => a + b, 0) / n : null;
  const squares = values.reduce((sum, v) => sum + (v - (mean ?? 0)) ** 2, 0);
  return {
    mean,
    min: Math.min(...values),
    max: Math.max(...values),
    deviation: n > 1 ? Math.sqrt(squares / (n - 1)) : 0,
    counts,
  };
}
