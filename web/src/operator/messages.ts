// Lines for people. Notices go by themselves; errors stay until they are read.
import { button, h } from "../dom";

const kShown = 5000; // [ms]
const kMost = 4; // at a time

export class Messages {
  constructor(private readonly element: HTMLElement) {}

  show(text: string, kind: "notice" | "error"): void {
    const same = [...this.element.children].find((line) => line.firstChild?.textContent === text);
    same?.remove();
    const line = h(
      "div",
      { class: `message ${kind}`, ...(kind === "error" ? { role: "alert" } : {}) },
      h("span", text),
      button("×", () => line.remove(), { class: "small", "aria-label": "Dismiss" }),
    );
    this.element.append(line);
    if (kind === "notice") setTimeout(() => line.remove(), kShown);
    while (this.element.children.length > kMost) this.element.firstElementChild?.remove();
  }
}
