// What is marked on the time line: phases as bands, events as ticks. Labels that would lie upon
// each other are left to the pointer and the screen reader.
import { button, h } from "../../dom";
import { formatTime, humanName } from "../../format";
import type { Recording } from "./recording";

const kLabelRoom = 7; // of a label, a letter [px]

export type AtShare = (t: number) => number; // of the time line's width

export function phaseBands(recording: Recording, at: AtShare): HTMLElement[] {
  const inside = (t: number) => Math.min(1, Math.max(0, at(t)));
  return recording.phases.map(({ name, from, to }, i) => {
    const band = h("div", { class: `phase ${i % 2 ? "odd" : "even"}`, title: `Phase ${name}` }, h("span", name));
    const [left, right] = [inside(from), inside(Math.min(to, recording.to))];
    band.style.left = `${100 * left}%`;
    band.style.width = `${100 * Math.max(0, right - left)}%`;
    return band;
  });
}

export function eventMarks(
  recording: Recording,
  at: AtShare,
  width: number, // of the time line [px]
  go: (t: number) => void,
): HTMLElement[] {
  let free = -Infinity; // up to where labels are [px]
  const marks: HTMLElement[] = [];
  for (const event of recording.events) {
    // bands show them already
    if (event.what === "phase" && recording.phases.length > 0) continue;
    const share = at(event.time);
    if (share < 0 || share > 1) continue;
    const label = humanName(event.what);
    const needs = kLabelRoom * label.length;
    const fits = share * width > free && share * width + needs < width;
    if (fits) free = share * width + needs;
    const words = `${label} at ${formatTime(event.time)}${event.detail ? `: ${event.detail}` : ""}`;
    const name = { title: words, "aria-label": `Go to ${words}` };
    const mark = button("", () => go(event.time), { class: "event", tabindex: -1, ...name });
    if (fits) mark.append(h("span", label));
    mark.style.left = `${100 * share}%`;
    marks.push(mark);
  }
  return marks;
}

// for the screen reader: where one is, in which phase, and what happened last
export function spokenTime(recording: Recording, t: number): string {
  const phase = recording.phases.find(({ from, to }) => from <= t && t < to);
  const last = recording.events.filter(({ time, what }) => time <= t && what !== "phase").at(-1);
  return [
    `${t.toFixed(2)} of ${recording.to.toFixed(2)} seconds`,
    phase && `phase ${phase.name}`,
    last && `after ${humanName(last.what).toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(", ");
}
