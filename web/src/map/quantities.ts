// Values of a column as people read them: one scale for the whole column, so that all cells, ticks
// and tables of it have the same unit.
import {
  type Scale,
  decimalsFor,
  formatNumber,
  isNumber,
  scaleFor,
  shortNumber,
  withUnit,
} from "../format";
import type { Cell, MapColumn } from "./data";

export interface Quantity {
  scale: Scale;
  // with three or four digits, without and with unit
  number(value: Cell): string;
  text(value: Cell): string;
}

export const brief = (value: number): string => shortNumber(value, 4).replace("e+", "e");

function quantity(scale: Scale, figure: (scaled: number) => string): Quantity {
  const number = (value: Cell) => (isNumber(value) ? figure(value * scale.factor) : words(value));
  const text = (value: Cell) =>
    isNumber(value) ? withUnit(number(value), scale.unit) : words(value);
  return { scale, number, text };
}

// an axis shows what was asked for, to the last digit
export function axisQuantity(column: MapColumn, values: Cell[]): Quantity {
  return quantity(scaleFor(column.unit, values.filter(isNumber)), brief);
}

// a figure shows as many decimals as its greatest value needs
export function figureQuantity(column: MapColumn, values: Cell[]): Quantity {
  const known = values.filter(isNumber);
  const scale = scaleFor(column.unit, known);
  const decimals = Math.max(0, decimalsFor(known.map((v) => v * scale.factor)) - 1);
  return quantity(scale, (scaled) => formatNumber(scaled, decimals));
}

export function words(value: Cell): string {
  return value === null ? "–" : String(value).replaceAll("_", " ");
}

// "Link delay [ms]"
export function withBracket(name: string, unit: string): string {
  return unit === "" ? name : `${name} [${unit}]`;
}
