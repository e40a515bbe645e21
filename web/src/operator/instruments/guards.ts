// Which guards are at work, as badges in each side's scene. A badge stays for a moment, or one that
// acts in single ticks would only flicker.
import { h } from "../../dom";
import type { AppView } from "../app_view";
import { guardsAtWork } from "../words";

const kStays = 0.6; // [s]
const kBits = 9;

export function attachGuards(app: AppView): void {
  for (const side of ["leader", "follower"] as const) {
    const { badges } = app.layout.cells[side];
    const until = new Float64Array(kBits);
    let shown = 0;
    app.on("session", () => until.fill(0));
    app.on("state", (state) => {
      let now = 0;
      for (let bit = 0; bit < kBits; ++bit) {
        if (state[side].guards & (1 << bit)) until[bit] = state.time + kStays;
        // a time far ahead is left from before the session began again
        if (state.time < until[bit]! && until[bit]! < state.time + 2 * kStays) now |= 1 << bit;
      }
      if (now === shown) return;
      shown = now;
      badges.replaceChildren(
        ...guardsAtWork(now).map(({ name, meaning }) => h("li.badge", { title: meaning }, name)),
      );
    });
  }
}
