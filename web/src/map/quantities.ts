// Values of a column as people read them: one scale for the whole column, so that all cells, ticks
// and tables of it have the same unit.
import { type Scale, decimalsFor, formatNumber, isNumber, scaleFor, withUnit } from "../format";
import type { Cell, MapColumn } from "./data";

export interface Quantity {
  scale: Scale;
  // with three or four digits, without and with unit
  number(value: Cell): string;
  text(value: Cell): string;
}

const kDigits = 4;

// "0.0200" becomes "0.02": what was typed, or stands beside the like, needs no zeros to align
export function brief(value: number, digits = kDigits): string {
  const text = String(Number(value.toPrecision(digits)));
  return text.replace("-", "\u2212").replace(/e\+?/, "e");
}

// an axis shows what was asked for, to the last digit
export function axisQuantity(column: MapColumn, values: Cell[]): Quantity {
  const scale = scaleFor(column.unit, values.filter(isNumber));
  const number = (value: Cell) => (isNumber(value) ? brief(value * scale.factor) : words(value));
  return {
    scale,
    number,
    text: (value) => (isNumber(value) ? withUnit(number(value), scale.unit) : words(value)),
  };
}

// a figure shows as many decimals as its greatest value needs
export function figureQuantity(column: MapColumn, values: Cell[]): Quantity {
  const known = values.filter(isNumber);
  const scale = scaleFor(column.unit, known);
  const decimals = Math.max(0, decimalsFor(known.map((v) => v * scale.factor)) - 1);
  const number = (value: Cell) =>
    isNumber(value) ? formatNumber(value * scale.factor, decimals) : words(value);
  return {
    scale,
    number,
    text: (value) => (isNumber(value) ? withUnit(number(value), scale.unit) : words(value)),
  };
}

export function words(value: Cell): string {
  return value === null ? "–" : String(value).replaceAll("_", " ");
}

// "Link delay [ms]"
export function withBracket(name: string, unit: string): string {
  return unit === "" ? name : `${name} [${unit}]`;
}
