// The colours of the plots. They live in style/theme.css, so that theme
// and print change them with the rest.
import type { PlotSeries } from "./data";

const kNames = ["soft", "grid", "card", "strip", "band", "event", "limit", "bad", "font"] as const;
export type Palette = Record<(typeof kNames)[number], string>;

export function themeVariable(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function readPalette(): Palette {
  return Object.fromEntries(kNames.map((name) => [name, themeVariable(`--${name}`)])) as Palette;
}

export interface LineStyle {
  variable: string; // the custom property that holds the colour
  dash: number[]; // [px]; empty: solid
  width: number; // [px]
}

export const kPlainLine: LineStyle = { variable: "--ink", dash: [], width: 1.5 };

// The leader's line is wide enough to be seen below the follower's, which mostly lies upon it.
const kWidths: Record<string, number> = { leader: 2.5, follower: 1.25 };
const kRoles = new Set(["leader", "follower", "error", "limit"]);
const kOthers = 3; // --other-1 to --other-3 in style/theme.css
const kDashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]];

// Colour says whose signal it is. Lines that would share a colour differ by their dashes, and
// what is neither side's is dashed as well, so that a print without colour can be read.
export function lineStyles(series: Pick<PlotSeries, "role">[]): LineStyle[] {
  const seen = new Map<string, number>();
  return series.map(({ role }) => {
    const known = kRoles.has(role) ? role : "other";
    const count = seen.get(known) ?? 0;
    seen.set(known, count + 1);
    const dashed = known === "limit" || (known === "other" && series.length > 1);
    return {
      variable: known === "other" ? `--other-${(count % kOthers) + 1}` : `--${known}`,
      dash: kDashes[(count + (dashed ? 1 : 0)) % kDashes.length] ?? [],
      width: kWidths[known] ?? kPlainLine.width,
    };
  });
}
