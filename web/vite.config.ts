import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

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

// one page per build: `vite build` makes the report, `vite build --mode map` the map
export default defineConfig(({ mode }) => {
  const page = mode === "map" ? "map.html" : "index.html";
  return {
    plugins: [singleFile(page)],
    build: {
      target: "es2020",
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      rollupOptions: { input: page },
    },
    test: { include: ["tests/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 30_000 },
  };
});
