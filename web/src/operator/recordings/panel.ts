// The panel of recordings: open one, what the server offers, and, of two, what differs, how they
// lie upon each other, and their curves.
import { button, h } from "../../dom";
import type { Compared } from "./compare";

export interface PanelActions {
  open(): void;
  openOffered(i: number): void;
  shift(seconds: number): void; // the second, to this much later
  align(): void; // by what happened
  drop(): void; // the second
}

export class RecordingPanel {
  private readonly offers = h("ul.offers");
  private readonly notes = h("ul.notes");
  private readonly comparison = h("div.comparison", { hidden: true });
  private readonly lines = h("tbody");
  private readonly names = [h("th", { scope: "col" }), h("th", { scope: "col", class: "second" })] as const;
  private readonly offset = h("input", { type: "number", step: 0.01, value: 0, "aria-label": "Shift of the second [s]" });

  constructor(
    content: HTMLElement,
    private readonly actions: PanelActions,
    plots: HTMLElement,
  ) {
    const press = (label: string, act: () => void, title: string | false = false) =>
      button(label, act, { class: "small", title });
    this.offset.addEventListener("input", () => {
      if (this.offset.value !== "" && Number.isFinite(this.offset.valueAsNumber)) actions.shift(this.offset.valueAsNumber);
    });
    this.comparison.append(
      h(
        "table",
        h("caption", "What differs"),
        h("thead", h("tr", h("td"), ...this.names)),
        this.lines,
      ),
      h(
        "p.shift",
        h("label", "Second later by ", this.offset, " s"),
        press("Align", () => actions.align(), "So that the first event of the same kind coincides"),
        press("Drop the second", () => actions.drop()),
      ),
    );
    content.append(
      h("p", press("Open recording…", () => actions.open())),
      h("p.hint", "A log.mcap of a session, or two to compare; also by dropping them on the page. Nothing leaves this computer."),
      this.offers,
      this.notes,
      this.comparison,
      plots,
    );
  }

  offer(names: string[]): void {
    this.offers.replaceChildren(
      ...names.map((name, i) =>
        h("li", button(name, () => this.actions.openOffered(i), { class: "small" })),
      ),
    );
  }

  note(lines: string[]): void {
    this.notes.replaceChildren(...lines.map((line) => h("li", line)));
  }

  compare(lines: Compared[] | undefined, names: [string, string] = ["", ""], offset = 0): void {
    this.comparison.hidden = lines === undefined;
    if (!lines) return;
    this.names.forEach((cell, i) => (cell.textContent = names[i]!));
    // what one is typing is not written over
    if (document.activeElement !== this.offset) this.offset.value = String(Number(offset.toFixed(3)));
    this.lines.replaceChildren(
      ...lines.map(({ what, values, differs }) =>
        h(
          "tr",
          { class: differs ? "differs" : "same" },
          h("th", { scope: "row" }, what),
          ...values.map((value) => h("td", value)),
        ),
      ),
    );
  }
}
