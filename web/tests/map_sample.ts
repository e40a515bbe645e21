// A sweep as the program would hand it over: delay and loss, two methods, two seeds. Made of closed
// forms; nothing here is measured.
import type { Cell, MapColumn, MapData } from "../src/map/data";

export const kDelays = [0, 0.02, 0.04, 0.06];
export const kLosses = [0, 0.25, 0.5];
export const kMethods = ["none", "two-layer"];

function column(name: string, unit: string, role: MapColumn["role"], type = "number"): MapColumn {
  return { name, unit, role, type: type as MapColumn["type"], sampled: false, log: false };
}

function row(job: number, seed: number, delay: number, loss: number, method: string): Cell[] {
  const wild = method === "none" && delay > 0.05;
  const fails = method === "none" ? delay > 0.03 : delay > 0.05 && seed === 2;
  return [
    String(job),
    String(seed),
    delay,
    loss,
    method,
    wild ? "fault" : fails ? "fail" : "pass",
    wild ? "joint_speed" : null,
    0.003 + 0.2 * delay + 0.001 * loss * seed,
    wild ? null : 4 + seed,
  ];
}

export function sampleMap(): MapData {
  const rows: Cell[][] = [];
  for (const delay of kDelays)
    for (const loss of kLosses)
      for (const method of kMethods)
        for (const seed of [1, 2]) rows.push(row(rows.length, seed, delay, loss, method));
  return {
    title: "Delay and <loss>",
    description: "How the outcome depends on link.delay, link.loss, passivity.kind.",
    parts: [["Sessions", String(rows.length)]],
    columns: [
      column("job", "", "label", "text"),
      column("seed", "", "repeat", "text"),
      column("link.delay", "s", "axis"),
      column("link.loss", "", "axis"),
      column("passivity.kind", "", "axis", "text"),
      column("verdict", "", "figure", "text"),
      column("fault", "", "figure", "text"),
      column("tracking_error_mean", "m", "figure"),
      column("operator_force_max", "N", "figure"),
    ],
    rows,
    flag: "fault",
    command:
      "tether run omega_lwr_wall --set 'phases=[]' --set link.delay={link.delay} --set link.loss={link.loss} --set passivity.kind={passivity.kind} --set seed={seed}",
    made_by: "tether sweep omega_lwr_wall --vary link.delay=0:0.06:4",
  };
}

// the same keys, sampled
export function sampledMap(): MapData {
  const data = sampleMap();
  for (const name of ["link.delay", "link.loss"]) {
    const found = data.columns.find((c) => c.name === name);
    if (found) found.sampled = true;
  }
  return data;
}
