// The force at the handle as vibration: a motor in a controller cannot push, but it can say how
// hard the leader is pushed.
//   strength = min(|f| / limit, 1), nothing below a share that is noise
// Pulses come at most 50 times a second and overlap a little, so that a steady force is one steady
// hum; more often, and the headset's own queue of pulses lags behind the force.

export interface Actuator {
  pulse(strength: number, ms: number): unknown;
}

export const kPulseInterval = 0.02; // [s]
const kPulseLength = 30; // [ms]
const kQuiet = 0.02; // share of the limit below which there is no pulse
const kUsualLimit = 20; // [N] of a leader that has none

export function vibrationStrength(force: readonly number[], limit: number): number {
  const share = Math.hypot(...force) / (limit > 0 ? limit : kUsualLimit);
  return share >= kQuiet ? Math.min(share, 1) : 0; // also for what is not a number
}

export class Vibration {
  private last = -Infinity;

  // now: [s]; returns whether there was a pulse
  feel(actuator: Actuator | undefined, force: readonly number[], limit: number, now: number): boolean {
    const strength = vibrationStrength(force, limit);
    if (!actuator || strength === 0 || now - this.last < kPulseInterval) return false;
    this.last = now;
    actuator.pulse(strength, kPulseLength);
    return true;
  }
}
