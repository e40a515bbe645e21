// Round numbers along a continuous side.

export interface Side {
  from: number;
  to: number;
  log: boolean;
}

// share 0 … 1 along the side
export function along(side: Side, value: number): number {
  const { from, to, log } = side;
  if (to === from) return 0.5;
  return log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
}

// a few numbers of the form 1, 2 or 5 × 10^k within the side
export function ticks(side: Side, wanted = 6): number[] {
  const { from, to, log } = side;
  if (!(to > from)) return [from];
  return log ? logTicks(from, to, wanted) : linearTicks(from, to, wanted);
}

// a little more than wanted is better than much less
const kCrowded = 0.8;

function linearTicks(from: number, to: number, wanted: number): number[] {
  const rough = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((m) => m * power >= kCrowded * rough) ?? 10);
  const out: number[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; ++i)
    out.push(Number((i * step).toPrecision(12)));
  return out;
}

function logTicks(from: number, to: number, wanted: number): number[] {
  const decades = Math.log10(to / from);
  const steps = decades > wanted ? [1] : [1, 2, 5];
  const out: number[] = [];
  for (let k = Math.floor(Math.log10(from)); k <= Math.ceil(Math.log10(to)); ++k)
    for (const step of steps) {
      const tick = Number((step * 10 ** k).toPrecision(12));
      if (tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9)) out.push(tick);
    }
  // less than a decade may hold none of them
  return out.length > 1 ? out : linearTicks(from, to, wanted);
}

// the values with some room on either side
export function sideOf(values: number[], log: boolean): Side {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (log && low > 0) {
    const room = (high / low) ** 0.04;
    return { from: low / room, to: high * room, log };
  }
  const room = 0.04 * (high - low || Math.abs(high) || 1);
  return { from: low - room, to: high + room, log: false };
}
