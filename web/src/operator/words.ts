// What the numbers of a state are called.

// control::Engagement
const kEngagements: [string, string][] = [
  ["waiting", "has not heard the other side yet"],
  ["engaging", "is on its way to the other side"],
  ["engaged", "is coupled to the other side"],
  ["holding", "holds still: the other side is not heard or not ready"],
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
