// How recordings come to the page: chosen, dropped on it, or offered by whoever serves it.
import { h } from "../../dom";
import { BlobSource, type ByteSource, HttpSource } from "./source";

export type Opened = (sources: ByteSource[], as: "first" | "second") => void;

export class FileChooser {
  readonly input = h("input", { type: "file", accept: ".mcap", multiple: true, hidden: true, "aria-label": "Recordings" });
  private as: "first" | "second" = "first";

  constructor(opened: Opened) {
    this.input.addEventListener("change", () => {
      const files = [...(this.input.files ?? [])];
      this.input.value = ""; // so that the same file can be chosen again
      if (files.length > 0) opened(asSources(files), this.as);
    });
  }

  choose(as: "first" | "second"): void {
    this.as = as;
    this.input.multiple = as === "first";
    this.input.click();
  }
}

function asSources(files: File[]): ByteSource[] {
  return files.map((file) => new BlobSource(file, file.name));
}

// the whole page takes files; while a recording is open, its right half takes the second one
export function takeDrops(opened: Opened, hasFirst: () => boolean): HTMLElement {
  const first = h("div", "Open the recording");
  const second = h("div", "Compare with it");
  const zones = h("div.drop", { hidden: true }, first, second);
  const onFiles = (type: "dragenter" | "dragover" | "drop", act: (event: DragEvent) => void) =>
    addEventListener(type, (event) => {
      if (event.dataTransfer?.types.includes("Files")) act(event);
    });
  const aim = (event: DragEvent) => {
    const on = second.contains(event.target as Node) ? second : first;
    first.classList.toggle("aimed", on === first);
    second.classList.toggle("aimed", on === second);
  };
  onFiles("dragenter", () => {
    second.hidden = !hasFirst();
    zones.hidden = false;
  });
  onFiles("dragover", (event) => {
    event.preventDefault();
    aim(event);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) zones.hidden = true;
  });
  onFiles("drop", (event) => {
    event.preventDefault();
    zones.hidden = true;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) opened(asSources(files), second.contains(event.target as Node) ? "second" : "first");
  });
  return zones;
}

const kOffered = "recordings.json";

// what the server offers; nothing when it has no such list
export async function offered(page: URL): Promise<ByteSource[]> {
  try {
    const answer = await fetch(new URL(kOffered, page));
    const list: unknown = answer.ok ? await answer.json() : [];
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry: { name?: unknown; url?: unknown } | null) => {
      if (typeof entry?.name !== "string" || typeof entry.url !== "string") return [];
      const url = new URL(entry.url, page);
      return url.origin === page.origin ? [new HttpSource(url.href, entry.name)] : [];
    });
  } catch {
    return [];
  }
}
