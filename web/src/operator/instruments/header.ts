// Title, time, connection, link, and how both sides stand to each other; the stop button.
import { h } from "../../dom";
import type { AppView } from "../app_view";
import type { ConnectionState } from "../connection";
import type { SideName, StateFrame } from "../protocol";
import { engagementMeaning, engagementName, lateTicks } from "../words";
import { stopButton } from "./stop_button";

const kTextPeriod = 0.15; // between two texts, or they could not be read [s]

const kConnections: Record<ConnectionState, [text: string, tone: string]> = {
  connecting: ["connecting …", "wait"],
  open: ["connected", "good"],
  closed: ["connection lost, trying again", "bad"],
  refused: ["refused", "bad"],
};
// after a session that ended in order: the station is tried again, but it is not missed
const kEnded: [text: string, tone: string] = ["session ended", "wait"];

const kRefused =
  "The station did not let this page in. Open the address that the program printed, with " +
  "everything after “#token=”; a station that was started again has a new token.";

type Figure = ReturnType<typeof figure>;

function figure(name: string, title: string) {
  const value = h("dd", "–");
  return { element: h("div", { title }, h("dt", name), value), value };
}

const ms = (seconds: number) => `${(1000 * seconds).toFixed(1)}\u00a0ms`;

export function attachHeader(app: AppView): void {
  const { header, cells } = app.layout;
  const title = h("h1", "tether");
  const simulated = h("span.tag", { hidden: true }, "simulated");
  const recording = h("span.tag.recording", "recording");
  const connection = h("span.connection.wait", { role: "status" }, "connecting …");
  const time = figure("time", "Session time");
  const trip = figure("round trip", "From this side to the other and back");
  const jitter = figure("jitter", "How much the travel time varies");
  const loss = figure("loss", "Share of samples that never arrived");
  const sides = figure("sides", "How leader and follower stand to each other");
  const late = figure("late ticks", "");
  late.element.className = "late";
  const figures = [sides, time, trip, jitter, loss, late].map(({ element }) => element);
  header.append(
    h("div.heading", title, h("div.under", simulated, recording, connection)),
    h("dl.figures", ...figures),
    stopButton(app),
  );

  const chips: Record<SideName, HTMLElement> = { leader: chip(), follower: chip() };
  const robots: Record<SideName, HTMLElement> = { leader: h("small"), follower: h("small") };
  for (const side of ["leader", "follower"] as const)
    cells[side].heading.append(robots[side], chips[side]);

  app.on("session", (session) => {
    title.textContent = session.title || session.name;
    title.title = session.description;
    document.title = `${session.title || session.name}: tether`;
    simulated.hidden = !session.simulated;
    for (const side of ["leader", "follower"] as const) {
      const robot = session[side].robot.replaceAll("_", " ");
      robots[side].textContent = robot;
      robots[side].title = robot;
    }
  });
  let ended = false;
  app.on("said", ({ say }) => {
    if (say === "ended" || say === "session") ended = say === "ended";
  });
  app.on("connection", (state) => {
    const [text, tone] = ended && state !== "open" ? kEnded : kConnections[state];
    connection.textContent = text;
    connection.className = `connection ${tone}`;
    if (state === "refused") app.notify(kRefused, "error");
  });
  app.on("state", (state) => {
    for (const side of ["leader", "follower"] as const) showEngagement(chips[side], side, state);
  });
  let shownAt = -Infinity;
  app.on("frame", (t) => {
    const { state } = app;
    if (!state || t - shownAt < kTextPeriod) return;
    shownAt = t;
    write(time, clock(state.time) + (state.ended ? ", ended" : ""));
    write(trip, ms(state.roundTrip));
    write(jitter, ms(state.jitter));
    write(loss, `${(100 * state.loss).toFixed(1)}\u00a0%`);
    const ticks = lateTicks(state, app.session?.rate ?? 0);
    write(late, ticks.text);
    late.element.title = ticks.title;
    write(sides, inWords(state));
  });
}

// what stays as it is is not drawn again
function write({ value }: Figure, text: string): void {
  if (value.textContent !== text) value.textContent = text;
}

function chip(): HTMLElement {
  return h("span.chip", "waiting");
}

function showEngagement(element: HTMLElement, side: SideName, state: StateFrame): void {
  const { engagement } = state[side];
  const name = state.stopped ? "stopped" : engagementName(engagement);
  if (element.textContent === name) return;
  element.textContent = name;
  element.className = `chip ${name}`;
  element.title = `The ${side} ${state.stopped ? "is stopped" : engagementMeaning(engagement)}.`;
}

// "both engaged", or "leader holding, follower waiting"
function inWords({ stopped, leader, follower }: StateFrame): string {
  if (stopped) return "both stopped";
  const [one, other] = [engagementName(leader.engagement), engagementName(follower.engagement)];
  return one === other ? `both ${one}` : `leader ${one}, follower ${other}`;
}

// 75.32 s is 1:15.3
function clock(seconds: number): string {
  const tenths = Math.max(0, Math.floor(10 * seconds));
  const minutes = Math.floor(tenths / 600);
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return `${minutes}:${rest}`;
}
