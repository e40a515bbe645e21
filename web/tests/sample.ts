// A session as the program would report it: 30 s, a hand guides a follower to a wall, presses,
// slides along it and retreats. Made of closed forms; nothing here is measured.
import type { Metrics, PlotData, ReportData } from "../src/data";
import type { Loop, LoopSeries } from "../src/loops";

const kDuration = 30; // [s]
const kPoints = 6000;

export function encodeFloats(values: ArrayLike<number>): string {
  const bytes = Buffer.alloc(4 * values.length);
  for (let i = 0; i < values.length; ++i) bytes.writeFloatLE(values[i] ?? NaN, 4 * i);
  return bytes.toString("base64");
}

// minimum jerk from 0 to 1 between t0 and t1
function reach(t: number, t0: number, t1: number): number {
  const s = Math.min(Math.max((t - t0) / (t1 - t0), 0), 1);
  return s ** 3 * (10 - 15 * s + 6 * s * s);
}

// physiological tremor, below a tenth of a millimetre
function tremor(t: number, seed: number): number {
  return (
    0.05 * Math.sin(2 * Math.PI * 9.1 * t + seed) +
    0.03 * Math.sin(2 * Math.PI * 7.3 * t + 2 * seed)
  );
}

interface Sample {
  hand: [number, number, number]; // [mm]
  robot: [number, number, number]; // [mm]
  spring: [number, number, number]; // [N]
  contact: [number, number, number]; // [N]
}

const kWall = 40; // [mm] along x
const kStiffness = 0.5; // [N/mm]

function hand(t: number): [number, number, number] {
  const press = reach(t, 8, 11) - reach(t, 23, 25);
  const x = 38 * (reach(t, 2, 7) - reach(t, 25, 29)) + 24 * press;
  const y = 60 * (reach(t, 14, 18) - reach(t, 19, 22.5)) - 8 * reach(t, 25, 29);
  const z =
    25 * (reach(t, 3, 6) - reach(t, 26, 29)) +
    6 * Math.sin(t / 2) * reach(t, 14, 16) * (1 - reach(t, 21, 23));
  return [x + tremor(t, 1), y + tremor(t, 2), z + tremor(t, 3)];
}

function sampleAt(t: number): Sample {
  const at = hand(t);
  const late = hand(t - 0.06);
  const free: [number, number, number] = [late[0], late[1], late[2]];
  const robot: [number, number, number] = [
    free[0] > kWall ? kWall + 0.04 * (free[0] - kWall) : free[0],
    free[1],
    free[2],
  ];
  const pull = (i: 0 | 1 | 2) => kStiffness * (at[i] - robot[i]);
  const spring: [number, number, number] = [pull(0), pull(1), pull(2)];
  const touching = free[0] > kWall;
  const normal = touching ? spring[0] + 0.4 * Math.sin(40 * t) * Math.exp(-((t - 8.5) % 15)) : 0;
  return { hand: at, robot, spring, contact: [normal, touching ? 0.3 * spring[1] : 0, 0] };
}

const kPhases: [string, number, number][] = [
  ["settle", 0, 2],
  ["approach", 2, 8],
  ["press", 8, 14],
  ["slide", 14, 23],
  ["retreat", 23, 30],
];

function metricsOver(times: number[]): Metrics {
  const samples = times.map(sampleAt);
  const errors = samples.map(
    (s) => 1e-3 * Math.hypot(...s.hand.map((v, i) => v - (s.robot[i] ?? 0))),
  );
  const force = (of: (s: Sample) => number[]) =>
    Math.max(...samples.map((s) => Math.hypot(...of(s))));
  return {
    tracking_error_mean: { value: errors.reduce((a, b) => a + b, 0) / errors.length, unit: "m" },
    tracking_error_max: { value: Math.max(...errors), unit: "m" },
    orientation_error_max: { value: 0.031 * Math.max(...errors) * 40, unit: "rad" },
    operator_force_max: { value: force((s) => s.spring), unit: "N" },
    contact_force_max: { value: force((s) => s.contact), unit: "N" },
    leader_speed_max: { value: 0.0132, unit: "m/s" },
    packets_lost: { value: 0, unit: "1" },
  };
}

