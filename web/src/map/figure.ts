// One map: cells in a grid, or points over two continuous sides. Draws SVG of a given width; what
// happens on hover and click is reported to its owner.
import { type Cell, type MapColumn, type MapData, distinct, indexOf, title } from "./data";
import { type Facet, type MapCell, flagsOf } from "./cells";
import { type Listener, listen } from "./pointing";
import type { Paint } from "./paint";
import { axisQuantity, brief, withBracket } from "./quantities";
import { s } from "../svg";
import { along, sideOf, ticks } from "../ticks";
import { type View, isScatter } from "./view";
import { isNumber } from "../format";

const kFont = 12;
const kBottom = 46;
const kTop = 8;
const kNamedTop = 30; // where the upward side is too short for its name, which then stands above
const kRight = 12;
const kMaxWidth = 132; // of a cell [px]
const kMaxHeight = 52; // [px]
const kTallest = 460; // of all cells together [px]
const kGap = 1.5; // between cells [px]
const kPoint = 6.5; // radius [px]
const kHalo = 10; // radius around a point with a flag [px]
const kCorner = 11; // side of the triangle in a cell with a flag [px]

export interface Drawing {
  data: MapData;
  view: View;
  facet: Facet;
  paint: Paint;
  listener: Listener;
  width: number;
}

export const drawMap = (drawing: Drawing): SVGSVGElement =>
  isScatter(drawing.data, drawing.view) ? drawScatter(drawing) : drawGrid(drawing);

function columnNamed(data: MapData, name: string): MapColumn {
  const column = data.columns[indexOf(data, name)];
  if (!column) throw new Error(`there is no column ${name}`);
  return column;
}

function textWidth(texts: string[]): number {
  return Math.max(0, ...texts.map((t) => t.length)) * kFont * 0.58;
}

function drawGrid({ data, view, facet, paint, listener, width }: Drawing): SVGSVGElement {
  const xs = distinct(data, view.x);
  const ys: Cell[] = view.y === null ? [null] : distinct(data, view.y);
  const xText = axisQuantity(columnNamed(data, view.x), xs);
  const yText = view.y === null ? null : axisQuantity(columnNamed(data, view.y), ys);
  const yLabels = yText ? ys.map((y) => yText.number(y)) : [];
  const left = yText ? textWidth(yLabels) + 32 : 8;
  const w = Math.min(kMaxWidth, (width - left - kRight) / xs.length);
  const h = Math.min(w, Math.max(14, Math.min(kMaxHeight, kTallest / ys.length)));
  const height = h * ys.length;
  const yName = sideName(data, view.y, yText?.scale.unit ?? "");
  const top = textWidth([yName]) * 1.1 < height ? kTop : kNamedTop;
  const frame = new DOMRect(left, top, w * xs.length, height); // the area inside

  const svg = canvas(frame, width);
  const place = new Map<Element, MapCell>();
  for (const cell of facet.cells) {
    const column = xs.indexOf(cell.x);
    const row = ys.length - 1 - ys.indexOf(cell.y); // upwards, as axes go
    const box = {
      x: frame.left + column * w + kGap / 2,
      y: frame.top + row * h + kGap / 2,
      width: w - kGap,
      height: h - kGap,
    };
    const group = s("g.cell", { tabindex: -1, role: "button", "data-x": column, "data-y": row });
    let x = box.x;
    for (const band of paint.bands(cell)) {
      const part = band.share * box.width;
      group.append(
        s("rect", { x, y: box.y, width: part, height: box.height, style: `fill: ${band.colour}` }),
      );
      x += part;
    }
    const label = paint.label(cell);
    if (label.text.length * kFont * 0.58 < box.width - 4 && box.height >= kFont + 2)
      group.append(
        s(
          "text.value",
          {
            x: box.x + box.width / 2,
            y: box.y + box.height / 2,
            style: `fill: ${label.ink}`,
          },
          label.text,
        ),
      );
    if (flagsOf(data, cell).length > 0) group.append(corner(box));
    group.append(s("rect.rim", { ...box }));
    svg.append(group);
    place.set(group, cell);
  }
  const xAt = (i: number) => frame.left + (i + 0.5) * w;
  xs.forEach((x, i) => {
    const every = Math.ceil((textWidth(xs.map((v) => xText.number(v))) + 8) / w);
    if (i % every === 0) svg.append(xTick(frame, xAt(i), xText.number(x)));
  });
  ys.forEach((_, i) => {
    const every = Math.ceil((kFont + 2) / h);
    const y = frame.top + (ys.length - i - 0.5) * h;
    if (yText && i % every === 0) svg.append(yTick(frame, y, yLabels[i] ?? ""));
  });
  nameSides(svg, frame, sideName(data, view.x, xText.scale.unit), yName);
  listen(svg, place, listener);
  return svg;
}

