// The headset on the operator's page: buttons in the toolbar, a section at the side that says how
// the robot is registered. docs/headset.md
import { button, h } from "../../dom";
import type { App, Part } from "../app";
import type { SideName } from "../protocol";
import { Entry, type Mode } from "./entry";
import { Headset } from "./headset";
import { millimetres, robotKey } from "./registering";
import "./headset.css";

// what there is to know about registration, and to do about it
class RegistrationSection {
  private readonly status = h("p.headset-status", { role: "status" });
  private readonly points = h("ol.headset-points");
  private readonly robot = h("select", { "aria-label": "Robot that is registered" });
  private readonly undo = button("Undo last point", () => this.headset.touching?.takeBack());
  private readonly forget = button("Forget", () => this.forgetRobot());
  private readonly touch = button("", () => this.headset.toggleTouching());

  constructor(
    private readonly app: App,
    private readonly headset: Headset,
    content: HTMLElement,
  ) {
    content.append(
      h("label.headset-robot", "Robot ", this.robot),
      this.status,
      this.points,
      h("div.headset-actions", this.touch, this.undo, this.forget),
    );
    for (const side of ["leader", "follower"]) this.robot.append(h("option", { value: side }, side));
    this.robot.addEventListener("change", () => this.chooseRobot(this.robot.value as SideName));
  }

  update(): void {
    const { headset } = this;
    const { touching, stored } = headset;
    this.touch.textContent = touching ? "Done" : "Register";
    this.touch.disabled = !headset.session;
    this.touch.title = headset.session ? "" : "enter VR first";
    this.undo.disabled = !touching || touching.registering.touched.length === 0;
    this.forget.disabled = !!touching || !stored;
    this.robot.disabled = !!touching;
    const touched = touching ? touching.registering.touched : (stored?.touched ?? []);
    const residuals = touching ? touching.registering.residuals : (stored?.residuals ?? []);
    this.points.replaceChildren(
      ...touched.map(({ name }, k) => {
        const left = residuals[k];
        return h("li", name, left === undefined ? "" : h("span", millimetres(left)));
      }),
    );
    this.status.textContent = touching
      ? touching.registering.verdict
      : stored
        ? `Registered by ${touched.length} points, RMS ${millimetres(stored.rms)}, ${new Date(stored.when).toLocaleString()}`
        : "Not registered: the leader's tool begins before your eyes.";
  }

  private chooseRobot(side: SideName): void {
    this.headset.robot = side;
    this.headset.place();
    this.update();
  }

  private forgetRobot(): void {
    const { session } = this.app;
    const side = this.headset.robot;
    if (session) localStorage.removeItem(robotKey(side, session[side].robot));
    this.headset.place();
    this.update();
  }
}

export const attach: Part = (app) => {
  let section: RegistrationSection | undefined;
  const headset = new Headset(app, () => {
    for (const entry of entries) entry.presenting = headset.session !== undefined;
    section?.update();
  });
  const wanted = (mode: Mode) => {
    const done = headset.session ? headset.leave() : headset.enter(mode);
    done.catch((error: unknown) =>
      app.notify(`No headset: ${error instanceof Error ? error.message : String(error)}`, "error"),
    );
  };
  const entries = (["immersive-vr", "immersive-ar"] as const).map((mode) => new Entry(mode, wanted));
  for (const entry of entries) app.toolbar.append(entry.button);
  section = new RegistrationSection(app, headset, app.panel("Headset", { open: false, id: "headset" }));
  section.update();
  app.on("session", () => section?.update());
};
