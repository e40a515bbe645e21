// A station made of node and `ws`: serves the built page with the station's headers and speaks
// tether.v1, with the session of arm_session.ts. What the page asked for is kept in `received`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { type WebSocket, WebSocketServer } from "ws";
import type { Command, Said, SessionModel, StateFrame } from "../../src/operator/protocol";
import { armSession, armState } from "./arm_session";
import { encodeState } from "./encode_frame";

// as the station sends it
export const kPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; worker-src 'self' blob:; font-src 'self'";

const kFiles: Record<string, [file: string, type: string]> = {
  "/": ["operator.html", "text/html; charset=utf-8"],
  "/operator.js": ["operator.js", "text/javascript; charset=utf-8"],
  "/operator.css": ["operator.css", "text/css; charset=utf-8"],
};

export interface BuiltPage {
  directory: string;
  remove(): void;
}

// the page that was built with the program (TETHER_OPERATOR_PAGE), or one built here
export async function builtPage(): Promise<BuiltPage> {
  const built = process.env.TETHER_OPERATOR_PAGE;
  if (built) return { directory: built, remove: () => undefined };
  const directory = mkdtempSync(join(tmpdir(), "tether-operator-"));
  await build({
    root: fileURLToPath(new URL("../..", import.meta.url)),
    mode: "operator",
    logLevel: "warn",
    build: { outDir: directory, emptyOutDir: true },
  });
  return { directory, remove: () => rmSync(directory, { recursive: true }) };
}

export type Received = Command & { id?: number };

export class MockStation {
  readonly received: Received[] = [];
  session: SessionModel = armSession();
  stopped = false;
  token: string | undefined; // when set, only pages that bring it are let in
  frozen: [number, number] | undefined; // the arm stands still there
  rate = 30; // state frames a second
  // may change a state before it is sent
  shape: (state: StateFrame) => void = () => undefined;
  // the answer to a command; "done" unless it says otherwise
  answer: (command: Received) => { why?: string; path?: string } = () => ({});
  private server: Server | undefined;
  private sockets = new Set<WebSocket>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private count = 0;
  private readonly began = Date.now();
  port = 0;

  constructor(private readonly directory: string) {}

  // the count of the state that is sent next
  get next(): number {
    return this.count;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  // the same port again after the first time
  async start(): Promise<void> {
    this.server = createServer((request, response) => this.serve(request, response));
    const sockets = new WebSocketServer({
      server: this.server,
      handleProtocols: (offered) => (offered.has("tether.v1") ? "tether.v1" : false),
      verifyClient: ({ req }: { req: IncomingMessage }) =>
        this.token === undefined ||
        (req.headers["sec-websocket-protocol"] ?? "").includes(`token.${this.token}`),
    });
    sockets.on("connection", (socket) => this.connect(socket));
    await new Promise<void>((done) => this.server?.listen(this.port, "127.0.0.1", done));
    this.port = (this.server.address() as AddressInfo).port;
    this.timer = setInterval(() => this.pulse(), 1000 / this.rate);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (const socket of this.sockets) socket.terminate();
    this.sockets.clear();
    this.server?.closeAllConnections();
    await new Promise((done) => this.server?.close(done));
  }

  say(message: Said): void {
    for (const socket of this.sockets) socket.send(JSON.stringify(message));
  }

  show(bytes: ArrayBuffer): void {
    for (const socket of this.sockets) socket.send(bytes);
  }

  // resolves with the first command of this kind that is received from now on, or was already
  async receives<K extends Command["do"]>(kind: K, after = 0): Promise<Extract<Received, { do: K }>> {
    for (;;) {
      const found = this.received.slice(after).find((command) => command.do === kind);
      if (found) return found as Extract<Received, { do: K }>;
      await new Promise((done) => setTimeout(done, 5));
    }
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const file = kFiles[(request.url ?? "").replace(/\?.*/, "")];
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "Content-Type": file[1],
      "Content-Security-Policy": kPolicy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    response.end(readFileSync(join(this.directory, file[0])));
  }

  private connect(socket: WebSocket): void {
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("message", (data) => this.take(socket, JSON.parse(String(data)) as Received));
    socket.send(JSON.stringify({ say: "session", ...this.session }));
  }

  private take(socket: WebSocket, command: Received): void {
    this.received.push(command);
    const send = (message: Said) => socket.send(JSON.stringify(message));
    if (command.do === "ping") return send({ say: "pong", t: command.t });
    const { why, path } = this.answer(command);
    if (command.id !== undefined)
      send(
        why !== undefined
          ? { say: "refused", id: command.id, why }
          : { say: "done", id: command.id, ...(path !== undefined ? { path } : {}) },
      );
    if (why === undefined) this.act(command);
  }

  private act(command: Received): void {
    const { session } = this;
    if (command.do === "stop" || command.do === "reset") {
      this.stopped = command.do === "stop";
      const t = (Date.now() - this.began) / 1000;
      this.say({ say: "event", t, what: this.stopped ? "stopped" : "reset", detail: "by the page" });
    }
    if (command.do === "change") {
      for (const assignment of command.set) {
        const [key = "", value = ""] = assignment.split("=");
        session.values[key] = Number.isNaN(Number(value)) ? value : Number(value);
      }
      this.say({ say: "values", values: session.values });
    }
    if (command.do === "put" || command.do === "remove") {
      const id = command.do === "put" ? command.fixture.id : command.fixture_id;
      session.fixtures = session.fixtures.filter((fixture) => fixture.id !== id);
      if (command.do === "put") session.fixtures.push(command.fixture);
      this.say({ say: "fixtures", fixtures: session.fixtures });
    }
    if (command.do === "store") {
      session.poses.push({ name: command.name, side: command.side, position: [0.5, 1] });
      this.say({ say: "poses", poses: session.poses });
    }
  }

  private pulse(): void {
    const state = armState((Date.now() - this.began) / 1000, this.count++, this.frozen);
    state.stopped = this.stopped;
    if (this.stopped) state.leader.stop = state.follower.stop = 1;
    this.shape(state);
    const bytes = encodeState(state);
    // as at the station: a page that does not read loses frames
    for (const socket of this.sockets) if (socket.bufferedAmount === 0) socket.send(bytes);
  }
}