function plots(times: number[]): PlotData[] {
  const samples = times.map(sampleAt);
  const series = (label: string, role: string, of: (s: Sample, i: number) => number) => ({
    label,
    role,
    data: encodeFloats(samples.map(of)),
  });
  const axes = ["x", "y", "z"];
  const distance = (s: Sample) => Math.hypot(...s.hand.map((v, i) => v - (s.robot[i] ?? 0)));
  return [
    ...axes.map((axis, a) => ({
      id: `position_${axis}`,
      group: "Position",
      title: axis,
      unit: "mm",
      series: [
        series("leader", "leader", (s) => s.hand[a] ?? NaN),
        // the link is cut for a moment: a gap
        series("follower", "follower", (s, i) =>
          i >= 5400 && i < 5500 ? NaN : (s.robot[a] ?? NaN),
        ),
      ],
    })),
    ...axes.map((axis, a) => ({
      id: `force_${axis}`,
      group: "Force",
      title: axis,
      unit: "N",
      metrics: a === 0 ? ["contact_force_max"] : [],
      series: [
        series("on the hand", "leader", (s) => -(s.spring[a] ?? NaN) * 0.98),
        series("contact", "follower", (s) => s.contact[a] ?? NaN),
        series("spring", "other", (s) => s.spring[a] ?? NaN),
      ],
    })),
    {
      id: "tracking_error",
      group: "Error",
      title: "Tracking error",
      unit: "mm",
      metrics: ["tracking_error_max"],
      series: [series("distance", "error", distance)],
    },
    {
      id: "orientation_error",
      group: "Error",
      title: "Orientation error",
      unit: "deg",
      series: [series("angle", "error", (s) => 0.071 * distance(s))],
    },
  ];
}

// another axis than time
function histogram(): PlotData {
  const delays = Array.from({ length: 40 }, (_, i) => 5 + i);
  return {
    id: "delay",
    group: "Link",
    title: "Delay",
    unit: "packets",
    draw: "bars",
    x: { label: "delay", unit: "ms", data: encodeFloats(delays) },
    series: [
      {
        label: "forward",
        role: "other",
        data: encodeFloats(delays.map((d) => 9e3 * Math.exp(-(((d - 18) / 6) ** 2)))),
      },
    ],
  };
}

// a 1 kHz loop that was woken late twice
export function sampleLoop(): Loop {
  const series = (mean_s: number, max_s: number): LoopSeries => ({
    count: 30000,
    mean_s,
    sigma_s: mean_s / 8,
    min_s: 0.6 * mean_s,
    p50_s: mean_s,
    p90_s: 1.2 * mean_s,
    p99_s: 1.6 * mean_s,
    p999_s: 2 * mean_s,
    max_s,
    histogram: [
      [0.5 * mean_s, mean_s, 14000],
      [mean_s, 2 * mean_s, 15998],
      [0.9 * max_s, max_s, 2],
    ],
  });
  return {
    name: "follower",
    nominal_period_s: 1e-3,
    passes: 30000,
    missed: 1,
    overruns: 0,
    late_count: 5,
    grant: {
      fifo: false,
      priority: 0,
      refused: ["SCHED_FIFO 80 not permitted (rtprio limit 0): running as an ordinary thread"],
    },
    series: { period: series(1e-3, 1.36e-3), wake_up: series(8e-6, 4e-4), compute: series(4e-5, 9e-5) },
    late: [
      { tick: 1234, t_s: 1.234, late_s: 4e-4, cause: "wake_up" },
      { tick: 20001, t_s: 20.001, late_s: 2.5e-4, cause: "preempted" },
    ],
  };
}

