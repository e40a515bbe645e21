import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltPage, builtPage } from "../support/mock_station";

const kFiles = ["operator.html", "operator.js", "operator.css"];
const kMost = 1_000_000; // bytes, compressed

describe("the built page of the operator", () => {
  let page: BuiltPage;
  beforeAll(async () => {
    page = await builtPage();
  }, 120_000);
  afterAll(() => page.remove());

  it("is at most 1 MB compressed", () => {
    const sizes = kFiles.map((file) => gzipSync(readFileSync(join(page.directory, file)), { level: 9 }).length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`compressed: ${kFiles.map((file, i) => `${file} ${sizes[i]}`).join(", ")}, together ${total} bytes`);
    expect(total).toBeLessThanOrEqual(kMost);
  });

  it("has neither script nor style inline, and refers to its own files only", () => {
    const html = readFileSync(join(page.directory, "operator.html"), "utf8");
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/i);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/i);
    const files = [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, file]) => file);
    expect(files.sort()).toEqual(["/operator.css", "/operator.js"]);
  });
});
