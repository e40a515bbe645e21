// The page's connection to the station. It comes back by itself: after the station went away it
// tries again, with pauses that grow from 0.25 s to 3 s. Whatever was asked and not yet answered
// when it broke is refused, because nobody knows whether it was done.
import type { Command, Said } from "./protocol";

export type ConnectionState = "connecting" | "open" | "closed" | "refused";

export interface Listener {
  said(message: Said): void;
  binary(bytes: ArrayBuffer): void;
  state(state: ConnectionState): void;
}

// the part of WebSocket that is used, so that a test can stand in for it
export interface Socket {
  binaryType: string;
  onopen: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}
export type OpenSocket = (address: string, protocols: string[]) => Socket;

const kFirstPause = 250; // [ms]
const kLongestPause = 3000; // [ms]
// repeated many times a second: an answer to each would say nothing
const kUnanswered = new Set<Command["do"]>(["hold", "release", "jog", "ping"]);

export function subprotocols(fragment: string): string[] {
  const token = new URLSearchParams(fragment.replace(/^#/, "")).get("token");
  return token ? ["tether.v1", `token.${token}`] : ["tether.v1"];
}

export function stationAddress(page: { protocol: string; host: string }): string {
  return `${page.protocol === "https:" ? "wss:" : "ws:"}//${page.host}/`;
}

export class Connection {
  private socket: Socket | undefined;
  private isOpen = false;
  private everOpened = false;
  private pause = kFirstPause;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private nextId = 1;
  private readonly waiting = new Map<
    number,
    { resolve(path: string | undefined): void; reject(why: Error): void }
  >();
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly protocols: () => string[],
    private readonly listener: Listener,
    private readonly open: OpenSocket = (to, protocols) => new WebSocket(to, protocols) as Socket,
  ) {}

  start(): void {
    // a page that was never let in stays "refused" while it tries again
    if (this.everOpened || this.pause === kFirstPause) this.listener.state("connecting");
    const socket = this.open(this.address, this.protocols());
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.isOpen = this.everOpened = true;
      this.pause = kFirstPause;
      this.listener.state("open");
    };
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = () => this.lost();
  }

  stop(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  ask(command: Command): Promise<void | string> {
    const unanswered = kUnanswered.has(command.do);
    if (!this.isOpen || !this.socket)
      return unanswered
        ? Promise.resolve()
        : Promise.reject(new Error("there is no connection to the station"));
    if (unanswered) {
      this.socket.send(JSON.stringify(command));
      return Promise.resolve();
    }
    const id = this.nextId++;
    this.socket.send(JSON.stringify({ ...command, id }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  private receive(data: unknown): void {
    if (data instanceof ArrayBuffer) return this.listener.binary(data);
    const message = parse(data);
    if (!message) return;
    if ((message.say === "done" || message.say === "refused") && message.id !== undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.say === "done") waiting?.resolve(message.path);
      else waiting?.reject(new Error(message.why));
    }
    this.listener.said(message);
  }

  private lost(): void {
    this.isOpen = false;
    this.socket = undefined;
    for (const { reject } of this.waiting.values())
      reject(new Error("the connection broke before the station answered"));
    this.waiting.clear();
    this.listener.state(this.everOpened ? "closed" : "refused");
    if (this.closed) return;
    this.timer = setTimeout(() => this.start(), this.pause);
    this.pause = Math.min(2 * this.pause, kLongestPause);
  }
}

function parse(data: unknown): Said | undefined {
  try {
    const message: unknown = JSON.parse(String(data));
    const known = typeof message === "object" && message !== null && "say" in message;
    return known ? (message as Said) : undefined;
  } catch {
    return undefined;
  }
}
