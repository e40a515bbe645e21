// The passivity certificate: whether the two device ports together ever gave out more energy than
// they had taken in, and whether anything guaranteed that they would not.
import type { Passivity } from "./data";
import { h } from "./dom";
import { formatQuantity, formatTime } from "./format";
import { definitionList } from "./tables";

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
      "div",
      { class: "finding" },
      h("h2", {}, "Passivity"),
      h("strong", {}, h("span", { "aria-hidden": "true" }, verdict.sign), " ", verdict.text),
      h("p", {}, finding(passivity, side)),
      passivity.voided_by.length > 0 &&
        h(
          "div",
          { class: "voided" },
          h("p", {}, "What voided the guarantee:"),
          h("ul", {}, ...passivity.voided_by.map((reason) => h("li", {}, reason))),
        ),
    ),
    definitionList(energies(passivity, side)),
  );
}

// a hand that drives: the platform has a supply of its own, only the hand's port counts
const kDriving = "obstacle-store";

function findingOfDriver({ verdict, first_violation_s, stored_j = 0 }: Passivity): string {
  const store = `what the obstacles’ force held in store, ${formatQuantity(stored_j, "J")}`;
  if (verdict === "violated") {
    const when = first_violation_s === null ? "" : `, first at ${formatTime(first_violation_s, 3)}`;
    return `The hand was given more energy than it had put in and ${store}${when}.`;
  }
  const kept = `At no time was the hand given more energy than it had put in and ${store}`;
  const promise = verdict === "passive" ? ", which guarantees it" : ", but nothing guaranteed it";
  return `${kept}${promise}. The platform has a supply of its own.`;
}

export function finding(passivity: Passivity, side?: string): string {
  const { verdict, method, first_violation_s } = passivity;
  if (method === kDriving) return findingOfDriver(passivity);
  if (verdict === "violated") {
    const when = first_violation_s === null ? "" : `, first at ${formatTime(first_violation_s, 3)}`;
    return `${capital(whoOf(side))} together gave out more energy than they had taken in${when}.`;
  }
  const kept = `At no time had ${whoOf(side)} together given out more energy than taken in`;
  return verdict === "passive"
    ? `${kept}. The method, ${method}, guarantees it.`
    : `${kept}, but nothing guaranteed it.`;
}

// what the certificate is about
function whoOf(side?: string): string {
  return side === undefined ? "the two device ports" : `the ${side}’s device port and its link`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// a negative amount was given out
export function energies(
  { taken_in_j, margin_j, method, stored_j = 0 }: Passivity,
  side?: string,
): [string, string][] {
  const row = (who: string, energy: number): [string, string] => [
    `${who} ${energy < 0 ? "gave out" : "took in"}`,
    formatQuantity(Math.abs(energy), "J"),
  ];
  const least: [string, string] = ["Least sum at any time", formatQuantity(margin_j, "J")];
  if (method === kDriving) {
    return [
      row("The hand’s port", taken_in_j.leader),
      ["In store at the start", formatQuantity(stored_j, "J")],
      ["Least at any time", formatQuantity(margin_j, "J")],
    ];
  }
  if (side !== undefined) {
    const own = side === "leader" ? taken_in_j.leader : taken_in_j.follower;
    return [row("The port", own), row("Port and link", taken_in_j.sum), least];
  }
  return [
    row("Leader’s port", taken_in_j.leader),
    row("Follower’s port", taken_in_j.follower),
    row("Together they", taken_in_j.sum),
    least,
  ];
}
