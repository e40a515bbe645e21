// The passivity certificate: whether the two device ports together ever gave out more energy than
// they had taken in, and whether anything guaranteed that they would not.
import type { Passivity } from "./data";
import { h } from "./dom";
import { formatQuantity, formatTime } from "./format";
import { definitionList } from "./tables";
import { finding } from "./verdict";

const kVerdicts = {
  passive: { sign: "✓", text: "Passive" },
  violated: { sign: "✕", text: "Violated" },
  not_guaranteed: { sign: "!", text: "Not guaranteed" },
};

// `side`: the one that a process of its own played, if it was one
export function certificate(passivity: Passivity, side?: string): HTMLElement {
  const verdict = kVerdicts[passivity.verdict];
  return h(
    "section",
    { class: `certificate ${passivity.verdict}`, "aria-label": "Passivity certificate" },
    h(
      "div.finding",
      h("h2", "Passivity"),
      finding(verdict.sign, verdict.text),
      h("p", passivity.finding),
      passivity.voided_by.length > 0 &&
        h(
          "div.voided",
          h("p", "What voided the guarantee:"),
          h("ul", ...passivity.voided_by.map((reason) => h("li", reason))),
        ),
    ),
    definitionList(energies(passivity, side)),
  );
}

// a negative amount was given out; a port that is no part of the balance is left out
export function energies(passivity: Passivity, side?: string): [string, string][] {
  const { taken_in_j, margin_j, stored_j, uncertain_j = 0, port, starved_s } = passivity;
  const row = (who: string, energy: number): [string, string] => [
    `${who} ${energy < 0 ? "gave out" : "took in"}`,
    formatQuantity(Math.abs(energy), "J"),
  ];
  const portOf = (which: "leader" | "follower") => kPorts[port[which]](which);
  const rows: [string, string][] = [];
  if (side === "leader" || side === "follower") {
    rows.push(row(portOf(side), taken_in_j[side]), row("Port and link", taken_in_j.sum));
  } else {
    const counted = (["leader", "follower"] as const).filter((which) => port[which] !== "own");
    rows.push(...counted.map((which) => row(portOf(which), taken_in_j[which])));
    if (counted.length > 1) rows.push(row("Together they", taken_in_j.sum));
  }
  if (stored_j > 0) rows.push(["In store at the start", formatQuantity(stored_j, "J")]);
  if (uncertain_j > 0) {
    rows.push(["Tolerated for errors of wrenches", formatQuantity(uncertain_j, "J")]);
  }
  rows.push(["Least left after the first charge", formatQuantity(margin_j, "J")]);
  for (const which of ["leader", "follower"] as const) {
    if (starved_s[which] > 0) {
      rows.push([`Effort scaled down, ${which}`, formatTime(starved_s[which], 1)]);
    }
  }
  return rows;
}

// where a side's energy is counted
const kPorts = {
  joints: (side: string) => (side === "leader" ? "Leader’s joints" : "Follower’s joints"),
  tool: (side: string) => (side === "leader" ? "Leader’s tool" : "Follower’s tool"),
  hand: () => "The hand",
  own: (side: string) => `The ${side}`,
};
