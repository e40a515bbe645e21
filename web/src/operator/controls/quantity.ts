// A key of a running session that a slider changes: its range, how the slider's way from 0 to 1
// stands for it, and how it is said.
import { formatNumber, withUnit } from "../../format";
import { along } from "../../ticks";
import type { Value } from "../protocol";

export interface Quantity {
  key: string;
  label: string;
  lower: number;
  upper: number;
  step: number; // to which it is rounded; of a logarithmic one, significant digits
  logarithmic?: boolean;
  text(value: number): string;
}

export const kQuantities: Quantity[] = [
  {
    key: "link.delay",
    label: "Delay, one way",
    lower: 0,
    upper: 0.5,
    step: 0.001,
    text: (v) => withUnit(formatNumber(v * 1000, 0), "ms"),
  },
  {
    key: "link.loss",
    label: "Loss",
    lower: 0,
    upper: 0.5,
    step: 0.001,
    text: (v) => withUnit(formatNumber(v * 100, 1), "%"),
  },
  {
    key: "coupling.translation_stiffness",
    label: "Stiffness of the coupling",
    lower: 50,
    upper: 2000,
    step: 3,
    logarithmic: true,
    text: (v) => withUnit(formatNumber(v, v < 100 ? 1 : 0), "N/m"),
  },
  {
    key: "coupling.force_scale",
    label: "Force scale",
    lower: 0.1,
    upper: 10,
    step: 2,
    logarithmic: true,
    text: (v) => withUnit(formatNumber(v, 2), "×"),
  },
];

// where the slider stands, 0 to 1
export function positionOf(q: Quantity, value: number): number {
  const side = { from: q.lower, to: q.upper, log: q.logarithmic ?? false };
  return Math.min(1, along(side, Math.max(value, q.lower)));
}

export function valueAt(q: Quantity, position: number): number {
  if (q.logarithmic) {
    const value = q.lower * (q.upper / q.lower) ** position;
    return Number(value.toPrecision(q.step));
  }
  const value = q.lower + position * (q.upper - q.lower);
  return Number((Math.round(value / q.step) * q.step).toPrecision(9));
}

// as on the command line
export function assignment(key: string, value: Value): string {
  const text = typeof value === "number" ? String(Number(value.toPrecision(9))) : String(value);
  return `${key}=${text}`;
}

// delay: one way [s]
export const kPresets = [
  { name: "ideal", delay: 0, loss: 0 },
  { name: "same city", delay: 0.005, loss: 0.001 },
  { name: "across the ocean", delay: 0.08, loss: 0.005 },
  { name: "bad Wi-Fi", delay: 0.03, loss: 0.1 },
];
