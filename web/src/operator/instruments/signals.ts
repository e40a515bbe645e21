// What the live plots show, and where it stands in a state.
import type { SideName, StateFrame, Triple } from "../protocol";

export type Axis = "x" | "y" | "z" | "size";
export const kAxes: Axis[] = ["x", "y", "z", "size"];

export interface Signal {
  label: string;
  variable: string; // the colour's custom property
  dash: number[];
  width: number;
  value(state: StateFrame, axis: Axis): number;
}

export interface LivePlot {
  id: string;
  title: string;
  unit: string;
  signals: Signal[];
}

export function component([x, y, z]: Triple, axis: Axis): number {
  return axis === "x" ? x : axis === "y" ? y : axis === "z" ? z : Math.hypot(x, y, z);
}

// the leader's line is wide enough to be seen below the follower's
function ofSide(side: SideName, value: Signal["value"]): Signal {
  const width = side === "leader" ? 2.5 : 1.25;
  return { label: side, variable: `--${side}`, dash: [], width, value };
}
function ofBoth(value: (state: StateFrame[SideName], axis: Axis) => number): Signal[] {
  return (["leader", "follower"] as const).map((side) =>
    ofSide(side, (state, axis) => value(state[side], axis)),
  );
}

export const kLivePlots: LivePlot[] = [
  {
    id: "force",
    title: "Force",
    unit: "N",
    signals: ofBoth(({ external }, axis) => component(external.force, axis)),
  },
  {
    id: "position",
    title: "Position",
    unit: "mm",
    signals: ofBoth(({ tool }, axis) => 1000 * component(tool.position, axis)),
  },
  { id: "tank", title: "Tanks", unit: "J", signals: ofBoth(({ tank }) => tank) },
  {
    id: "delay",
    title: "Link",
    unit: "ms",
    signals: [
      {
        label: "round trip",
        variable: "--other-1",
        dash: [],
        width: 1.5,
        value: ({ roundTrip }) => 1000 * roundTrip,
      },
      {
        label: "jitter",
        variable: "--other-2",
        dash: [6, 3],
        width: 1.5,
        value: ({ jitter }) => 1000 * jitter,
      },
    ],
  },
];
