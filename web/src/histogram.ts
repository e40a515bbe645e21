// How often each duration occurred, over a logarithmic axis in µs; heights are logarithmic too, so
// that the one tick in a million that was late can be seen.
import { h } from "./dom";
import { shortNumber } from "./format";
import { s } from "./svg";
import { type Side, along, ticks } from "./ticks";

export type Bar = [from: number, to: number, count: number]; // [s]

const kWidth = 520;
const kHeight = 150;
const kLeft = 6;
const kBottom = 30;
const kTop = 8;
const kFinest = 1e-7; // shorter times are drawn as this [s]

// side in µs, bars in shares 0 … 1 of the plot
export function drawn(bars: Bar[]) {
  const micro = (time: number) => Math.max(time, kFinest) * 1e6;
  const low = Math.min(...bars.map(([from]) => micro(from)));
  const high = Math.max(...bars.map(([, to]) => micro(to)));
  // at least an octave, so that equal samples do not fill the whole width
  const side: Side = { from: low, to: Math.max(high, 2 * low), log: true };
  const most = Math.max(...bars.map(([, , count]) => count));
  return {
    side,
    bars: bars.map(([from, to, count]) => {
      const x = along(side, micro(from));
      return {
        x,
        width: along(side, micro(to)) - x,
        height: Math.log1p(count) / Math.log1p(most),
        title: `${shortNumber(micro(from), 3)} to ${shortNumber(micro(to), 3)} µs: ${count}`,
      };
    }),
  };
}

export function histogram(title: string, bars: Bar[]): HTMLElement {
  const { side, bars: shapes } = drawn(bars);
  const width = kWidth - 2 * kLeft;
  const height = kHeight - kTop - kBottom;
  const left = (share: number) => kLeft + share * width;
  const floor = kTop + height;
  const rects = shapes.map((bar) =>
    s(
      "rect",
      {
        x: left(bar.x).toFixed(1),
        y: (floor - bar.height * height).toFixed(1),
        width: Math.max(bar.width * width - 0.5, 1).toFixed(1),
        height: (bar.height * height).toFixed(1),
      },
      s("title", bar.title),
    ),
  );
  const marks = ticks(side).flatMap((tick) => {
    const x = left(along(side, tick)).toFixed(1);
    return [
      s("line", { x1: x, x2: x, y1: floor, y2: floor + 4 }),
      s("text", { x, y: floor + 16, "text-anchor": "middle" }, shortNumber(tick, 3)),
    ];
  });
  return h(
    "figure.histogram",
    h("figcaption", title, " ", h("small", "µs; heights are logarithmic")),
    s(
      "svg",
      { viewBox: `0 0 ${kWidth} ${kHeight}`, role: "img", "aria-label": `${title}, histogram` },
      ...rects,
      s("line", { x1: kLeft, x2: kLeft + width, y1: floor, y2: floor }),
      ...marks,
    ),
  );
}
