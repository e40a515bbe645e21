// Postures with a name: go there by joints or in a straight line, store the one of now.
import { button, h } from "../../dom";
import type { App } from "../app";
import type { PoseModel, SideName } from "../protocol";
import { attempt } from "./paced";

export function poses(app: App, side: () => SideName) {
  const list = h("ul.poses");
  const name = h("input", {
    type: "text",
    "aria-label": "Name of the posture",
    placeholder: "name",
    maxlength: 40,
    required: true,
  });
  const problem = h("p.refusal", { role: "alert" });
  const form = h("form.store", name, h("button", "Store as"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = name.value.trim();
    if (!given) return;
    void attempt(app.ask({ do: "store", side: side(), name: given }), problem).then(() => {
      if (!problem.textContent) name.value = "";
    });
  });

  const go = (pose: PoseModel, by: "joints" | "tool", text: string) => {
    const label = `go to ${pose.name} ${by === "joints" ? "by joints" : "in a straight line"}`;
    const act = () => attempt(app.ask({ do: "go", side: pose.side, pose: pose.name, by }), problem);
    return button(text, () => void act(), { "aria-label": label, title: label });
  };
  const show = () => {
    const mine = app.poses.filter((pose) => pose.side === side());
    list.replaceChildren(
      ...mine.map((pose) =>
        h("li", h("span.name", pose.name), go(pose, "joints", "Go"), go(pose, "tool", "Straight")),
      ),
      ...(mine.length === 0 ? [h("li.none", "None is stored yet.")] : []),
    );
  };
  app.on("said", (said) => {
    if (said.say === "poses") show();
  });
  const element = h("div", h("h3", "Stored postures"), list, form, problem);
  return { element, show };
}
