import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Puts the script and the style sheet into the page, so that the build is one file.
function singleFile(): Plugin {
  return {
    name: "single-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("the build made no index.html");
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (part === page) continue;
        const inlined =
          part.type === "chunk"
            ? `<script type="module">${part.code.trim().replaceAll("</script", "<\\/script")}</script>`
            : `<style>${String(part.source).trim()}</style>`;
        const tag =
          part.type === "chunk"
            ? new RegExp(`<script[^>]*src="[^"]*${name}"[^>]*></script>`)
            : new RegExp(`<link[^>]*href="[^"]*${name}"[^>]*>`);
        if (!tag.test(html)) throw new Error(`index.html does not refer to ${name}`);
        // a function, because the code may hold "$&" and the like
        html = html.replace(tag, () => inlined);
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

export default defineConfig({
  plugins: [singleFile()],
  build: {
    target: "es2020",
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
  },
  test: { include: ["tests/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 30_000 },
});
