// "Enter VR" and "Enter AR" in the toolbar, greyed with the reason where the browser cannot.
import { button } from "../../dom";

export type Mode = "immersive-vr" | "immersive-ar";

// why there is no headset here; empty when there is one
export async function hindrance(mode: Mode): Promise<string> {
  if (!isSecureContext) return "needs https or localhost: browsers show headsets to no other page";
  if (!navigator.xr) return "this browser has no WebXR";
  try {
    return (await navigator.xr.isSessionSupported(mode)) ? "" : "no headset found";
  } catch (error) {
    return `the browser refuses: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export class Entry {
  readonly button: HTMLButtonElement;
  private inside = false;
  private why = "looking for a headset";

  // wanted: asked to enter, or to leave when inside
  constructor(
    private readonly mode: Mode,
    wanted: (mode: Mode) => void,
  ) {
    const press = () => {
      if (!this.why || this.inside) wanted(mode);
    };
    const id = mode === "immersive-vr" ? "enter-vr" : "enter-ar";
    this.button = button("", press, { id, class: "headset-entry" });
    this.show();
    void this.look();
    navigator.xr?.addEventListener?.("devicechange", () => void this.look());
  }

  async look(): Promise<void> {
    this.why = await hindrance(this.mode);
    this.show();
  }

  set presenting(inside: boolean) {
    this.inside = inside;
    this.show();
  }

  // reachable by keyboard also when greyed, so that the reason can be read
  private show(): void {
    const name = this.mode === "immersive-vr" ? "VR" : "AR";
    const can = this.inside || !this.why;
    this.button.textContent = `${this.inside ? "Leave" : "Enter"} ${name}`;
    this.button.setAttribute("aria-disabled", String(!can));
    this.button.title = can ? "" : `${name}: ${this.why}`;
    // AR is rare: it is shown only where it works
    this.button.hidden = this.mode === "immersive-ar" && !can;
  }
}
