// Says in the toolbar how much detail the scenes have; pressing it tries all detail again.
import { button } from "../../dom";
import type { AppView } from "../app_view";

export function attachDetail(app: AppView): void {
  const { stage } = app;
  const tryAll = () => {
    stage.setDetail(0);
    show();
  };
  const detail = button("", tryAll, { class: "tool detail" });
  const show = () => {
    detail.textContent = `detail: ${stage.governor.detail.name}`;
    detail.title =
      stage.governor.level === 0
        ? "Everything is drawn"
        : "Less is drawn, so that 60 pictures a second are reached. Press to try all of it again.";
  };
  app.lowered = show;
  show();
  app.toolbar.append(detail);
}
