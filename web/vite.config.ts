import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const kHead = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />`;

// a page of one file carries all it needs; the browser is asked to fetch nothing
const kFetchNothing = `<meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
    />`;

// What stands in the head of every page, before what is a page's own.
function commonHead(...lines: string[]): Plugin {
  return {
    name: "common-head",
    transformIndexHtml: (html) => html.replace("<head>", ["<head>", ...lines].join("\n    ")),
  };
}

// Puts the script and the style sheet into the page, so that the build is one file.
function singleFile(name: string): Plugin {
  return {
    name: "single-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle[name];
      if (page?.type !== "asset") throw new Error(`the build made no ${name}`);
      let html = String(page.source);
      for (const [file, part] of Object.entries(bundle)) {
        if (part === page) continue;
        const inlined =
          part.type === "chunk"
            ? `<script type="module">${part.code.trim().replaceAll("</script", "<\\/script")}</script>`
            : `<style>${String(part.source).trim()}</style>`;
        const tag =
          part.type === "chunk"
            ? new RegExp(`<script[^>]*src="[^"]*${file}"[^>]*></script>`)
            : new RegExp(`<link[^>]*href="[^"]*${file}"[^>]*>`);
        if (!tag.test(html)) throw new Error(`${name} does not refer to ${file}`);
        // a function, because the code may hold "$&" and the like
        html = html.replace(tag, () => inlined);
        delete bundle[file];
      }
      page.source = html;
    },
  };
}

// The station's page comes as three files: its content-security policy allows nothing inline.
const kThreeFiles = {
  entryFileNames: "operator.js",
  assetFileNames: "operator[extname]",
  inlineDynamicImports: true,
};

const kPages: Record<string, string> = { map: "map.html", operator: "operator.html" };

// one page per build: `vite build` makes the report, `vite build --mode map` the map,
// `vite build --mode operator` the page of the station
export default defineConfig(({ mode }) => {
  const page = kPages[mode] ?? "index.html";
  const separate = mode === "operator";
  return {
    plugins: separate
      ? [commonHead(kHead)]
      : [commonHead(kHead, kFetchNothing), singleFile(page)],
    build: {
      target: "es2020",
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      ...(separate ? { chunkSizeWarningLimit: 4000, assetsInlineLimit: 0 } : {}),
      rollupOptions: { input: page, ...(separate ? { output: kThreeFiles } : {}) },
    },
    // nothing is timed; these only end what would never end [ms]
    test: {
      include: ["tests/**/*.test.ts"],
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 120_000 } },
    },
  };
});
