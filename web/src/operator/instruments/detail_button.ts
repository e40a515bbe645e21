// Says in the toolbar how much detail the scenes have; pressing it tries all detail again.
import { h } from "../../dom";
import type { AppView } from "../app_view";

export function attachDetail(app: AppView): void {
  const { stage } = app;
  const button = h("button", { type: "button", class: "tool detail" });
  const show = () => {
    button.textContent = `detail: ${stage.governor.detail.name}`;
    button.title =
      stage.governor.level === 0
        ? "Everything is drawn"
        : "Less is drawn, so that 60 pictures a second are reached. Press to try all of it again.";
  };
  button.addEventListener("click", () => {
    stage.setDetail(0);
    show();
  });
  app.lowered = show;
  show();
  app.toolbar.append(button);
}
