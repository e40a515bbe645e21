// The verdict on a whole run with every reason for it: the same words in the report and on the
// operator's page.
import { h } from "./dom";

const kVerdicts = {
  pass: { sign: "✓", text: "Pass" },
  fail: { sign: "✕", text: "Fail" },
  never_met: { sign: "✕", text: "Never met" },
  fault: { sign: "!", text: "Fault" },
  stopped: { sign: "!", text: "Stopped" },
};

export type Verdict = keyof typeof kVerdicts;

export const isVerdict = (word: unknown): word is Verdict =>
  typeof word === "string" && Object.keys(kVerdicts).includes(word);

// a sign beside the word, for those who do not see its colour
export const finding = (sign: string, word: string): HTMLElement =>
  h("strong", h("span", { "aria-hidden": "true" }, sign), " ", word);

// instead: what is said when there is no reason to name
export function verdictBlock(verdict: Verdict, reasons: string[], instead: string): HTMLElement {
  const { sign, text } = kVerdicts[verdict];
  return h(
    "div",
    { class: `verdict ${verdict}` },
    finding(sign, text),
    reasons.length > 0
      ? h("ul.reasons", ...reasons.map((reason) => h("li", reason)))
      : h("p", instead),
  );
}
