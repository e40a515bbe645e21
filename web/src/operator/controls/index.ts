// The controls of the operator's page: what a person does to the session rather than sees of it.
import "../../style/operator-controls.css";
import type { Part } from "../app";
import { attachFixtures } from "./fixtures";
import { attachHandle } from "./handle";
import { attachJog } from "./jog";
import { Pointing } from "./pointing";
import { attachLink } from "./sliders";

export const attach: Part = (app) => {
  const leader = new Pointing(app.scenes.leader);
  const follower = new Pointing(app.scenes.follower);
  attachLink(app);
  attachJog(app);
  // the handles of a chosen fixture may lie upon the tool, and are small: they are asked first
  attachFixtures(app, follower);
  attachHandle(app, [leader, follower]);
};