function drawScatter({ data, view, facet, paint, listener, width }: Drawing): SVGSVGElement {
  const xColumn = columnNamed(data, view.x);
  const yColumn = view.y === null ? null : columnNamed(data, view.y);
  const xs = distinct(data, view.x).filter(isNumber);
  const ys = yColumn ? distinct(data, yColumn.name).filter(isNumber) : [0];
  const xText = axisQuantity(xColumn, xs);
  const yText = yColumn ? axisQuantity(yColumn, ys) : null;
  const xSide = sideOf(xs.map((x) => x * xText.scale.factor), xColumn.log);
  const ySide = sideOf(ys.map((y) => y * (yText?.scale.factor ?? 1)), yColumn?.log ?? false);
  const yMarks = yText ? ticks(ySide) : [];
  const left = yText ? textWidth(yMarks.map((y) => brief(y))) + 32 : 8;
  const inner = width - left - kRight;
  const frame = new DOMRect(left, kTop, inner, yText ? Math.min(440, 0.72 * inner) : 60);

  const svg = canvas(frame, width);
  const xAt = (x: number) => frame.left + along(xSide, x) * frame.width;
  const yAt = (y: number) => frame.top + (1 - along(ySide, y)) * frame.height;
  svg.append(s("rect.area", { x: left, y: kTop, width: inner, height: frame.height }));
  for (const x of ticks(xSide)) {
    const at = xAt(x);
    svg.append(s("line.grid", { x1: at, x2: at, y1: kTop, y2: kTop + frame.height }));
    svg.append(xTick(frame, at, brief(x)));
  }
  for (const y of yMarks) {
    svg.append(s("line.grid", { x1: left, x2: left + inner, y1: yAt(y), y2: yAt(y) }));
    svg.append(yTick(frame, yAt(y), brief(y)));
  }
  const place = new Map<Element, MapCell>();
  for (const cell of facet.cells) {
    if (!isNumber(cell.x) || (yText && !isNumber(cell.y))) continue;
    const cx = xAt(cell.x * xText.scale.factor);
    const cy = yText && isNumber(cell.y) ? yAt(cell.y * yText.scale.factor) : kTop + 30;
    const bands = paint.bands(cell);
    // where sessions ended differently the worst, which is the last, is shown
    const colour = bands[bands.length - 1]?.colour ?? "none";
    const point = s(
      "g.cell",
      { tabindex: -1, role: "button", "data-x": cx, "data-y": cy },
      ...(flagsOf(data, cell).length > 0 ? [s("circle.halo", { cx, cy, r: kHalo })] : []),
      s("circle.rim", { cx, cy, r: kPoint, style: `fill: ${colour}` }),
    );
    svg.append(point);
    place.set(point, cell);
  }
  nameSides(
    svg,
    frame,
    sideName(data, view.x, xText.scale.unit),
    sideName(data, view.y, yText?.scale.unit ?? ""),
  );
  listen(svg, place, listener);
  return svg;
}

function canvas(frame: DOMRect, width: number): SVGSVGElement {
  const height = frame.bottom + kBottom;
  const used = Math.min(width, frame.right + kRight);
  return s("svg", { width: used, height, viewBox: `0 0 ${used} ${height}`, role: "group" });
}

// says that the cell has a flag; the tooltip says which
function corner(box: { x: number; y: number; width: number }): SVGElement {
  const right = box.x + box.width;
  return s("path.flag", { d: `M${right - kCorner} ${box.y}H${right}v${kCorner}z` });
}

function xTick(frame: DOMRect, x: number, text: string): SVGElement {
  return s("text.tick.x", { x, y: frame.bottom + 17 }, text);
}

function yTick(frame: DOMRect, y: number, text: string): SVGElement {
  return s("text.tick.y", { x: frame.left - 7, y }, text);
}

function sideName(data: MapData, key: string | null, unit: string): string {
  return key === null ? "" : withBracket(title(columnNamed(data, key)), unit);
}

function nameSides(svg: SVGSVGElement, frame: DOMRect, x: string, y: string): void {
  svg.append(s("text.side", { x: frame.left + frame.width / 2, y: frame.bottom + 38 }, x));
  if (y === "") return;
  const middle = frame.top + frame.height / 2;
  svg.append(
    frame.top === kTop
      ? s("text.side", { x: 12, y: middle, transform: `rotate(-90 12 ${middle})` }, y)
      : s("text.side.above", { x: 4, y: kTop + 8 }, y),
  );
}
