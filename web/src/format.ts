// Numbers and units as people read them: 0.00314 m becomes "3.14 mm", 0.5 rad becomes "28.6°".

export interface Scale {
  factor: number;
  unit: string;
}

const kDegrees = 180 / Math.PI;

// units that are always shown as another one
const kShownAs: Record<string, Scale> = {
  rad: { factor: kDegrees, unit: "°" },
  "rad/s": { factor: kDegrees, unit: "°/s" },
  deg: { factor: 1, unit: "°" },
  "deg/s": { factor: 1, unit: "°/s" },
  "1": { factor: 1, unit: "" },
};

// what is smaller than this is rounding, in any unit
const kNothing = 1e-9;

// units that get a prefix when the largest of the values to show is below 1
const kPrefixed = new Set(["m", "s", "m/s", "J", "W"]);

// One scale for values that are shown together, chosen by the largest of them.
export function scaleFor(unit: string, values: (number | null)[]): Scale {
  const fixed = kShownAs[unit];
  if (fixed) return fixed;
  const largest = largestOf(values);
  if (!kPrefixed.has(unit) || largest >= 1) return { factor: 1, unit };
  // lengths stop at the millimetre, which is what the plots use
  if (largest >= 1e-3 || largest < kNothing || unit.startsWith("m"))
    return { factor: 1e3, unit: `m${unit}` };
  return { factor: 1e6, unit: `µ${unit}` };
}

const kMostDecimals = 6;

// digits after the point that give the largest value four significant digits; none where all that
// could be shown is zeros
export function decimalsFor(values: (number | null)[]): number {
  const finite = values.filter(isNumber);
  const largest = largestOf(finite);
  if (finite.every(Number.isInteger) || largest < 0.5 * 10 ** -kMostDecimals) return 0;
  return Math.min(kMostDecimals, Math.max(0, 3 - Math.floor(Math.log10(largest))));
}

export function formatNumber(value: number | null | undefined, decimals: number): string {
  if (!isNumber(value)) return "–";
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "\u2212");
}

// "0.0200" becomes "0.02": what was typed, or stands beside the like, needs no zeros to align
export function shortNumber(value: number, digits = 6): string {
  return String(Number(value.toPrecision(digits))).replace("-", "\u2212");
}

// no space before the degree sign of an angle, one before any other unit
export function withUnit(number: string, unit: string): string {
  return unit === "" ? number : unit.startsWith("°") ? number + unit : `${number}\u00a0${unit}`;
}

export function formatQuantity(value: number | null, unit: string): string {
  const scale = scaleFor(unit, [value]);
  const shown = value === null ? null : value * scale.factor;
  return withUnit(formatNumber(shown, decimalsFor([shown])), scale.unit);
}

// "≤ 5 mm", "≥ 2 N", "1 to 2 mm": bounds are what someone typed, so no digit is added to them
export function formatBound(min: number | null, max: number | null, unit: string): string {
  const scale = scaleFor(unit, [min, max]);
  const text = (v: number) => shortNumber(v * scale.factor);
  if (isNumber(min) && isNumber(max)) return withUnit(`${text(min)} to ${text(max)}`, scale.unit);
  if (isNumber(max)) return withUnit(`≤\u00a0${text(max)}`, scale.unit);
  if (isNumber(min)) return withUnit(`≥\u00a0${text(min)}`, scale.unit);
  return "–";
}

export function formatTime(seconds: number, decimals = 2): string {
  return `${formatNumber(seconds, decimals)}\u00a0s`;
}

// "tracking_error_max" becomes "Tracking error max"
export function humanName(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

export function isNumbers(value: unknown, length: number): value is number[] {
  return Array.isArray(value) && value.length === length && value.every(isNumber);
}

function largestOf(values: (number | null)[]): number {
  return values.reduce<number>((top, v) => (isNumber(v) ? Math.max(top, Math.abs(v)) : top), 0);
}
