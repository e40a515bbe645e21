// The plots of docs/passivity.md, from real sessions: runs them, reads their logs with the official
// MCAP and ROS 2 readers and draws SVG that reads on light and dark pages.
//   node tools/manual_plots.mjs [PROGRAM [SCRATCH]]     (build/tether, out/manual_plots)
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(join(root, "web", "package.json"));
const { parse } = require("@foxglove/rosmsg");
const { MessageReader } = require("@foxglove/rosmsg2-serialization");
const { McapIndexedReader } = require("@mcap/core");
const { loadDecompressHandlers } = require("@mcap/support");

const program = resolve(process.argv[2] ?? join(root, "build", "tether"));
const scratch = resolve(process.argv[3] ?? join(root, "out", "manual_plots"));
const plots = join(root, "docs", "plots");

// a session of omega_lwr_wall_document, run once; bounds that do not hold are what the plots are about
function session(name, settings) {
  const out = join(scratch, name);
  if (!existsSync(join(out, "summary.json"))) {
    const sets = settings.flatMap((setting) => ["--set", setting]);
    execFileSync(program, ["run", "omega_lwr_wall_document", ...sets, "--set", "expect=[]", "--out", out]);
  }
  return join(out, "log.mcap");
}

// [[t, figure], ...] of each topic, a point every `step` seconds
async function series(log, figures, step = 0.02) {
  const file = await open(log);
  const size = BigInt((await file.stat()).size);
  const readable = {
    size: async () => size,
    read: async (offset, length) => {
      const buffer = new Uint8Array(Number(length));
      await file.read(buffer, 0, Number(length), Number(offset));
      return buffer;
    },
  };
  const reader = await McapIndexedReader.Initialize({
    readable,
    decompressHandlers: await loadDecompressHandlers(),
  });
  const decoders = new Map();
  const found = Object.fromEntries(Object.keys(figures).map((topic) => [topic, []]));
  for await (const message of reader.readMessages({ topics: Object.keys(figures) })) {
    const channel = reader.channelsById.get(message.channelId);
    if (!decoders.has(channel.id)) {
      const schema = reader.schemasById.get(channel.schemaId);
      const text = new TextDecoder().decode(schema.data);
      decoders.set(channel.id, new MessageReader(parse(text, { ros2: true })));
    }
    const t = Number(message.logTime) * 1e-9;
    const points = found[channel.topic];
    if (points.length > 0 && t - points.at(-1)[0] < step) continue;
    points.push([t, figures[channel.topic](decoders.get(channel.id).readMessage(message.data))]);
  }
  await file.close();
  return found;
}

const kStyle = `<style>
.paper{fill:#fcfcfb}.ink{fill:#333}.line{fill:none;stroke-width:1.6}.grid{stroke:#ddd}.axis{stroke:#888}
text{font:12px sans-serif;fill:#333}.title{font-weight:600}
.a{stroke:#c2410c}.b{stroke:#1d4ed8}.c{stroke:#15803d}.d{stroke:#7e22ce}
text.a{fill:#c2410c;stroke:none}text.b{fill:#1d4ed8;stroke:none}text.c{fill:#15803d;stroke:none}text.d{fill:#7e22ce;stroke:none}
@media (prefers-color-scheme: dark){.paper{fill:#23262f}text,.ink{fill:#d8d8d8}.grid{stroke:#3a3e49}.axis{stroke:#888}
.a{stroke:#fb923c}.b{stroke:#7aa5ff}.c{stroke:#4ade80}.d{stroke:#d8a5ff}
text.a{fill:#fb923c}text.b{fill:#7aa5ff}text.c{fill:#4ade80}text.d{fill:#d8a5ff}}
</style>`;

function ticks(from, to, about = 5) {
  const rough = (to - from) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const values = [];
  for (let v = Math.ceil(from / step) * step; v <= to + 1e-9 * step; v += step) {
    values.push(Number(v.toPrecision(6)) + 0);
  }
  return values;
}

// lines: [{points, name, hue: "a" | "b" | "c" | "d", dashed}]
function panel({ title, x, y, lines, top, height, width = 720, from, to }) {
  const left = 62, right = width - 20, up = top + 30, down = top + height - 36;
  const xs = lines.flatMap((l) => l.points.map((p) => p[0]));
  const ys = lines.flatMap((l) => l.points.map((p) => p[1]));
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const margin = 0.05 * (Math.max(...ys) - Math.min(...ys) || 1);
  const [y0, y1] = [from ?? Math.min(...ys) - margin, to ?? Math.max(...ys) + margin];
  const px = (v) => (left + ((v - x0) / (x1 - x0)) * (right - left)).toFixed(1);
  const py = (v) => (down - ((v - y0) / (y1 - y0)) * (down - up)).toFixed(1);
  let svg = `<text class="title" x="${left}" y="${top + 18}">${title}</text>`;
  for (const v of ticks(y0, y1, 4)) {
    svg += `<line class="grid" x1="${left}" x2="${right}" y1="${py(v)}" y2="${py(v)}"/>`;
    svg += `<text text-anchor="end" x="${left - 6}" y="${Number(py(v)) + 4}">${v}</text>`;
  }
  for (const v of ticks(x0, x1, 8)) {
    svg += `<text text-anchor="middle" x="${px(v)}" y="${down + 16}">${v}</text>`;
  }
  svg += `<line class="axis" x1="${left}" x2="${right}" y1="${down}" y2="${down}"/>`;
  svg += `<text text-anchor="end" x="${right}" y="${down + 31}">${x}</text>`;
  svg += `<text text-anchor="middle" transform="translate(14 ${(up + down) / 2}) rotate(-90)">${y}</text>`;
  let at = right;
  for (const line of [...lines].reverse()) {
    const path = line.points.map((p) => `${px(p[0])},${py(p[1])}`).join(" ");
    const dash = line.dashed ? ' stroke-dasharray="5 4"' : "";
    svg += `<polyline class="line ${line.hue}"${dash} points="${path}"/>`;
    svg += `<text class="${line.hue}" text-anchor="end" x="${at}" y="${top + 18}">${line.name}</text>`;
    at -= 7.2 * line.name.length + 16;
  }
  return svg;
}