export function sampleReport(): ReportData {
  const times = Array.from({ length: kPoints }, (_, i) => (i * kDuration) / (kPoints - 1));
  const overall = metricsOver(times);
  const phases = kPhases.map(([name, from_s, to_s]) => ({
    name,
    from_s,
    to_s,
    metrics: metricsOver(times.filter((t) => t >= from_s && t < to_s)),
  }));
  const press = phases[2]?.metrics ?? {};
  return {
    summary: {
      scenario: "omega_lwr_wall",
      passivity: {
        verdict: "violated",
        finding:
          "The two device ports gave out up to 42 mJ more than had been taken in, where 1 mJ of " +
          "tolerance may be, first at 12.345 s.",
        margin_j: -0.042,
        least_j: -0.042,
        first_violation_s: 12.345,
        voided_by: ["no passivity method", "leader limit or guard, first at 9.100 s"],
        method: "none",
        port: { leader: "joints", follower: "joints" },
        stored_j: 0,
        tolerance_j: 1e-3,
        starved_s: { leader: 0, follower: 3.5 },
        taken_in_j: { leader: 1.25, follower: -1.292, sum: -0.042 },
      },
      guards: {
        kept: true,
        bounds: [
          { name: "energy", side: null, unit: "J", min: null, max: 3.5, reached: 3.4, kept: true, acted_s: 2.5 },
          { name: "power", side: "leader", unit: "W", min: null, max: 198, reached: 1.5, kept: true, acted_s: 0 },
        ],
        stops: [],
      },
      seed: 1,
      duration_s: kDuration,
      verdict: "fail",
      reasons: ["expectation: tracking_error_max is 0.0412, expected at most 0.03"],
      metrics: overall,
      phases,
      events: [
        { t_s: 0, what: "start", detail: "both sides at rest, coupling engaged over 0.5 s" },
        { t_s: 8.64, what: "contact_made", detail: "follower touches the wall" },
        { t_s: 23.9, what: "contact_lost", detail: "follower leaves the wall" },
        {
          t_s: 27,
          what: "link_silent",
          detail: "no packet from the follower for 0.5 s <script>alert(1)</script>",
        },
      ],
      expect: [
        {
          metric: "tracking_error_max",
          phase: "approach",
          min: null,
          max: 0.005,
          value: phases[1]?.metrics.tracking_error_max?.value ?? null,
          ok: true,
        },
        {
          metric: "tracking_error_max",
          phase: null,
          min: null,
          max: 0.03,
          value: overall.tracking_error_max?.value ?? null,
          ok: true,
        },
        {
          metric: "contact_force_max",
          phase: "press",
          min: 4,
          max: 10,
          value: press.contact_force_max?.value ?? null,
          ok: false,
        },
        {
          metric: "operator_force_max",
          phase: null,
          min: null,
          max: 12,
          value: overall.operator_force_max?.value ?? null,
          ok: true,
        },
      ],
      machine: {
        processor: "AMD EPYC 7763",
        cores: 2,
        kernel: "6.1.0-28-amd64",
        wall_time_s: 1.8342,
        real_time_factor: 16.36,
        tick_us: { mean: 21.4, max: 88.2 },
        loops: [sampleLoop()],
      },
    },
    title: "omega.7 and LWR4+ at a wall",
    description:
      "A simulated hand on an omega.7 leads a KUKA LWR4+ to a stiff wall, presses, slides along it and retreats, over an ideal link.",
    parts: [
      ["Leader", "Force Dimension omega.7 (simulated)"],
      ["Operator", "simulated hand, 2 Hz arm with tremor"],
      ["Follower", "KUKA LWR4+ (simulated)"],
      ["Coupling", "position–force, 500 N/m"],
      ["Link", "ideal"],
    ],
    scenario_text:
      '[scenario]\nname = "omega_lwr_wall"\nduration = 30.0  # s\n\n[coupling]\nkind = "position-force"\nstiffness = 500.0  # N/m\n\n[[expect]]\nmetric = "contact_force_max"\nphase = "press"\nmin = 4.0\nmax = 10.0\n',
    command: "tether run omega_lwr_wall --seed 1",
    time_s: encodeFloats(times),
    plots: [...plots(times), histogram()],
  };
}

// the page as the program writes it
export function fillTemplate(template: string, data: unknown, id = "report-data"): string {
  const slot = `<script type="application/json" id="${id}">`;
  const at = template.indexOf(slot);
  if (at < 0) throw new Error("the template has no place for the data");
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return template.slice(0, at + slot.length) + json + template.slice(at + slot.length);
}
