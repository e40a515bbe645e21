// A speed that is asked for again and again while a button is down, because a robot must stop by
// itself when the page is gone. Let go, it is sent at once.
import type { App } from "../app";
import type { SideName } from "../protocol";

const kPeriod = 80; // [ms]; the station takes it as let go after 200

export interface Jog {
  side: SideName;
  space: "joints" | "tool";
  velocity: number[]; // per joint [rad/s or m/s]; or angular, linear
}

export class JogRepeat {
  private jog: (() => Jog) | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly ended = new Set<() => void>();

  constructor(private readonly app: App) {
    app.on("connection", (state) => state !== "open" && this.stop());
    app.on("said", (said) => {
      if (said.say !== "refused" || said.id !== undefined || !this.jog) return;
      this.stop();
      app.notify(`The robot does not move: ${said.why}`, "error");
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.stop());
    addEventListener("blur", () => this.stop());
  }

  onEnd(handler: () => void): void {
    this.ended.add(handler);
  }

  // asked each time, so that the speed may change meanwhile
  start(jog: () => Jog): void {
    this.stop();
    this.jog = jog;
    this.send(jog());
    this.timer = setInterval(() => this.jog && this.send(this.jog()), kPeriod);
  }

  stop(): void {
    if (!this.jog) return;
    const last = this.jog();
    this.jog = undefined;
    clearInterval(this.timer);
    this.send({ ...last, velocity: last.velocity.map(() => 0) });
    for (const handler of this.ended) handler();
  }

  private send(jog: Jog): void {
    this.app.ask({ do: "jog", ...jog }).catch(() => this.stop());
  }
}

// mouse, finger, pen, Space and Enter alike: down while it is down
export function whileDown(button: HTMLElement, down: () => void, up: () => void): void {
  let pressed = false;
  const press = () => {
    pressed = true;
    button.classList.add("down");
    down();
  };
  const lift = () => {
    if (!pressed) return;
    pressed = false;
    button.classList.remove("down");
    up();
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    press();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"])
    button.addEventListener(end, lift);
  button.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) press();
  });
  button.addEventListener("keyup", (event) => {
    if (event.key === " " || event.key === "Enter") lift();
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}
