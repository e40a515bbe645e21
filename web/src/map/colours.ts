// Colour as a measure. Numbers get a ramp that is even to the eye: lightness rises in equal steps
// of Oklab (Ottosson 2020) while the hue turns from violet over teal to yellow, so that order also
// shows in grey and with any kind of colour vision. Words get the tones of theme.css.
import type { Cell } from "./data";
import { isNumber } from "../format";
import type { Side } from "../ticks";

export type Rgb = [number, number, number]; // 0 … 1

const kDark = { lightness: 0.32, chroma: 0.1, hue: 300 };
const kLight = { lightness: 0.93, chroma: 0.16, hue: 105 };
const kSaturation = 3; // power with which chroma grows: teal has little room for it

// share 0 … 1
export function ramp(share: number): Rgb {
  const s = Math.min(Math.max(share, 0), 1);
  const between = (a: number, b: number) => a + (b - a) * s;
  const lightness = between(kDark.lightness, kLight.lightness);
  const hue = (between(kDark.hue, kLight.hue) * Math.PI) / 180;
  const chroma = kDark.chroma + (kLight.chroma - kDark.chroma) * s ** kSaturation;
  // every colour of the ramp is one that screens can show, but for rounding
  return oklch(lightness, chroma, hue).map((c) => Math.min(Math.max(c, 0), 1)) as Rgb;
}

function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function gamma(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

export function css([r, g, b]: Rgb): string {
  const hex = (c: number) =>
    Math.round(255 * c)
      .toString(16)
      .padStart(2, "0");
  return `#${hex(r)}${hex(g)}${hex(b)}`;
}

// black or white, whichever reads better on the colour (relative luminance, WCAG 2)
export function inkOn([r, g, b]: Rgb): string {
  const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return luminance > 0.18 ? "#14171a" : "#fff";
}

// A few sessions that went astray must not make all others look alike: when the greatest value is
// far above the middle one, colours follow the logarithm.
const kFarAbove = 20;

export function numberScale(values: (number | null)[]): Side {
  const known = values.filter(isNumber).sort((a, b) => a - b);
  const from = known[0] ?? 0;
  const to = known[known.length - 1] ?? 0;
  const middle = known[Math.floor(known.length / 2)] ?? 0;
  return { from, to, log: from > 0 && to > kFarAbove * middle };
}

// the tone of a word: what is good, bad and in between is the same in all pages
const kTones: Record<string, string> = {
  pass: "--ok",
  passive: "--ok",
  fail: "--bad",
  violated: "--bad",
  fault: "--fault",
  not_guaranteed: "--other-2",
  stopped: "--soft",
};
const kOthers = ["--leader", "--follower", "--error", "--other-1", "--other-2", "--other-3"];
// the worst last, so that it lies on top and is counted last
const kOrder = ["pass", "passive", "not_guaranteed", "stopped", "fail", "violated", "fault"];

export function ordered(words: Iterable<Cell>): string[] {
  const rank = (word: string) => kOrder.indexOf(word);
  return [...new Set([...words].filter((w): w is string => typeof w === "string"))].sort(
    (a, b) => rank(a) - rank(b),
  );
}

// custom properties of theme.css and map.css, one per word
export function tones(words: string[]): Map<string, string> {
  let next = 0;
  return new Map(
    words.map((word) => [word, kTones[word] ?? kOthers[next++ % kOthers.length] ?? "--soft"]),
  );
}