function draw(name, ...panels) {
  const width = 720;
  let top = 0, body = "";
  for (const one of panels) {
    const height = one.height ?? 200;
    body += panel({ ...one, top, height, width });
    top += height;
  }
  mkdirSync(plots, { recursive: true });
  writeFileSync(
    join(plots, `${name}.svg`),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" role="img">${kStyle}` +
      `<rect class="paper" width="${width}" height="${top}" rx="6"/>${body}</svg>\n`,
  );
}

const energy = { "/leader/energy": (m) => m, "/follower/energy": (m) => m };

async function taken_in(log) {
  const found = await series(log, {
    "/leader/energy": (m) => m.exchanged,
    "/follower/energy": (m) => m.exchanged,
  });
  return found["/leader/energy"].map(([t, given], k) => [
    t,
    -given - (found["/follower/energy"][k]?.[1] ?? 0),
  ]);
}

const bare = session("nl_au_none", ["link.kind=nl_au", "passivity.kind=none"]);
const layered = session("nl_au_two_layer", ["link.kind=nl_au"]);
draw(
  "energy",
  {
    title: "taken in by both ports, 351 ms and 27 % lost each way", x: "session time [s]", y: "energy [J]", height: 230,
    lines: [
      { name: "no layer", hue: "a", points: await taken_in(bare) },
      { name: "two-layer", hue: "b", points: await taken_in(layered) },
    ],
  },
  {
    title: "two-layer alone, seen closer", x: "session time [s]", y: "energy [mJ]", from: 0,
    lines: [{ name: "two-layer", hue: "b", points: (await taken_in(layered)).map(([t, e]) => [t, 1e3 * e]) }],
  },
);

const late = session("nl_it_two_layer", ["link.kind=nl_it"]);
const levels = await series(late, energy);
const level = (side, key) => levels[`/${side}/energy`].map(([t, m]) => [t, 1e3 * m[key]]);
const wanted = level("leader", "tank").map(([t]) => [t, 100]);
draw(
  "tanks",
  {
    title: "tanks, 40 ms each way", x: "session time [s]", y: "level [mJ]", from: 0,
    lines: [
      { name: "wanted, H_D", hue: "d", points: wanted, dashed: true },
      { name: "leader", hue: "b", points: level("leader", "tank") },
      { name: "follower", hue: "c", points: level("follower", "tank") },
    ],
  },
  {
    title: "force of the tank level controller on the hand", x: "session time [s]", y: "force [N]",
    lines: [{ name: "leader", hue: "b", points: levels["/leader/energy"].map(([t, m]) => [t, m.tlc_force]) }],
    from: 0,
  },
);

const hand = { "/leader/measured_cf": (m) => m.wrench.force.x };
const pushing = async (log) =>
  (await series(log, hand, 0.005))["/leader/measured_cf"].filter(([t]) => t >= 20);
draw("force", {
  title: "force between hand and device along x, 351 ms each way", x: "session time [s]", y: "force [N]", height: 240,
  lines: [
    { name: "no layer", hue: "a", points: await pushing(bare) },
    { name: "two-layer", hue: "b", points: await pushing(layered) },
  ],
});

// what delay costs: a sweep, its table
const sweep = join(scratch, "delay");
if (!existsSync(join(sweep, "sweep.csv"))) {
  execFileSync(program, [
    "sweep", "omega_lwr_wall_document", "--vary", "link.delay=0:0.4:9",
    "--vary", "passivity.kind=[two-layer,time-domain,wave]", "--set", "expect=[]", "--out", sweep,
  ]);
}
const [head, ...rows] = readFileSync(join(sweep, "sweep.csv"), "utf8").trim().split("\n").map((l) => l.split(","));
const column = (name) => head.indexOf(name);
const curve = (method, metric, scale = 1) =>
  rows
    .filter((row) => row[column("passivity.kind")].replaceAll('"', "") === method)
    .map((row) => [1e3 * Number(row[column("link.delay")]), scale * Number(row[column(metric)])])
    .sort((p, q) => p[0] - q[0]);
const methods = [["two-layer", "b"], ["time-domain", "a"], ["wave", "c"]];
const by_method = (metric, scale) =>
  methods.map(([name, hue]) => ({ name, hue, points: curve(name, metric, scale) }));
draw(
  "delay",
  { title: "distance between both tools", x: "delay each way [ms]", y: "mean [mm]", from: 0, lines: by_method("tracking_error_mean", 1e3) },
  { title: "follower's travel over leader's", x: "delay each way [ms]", y: "ratio [1]", from: 0, lines: by_method("travel_ratio") },
  { title: "felt minus touched", x: "delay each way [ms]", y: "mean [N]", from: 0, lines: by_method("force_error_mean") },
);
