// What the buttons of a controller mean, by the layout "xr-standard" (WebXR Gamepads Module, 3.3):
// 0 trigger, 1 squeeze, 2 touchpad, 3 thumbstick, 4 A or X, 5 B or Y.
//   trigger or squeeze      takes the handle, for as long as it is pressed
//   A/X, or both of these   clutch
//   B/Y                     stop; the touchpad on a controller that has no such buttons
//   thumbstick              pressed: begins and ends registering; aside: the next point
// Hands have no buttons: index finger and thumb that touch are the trigger.

export interface Buttons {
  grab: boolean;
  clutch: boolean;
  stop: boolean;
  mode: boolean;
  step: -1 | 0 | 1; // thumbstick to the left, at rest, to the right
}

export const kAtRest: Buttons = { grab: false, clutch: false, stop: false, mode: false, step: 0 };

// a pull past the first begins, one below the second ends, so that a trembling finger does neither
const kPulled = 0.6;
const kLetGo = 0.4;
const kPushedAside = 0.7;
const kFingersTouch = 0.015; // [m]
const kFingersApart = 0.03; // [m]

interface Pad {
  readonly buttons: readonly { readonly pressed: boolean; readonly value: number }[];
  readonly axes: readonly (number | null)[];
}

export class ButtonReader {
  private trigger = false;
  private squeeze = false;

  read(pad: Pad | undefined): Buttons {
    const value = (k: number) => pad?.buttons[k]?.value ?? 0;
    const pressed = (k: number) => pad?.buttons[k]?.pressed ?? false;
    this.trigger = value(0) > (this.trigger ? kLetGo : kPulled);
    this.squeeze = value(1) > (this.squeeze ? kLetGo : kPulled);
    const aside = pad?.axes[2] ?? 0;
    const lettered = (pad?.buttons.length ?? 0) > 5;
    return {
      grab: this.trigger || this.squeeze,
      clutch: pressed(4) || (this.trigger && this.squeeze),
      stop: lettered ? pressed(5) : pressed(2),
      mode: pressed(3),
      step: Math.abs(aside) < kPushedAside ? 0 : aside < 0 ? -1 : 1,
    };
  }

  // gap: between the tips of index finger and thumb [m]
  readHand(gap: number): Buttons {
    this.trigger = gap < (this.trigger ? kFingersApart : kFingersTouch);
    this.squeeze = false;
    return { ...kAtRest, grab: this.trigger };
  }
}

// what has gone down since the last picture
export function newlyPressed(before: Buttons, now: Buttons) {
  return {
    grab: now.grab && !before.grab,
    clutch: now.clutch && !before.clutch,
    stop: now.stop && !before.stop,
    mode: now.mode && !before.mode,
    step: before.step === 0 ? now.step : 0,
  };
}
