// The panel "Link and control": what a running session may change. What the station says holds; a
// control shows something else only while the person's own wish is on its way.
import { button, h, slug } from "../../dom";
import { humanName } from "../../format";
import type { App } from "../app";
import type { Value } from "../protocol";
import { Paced, attempt } from "./paced";
import { passivityHint } from "./passivity_hint";
import { type Quantity, assignment, kPresets, kQuantities, positionOf, valueAt } from "./quantity";
import { onSession } from "./session";

const kInterval = 150; // between two changes of one control [ms]
const kSteps = 500; // of a slider
const kLabels: Record<string, string> = {
  "coupling.kind": "Coupling",
  "passivity.kind": "Passivity",
};

interface Control {
  element: HTMLElement;
  show(value: Value | undefined): void; // the true one
}

export function attachLink(app: App): void {
  const panel = app.panel("Link and control", { id: "link-and-control", open: true });
  const place = h("div.link-controls");
  panel.append(place);
  let controls = new Map<string, Control>();
  const show = (values: Record<string, Value>) => {
    for (const [key, control] of controls) control.show(values[key]);
  };
  onSession(app, (session) => {
    controls = new Map();
    for (const q of kQuantities)
      if (session.values[q.key] !== undefined) controls.set(q.key, slider(app, q));
    for (const [key, choices] of Object.entries(session.choices))
      controls.set(key, select(app, key, choices));
    place.replaceChildren(
      presets(app, controls),
      ...[...controls.values()].map((control) => control.element),
      passivityHint(app),
    );
    show(session.values);
  });
  app.on("said", (said) => {
    // a recording that is shown has values of its own
    if (said.say === "values") show(app.values);
  });
}

// one key's wishes, the refusal of the last one, and what the station said last
function wishes(
  app: App,
  key: string,
  element: HTMLElement,
  draw: (value: Value) => void,
): { wish(value: Value): void; show(value: Value | undefined): void } {
  const problem = h("p.refusal", { role: "alert" });
  element.append(problem);
  let truth: Value | undefined;
  const paced = new Paced<Value>(
    (value) => app.ask({ do: "change", set: [assignment(key, value)] }),
    kInterval,
    (refused) => {
      problem.textContent = refused ?? "";
      element.classList.toggle("refused", refused !== undefined);
      if (refused !== undefined && truth !== undefined) draw(truth);
    },
  );
  return {
    wish: (value) => paced.wish(value),
    show(value) {
      truth = value ?? truth;
      if (truth !== undefined && !paced.busy) draw(truth);
    },
  };
}

function slider(app: App, q: Quantity): Control {
  const id = `control-${slug(q.key)}`;
  const input = h("input", { id, type: "range", min: 0, max: kSteps, step: 1 });
  const output = h("output", { for: id });
  const element = h("div.control", h("label", { for: id }, q.label), output, input);
  const say = (value: number) => {
    output.textContent = q.text(value);
    input.setAttribute("aria-valuetext", q.text(value));
  };
  const { wish, show } = wishes(app, q.key, element, (value) => {
    input.value = String(Math.round(positionOf(q, Number(value)) * kSteps));
    say(Number(value));
  });
  input.addEventListener("input", () => {
    const value = valueAt(q, Number(input.value) / kSteps);
    say(value);
    wish(value);
  });
  return { element, show };
}

function select(app: App, key: string, choices: string[]): Control {
  const id = `control-${slug(key)}`;
  const input = h("select", { id }, ...choices.map((c) => h("option", { value: c }, c)));
  const name = kLabels[key] ?? humanName(key.replaceAll(".", " "));
  const element = h("div.control", h("label", { for: id }, name), input);
  const { wish, show } = wishes(app, key, element, (value) => {
    input.value = String(value);
  });
  input.addEventListener("change", () => wish(input.value));
  return { element, show };
}

function presets(app: App, controls: Map<string, Control>): HTMLElement {
  const possible = controls.has("link.delay") && controls.has("link.loss");
  const problem = h("p.refusal", { role: "alert" });
  const choose = (delay: number, loss: number) => {
    const set = [assignment("link.delay", delay), assignment("link.loss", loss)];
    void attempt(app.ask({ do: "change", set }), problem);
  };
  const row = h("div.presets", { role: "group", "aria-label": "Link like" });
  for (const { name, delay, loss } of possible ? kPresets : [])
    row.append(button(name, () => choose(delay, loss)));
  return h("div.preset-row", row, problem);
}
