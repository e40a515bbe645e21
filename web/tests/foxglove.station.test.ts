// Foxglove's own client at the real program (TETHER_PROGRAM): topics with their definitions, and
// messages that the official ROS 2 reader understands.
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import { type Channel, FoxgloveClient, type MessageData } from "@foxglove/ws-protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { ServedSession } from "./support/served_session";

const kPatience = 120_000; // [ms]

describe("Foxglove", { timeout: kPatience }, () => {
  const session = new ServedSession("omega_lwr_wall_document");
  let client: FoxgloveClient;
  const channels = new Map<string, Channel>();
  const problems: unknown[] = [];

  beforeAll(async () => {
    await session.start();
    const socket = new WebSocket(session.url.replace("http", "ws"), [
      FoxgloveClient.SUPPORTED_SUBPROTOCOL,
    ]);
    client = new FoxgloveClient({ ws: socket as never });
    client.on("error", (error) => problems.push(error));
    client.on("status", (status) => problems.push(status));
    await new Promise<void>((resolve) => {
      client.on("advertise", (offered) => {
        for (const channel of offered) channels.set(channel.topic, channel);
        resolve();
      });
    });
  }, kPatience);
  afterAll(async () => {
    client.close();
    await session.end("SIGKILL");
    session.remove();
  });

  // the next messages of a topic, read with its own definition
  async function next(topic: string, count: number): Promise<Record<string, unknown>[]> {
    const channel = channels.get(topic);
    if (!channel) throw new Error(`${topic} is not offered: ${[...channels.keys()].join(", ")}`);
    const reader = new MessageReader(parse(channel.schema, { ros2: true }));
    const id = client.subscribe(channel.id);
    const messages: Record<string, unknown>[] = [];
    return new Promise((resolve) => {
      client.on("message", (message: MessageData) => {
        if (message.subscriptionId !== id || messages.length === count) return;
        messages.push(reader.readMessage(message.data));
        if (messages.length < count) return;
        client.unsubscribe(id);
        resolve(messages);
      });
    });
  }

  it("is offered the topics of both sides", () => {
    for (const side of ["leader", "follower"]) {
      for (const topic of ["measured_js", "servo_jf", "measured_cp", "servo_cf", "measured_cf"]) {
        const channel = channels.get(`/${side}/${topic}`);
        expect(channel?.encoding).toBe("cdr");
        expect(channel?.schemaEncoding).toBe("ros2msg");
      }
    }
  });

  it("reads joints and poses of the running session", async () => {
    const [joints] = await next("/follower/measured_js", 1);
    expect((joints?.position as Float64Array).length).toBe(7);
    const times = (await next("/leader/measured_cp", 5)).map((message) => {
      const { sec, nsec } = (message.header as { stamp: { sec: number; nsec: number } }).stamp;
      return sec + 1e-9 * nsec;
    });
    // each is another moment of the session
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  it("had nothing to complain about", () => {
    expect(problems).toEqual([]);
  });
});
