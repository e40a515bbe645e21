// The real program with its real page: `tether run SCENARIO --serve` in a process of its own.
// TETHER_PROGRAM names it; without it the tests fail, since then they have shown nothing.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Summary } from "../../src/data";

export class ServedSession {
  url = "";
  port = 0;
  output = "";
  private child: ChildProcess | undefined;
  readonly directory = mkdtempSync(join(tmpdir(), "tether-served-"));

  constructor(
    private readonly scenario: string,
    private readonly keys: string[] = [],
  ) {}

  // on the same port again, when it was started before
  async start(): Promise<void> {
    const program = process.env.TETHER_PROGRAM;
    if (!program) throw new Error("TETHER_PROGRAM does not name the program");
    const keys = ["realtime.priority=0", ...this.keys].flatMap((key) => ["--set", key]);
    const child = spawn(program, [
      "run",
      this.scenario,
      ...keys,
      "--out",
      this.directory,
      "--serve",
      `127.0.0.1:${this.port}`,
    ]);
    this.child = child;
    this.output = "";
    await new Promise<void>((resolve, reject) => {
      const collect = (bytes: Buffer): void => {
        this.output += bytes.toString();
        const found = /http:\/\/127\.0\.0\.1:(\d+)\/\S*/.exec(this.output);
        if (!found) return;
        this.url = found[0];
        this.port = Number(found[1]);
        resolve();
      };
      child.stdout?.on("data", collect);
      child.stderr?.on("data", collect);
      child.once("exit", (code) => reject(new Error(`ended with ${code}: ${this.output}`)));
    });
  }

  // as Ctrl-C does; what it ended with
  async end(signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
    const over = this.over();
    this.child?.kill(signal);
    return over;
  }

  // what it ends with by itself, once all that it said was received; null when it does not run
  async over(): Promise<number | null> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    return new Promise((resolve) => child.once("close", resolve));
  }

  // the reasons for its verdict as it printed them
  get printedReasons(): string[] {
    return [...this.output.matchAll(/^ {11}- (.*)$/gm)].map(([, reason]) => reason!);
  }

  get summary(): Pick<Summary, "verdict" | "reasons"> {
    return JSON.parse(readFileSync(join(this.directory, "summary.json"), "utf8")) as Summary;
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
