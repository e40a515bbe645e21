import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type Socket, stationAddress, subprotocols } from "../../src/operator/connection";
import type { Said } from "../../src/operator/protocol";

class FakeSocket implements Socket {
  binaryType = "blob";
  onopen: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly sent: { do: string; id?: number }[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { do: string; id?: number });
  }
  close(): void {
    this.onclose?.(undefined as never);
  }
  opens(): void {
    this.onopen?.(undefined as never);
  }
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const sockets: FakeSocket[] = [];
const states: string[] = [];
const said: Said[] = [];
const binary: ArrayBuffer[] = [];
const last = () => sockets[sockets.length - 1]!;

function connect(fragment = ""): Connection {
  const connection = new Connection(
    "ws://here/",
    () => subprotocols(fragment),
    {
      said: (message) => said.push(message),
      binary: (bytes) => binary.push(bytes),
      state: (state) => states.push(state),
    },
    () => {
      sockets.push(new FakeSocket());
      return last();
    },
  );
  connection.start();
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  for (const list of [sockets, states, said, binary]) list.length = 0;
});
afterEach(() => void vi.useRealTimers());

describe("the connection to the station", () => {
  it("goes to the page's own host", () => {
    expect(stationAddress({ protocol: "http:", host: "127.0.0.1:8080" })).toBe("ws://127.0.0.1:8080/");
    expect(stationAddress({ protocol: "https:", host: "lab" })).toBe("wss://lab/");
  });

  it("brings the token of the page's address, if it has one", () => {
    expect(subprotocols("")).toEqual(["tether.v1"]);
    expect(subprotocols("#token=a1b2")).toEqual(["tether.v1", "token.a1b2"]);
    expect(subprotocols("#detail=low&token=x")).toEqual(["tether.v1", "token.x"]);
  });

  it("gives every question its own answer", async () => {
    const connection = connect();
    last().opens();
    const first = connection.ask({ do: "stop" });
    const second = connection.ask({ do: "save" });
    const [stop, save] = last().sent;
    last().says({ say: "done", id: save?.id, path: "out/fixtures.toml" });
    last().says({ say: "refused", id: stop?.id, why: "not now" });
    await expect(second).resolves.toBe("out/fixtures.toml");
    await expect(first).rejects.toThrow("not now");
  });

  it("does not wait for an answer to what is repeated", async () => {
    const connection = connect();
    last().opens();
    await connection.ask({ do: "hold", position: [0, 0, 0] });
    expect(last().sent).toEqual([{ do: "hold", position: [0, 0, 0] }]);
  });

  it("refuses what was asked when it breaks, and what is asked without it", async () => {
    const connection = connect();
    await expect(connection.ask({ do: "stop" })).rejects.toThrow("no connection");
    last().opens();
    const stop = connection.ask({ do: "stop" });
    last().close();
    await expect(stop).rejects.toThrow("broke");
    await expect(connection.ask({ do: "release" })).resolves.toBeUndefined();
  });

  it("comes back, with pauses from 0.25 s to 3 s", () => {
    connect();
    last().opens();
    last().close();
    const pauses: number[] = [];
    for (let i = 0; i < 7; ++i) {
      const before = Date.now();
      vi.advanceTimersToNextTimer();
      pauses.push(Date.now() - before);
      last().close();
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 3000, 3000, 3000]);
    vi.advanceTimersToNextTimer();
    last().opens();
    last().close();
    const before = Date.now();
    vi.advanceTimersToNextTimer();
    expect(Date.now() - before).toBe(250);
  });

  it("says refused when it was never let in, and lost when it was", () => {
    connect();
    last().close();
    vi.advanceTimersToNextTimer();
    last().close();
    expect(states).toEqual(["connecting", "refused", "refused"]);
    vi.advanceTimersToNextTimer();
    last().opens();
    last().close();
    expect(states.slice(3)).toEqual(["open", "closed"]);
  });

  it("passes on what is said and shown, and nothing that is no message", () => {
    connect();
    last().opens();
    expect(last().binaryType).toBe("arraybuffer");
    last().says({ say: "pong", t: 1 });
    last().onmessage?.({ data: "{ not json" });
    last().onmessage?.({ data: "null" });
    last().onmessage?.({ data: new ArrayBuffer(8) });
    expect(said).toEqual([{ say: "pong", t: 1 }]);
    expect(binary).toHaveLength(1);
  });

  it("does not come back after it was ended", () => {
    const connection = connect();
    last().opens();
    connection.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
