// What the numbers of a state are called.
import type { StateFrame } from "./protocol";

// control::Engagement
const kEngagements: [string, string][] = [
  ["waiting", "has received nothing from the other side yet"],
  ["engaging", "is on its way to the other side"],
  ["engaged", "is coupled to the other side"],
  ["holding", "holds still: the other side is silent or not ready"],
  ["clutched", "moves alone while the clutch is held"],
];

// guard::StopReason
const kStops = [
  "",
  "emergency stop",
  "collision",
  "a number that is not finite",
  "frozen sensor",
  "joint speed",
  "a limit was broken",
  "the device asked for it",
];

const kGuards: [bit: number, name: string, meaning: string][] = [
  [1, "joint stops", "pushes away from the end of a joint's range"],
  [2, "joint speed", "a joint is slowed down"],
  [4, "tool speed", "the tool is slowed down"],
  [8, "torque rate", "efforts rise no faster than they may"],
  [16, "power", "the power to the device is bounded"],
  [32, "fence", "keeps the tool within its fence"],
  [64, "contact", "the force of contact is bounded"],
  [128, "effort cut off", "efforts are cut at their limit"],
  [256, "proof voided", "a bound took away what the proof of passivity needs"],
];

export const engagementName = (engagement: number): string =>
  kEngagements[engagement]?.[0] ?? "unknown";
export const engagementMeaning = (engagement: number): string =>
  kEngagements[engagement]?.[1] ?? "is in a state that this page does not know";
export const stopReason = (reason: number): string => kStops[reason] ?? "unknown reason";

export function guardsAtWork(guards: number): { name: string; meaning: string }[] {
  return kGuards
    .filter(([bit]) => (guards & bit) !== 0)
    .map(([, name, meaning]) => ({ name, meaning }));
}

// "2 of 60,000": of the side that was late more often, among all ticks that it had to do so far.
// rate: of each side's ticks [Hz]
export function lateTicks(
  { late: { leader, follower }, time }: Pick<StateFrame, "late" | "time">,
  rate: number,
): { text: string; title: string } {
  const worst = Math.max(leader, follower);
  const due = Math.max(worst, Math.round(time * rate)); // the clock starts once both sides have met
  const number = (count: number) => count.toLocaleString("en");
  return {
    text: `${number(worst)} of ${number(due)}`,
    title:
      "Control ticks that began more than a fifth of a period late or were left out, since the " +
      `start: leader ${number(leader)}, follower ${number(follower)}, of ${number(due)} each. ` +
      "Many mean that this machine is too busy for real time.",
  };
}
