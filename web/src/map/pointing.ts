// How cells are pointed at.
import type { MapCell } from "./cells";

export interface Listener {
  hover(cell: MapCell | null, element: Element): void;
  choose(cell: MapCell, element: Element): void;
}

// Mouse, finger and keyboard; of all cells one takes part in the order of the tab key, and arrows
// go from there to the next in that direction.
export function listen(svg: SVGSVGElement, place: Map<Element, MapCell>, listener: Listener): void {
  const groups = [...place.keys()];
  groups[0]?.setAttribute("tabindex", "0");
  for (const [group, cell] of place) {
    group.addEventListener("pointerenter", () => listener.hover(cell, group));
    group.addEventListener("pointerleave", () => listener.hover(null, group));
    group.addEventListener("focus", () => listener.hover(cell, group));
    group.addEventListener("blur", () => listener.hover(null, group));
    group.addEventListener("click", () => listener.choose(cell, group));
  }
  svg.addEventListener("keydown", (event) => {
    const now = groups.find((group) => group === document.activeElement);
    const cell = now && place.get(now);
    if (!now || !cell) return;
    if (event.key === "Enter" || event.key === " ") listener.choose(cell, now);
    else {
      const next = neighbour(now, groups, event.key);
      if (!next) return;
      now.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      (next as SVGElement).focus();
    }
    event.preventDefault();
  });
}

const kArrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

// the nearest in the direction of the key, what lies aside counting double
function neighbour(now: Element, groups: Element[], key: string): Element | undefined {
  const arrow = kArrows[key];
  if (!arrow) return undefined;
  const at = (group: Element): [number, number] => [
    Number(group.getAttribute("data-x")),
    Number(group.getAttribute("data-y")),
  ];
  const [x, y] = at(now);
  let best: Element | undefined;
  let nearest = Infinity;
  for (const group of groups) {
    const [dx, dy] = [at(group)[0] - x, at(group)[1] - y];
    const ahead = dx * arrow[0] + dy * arrow[1];
    const aside = Math.abs(dx * arrow[1]) + Math.abs(dy * arrow[0]);
    if (ahead <= 0 || ahead + 2 * aside >= nearest) continue;
    nearest = ahead + 2 * aside;
    best = group;
  }
  return best;
}
