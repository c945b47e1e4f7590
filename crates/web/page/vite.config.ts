/** The build of the page: static files with relative addresses, and a service worker that knows all of them. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Files of `public` that the page needs offline. */
const PUBLIC = ["manifest.webmanifest", "icon.svg", "icon-180.png", "icon-512.png"];

/** Writes the service worker, with the list of the files and a version that follows from their contents. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    generateBundle(_, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => !fileName.endsWith(".map"));
      const hash = createHash("sha256");
      for (const one of files.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
        hash.update(one.fileName).update(one.type === "chunk" ? one.code : one.source);
      }
      for (const name of PUBLIC) {
        hash.update(readFileSync(file(`public/${name}`)));
      }
      const names = [...files.map(({ fileName }) => fileName), ...PUBLIC];
      const isLater = (name: string): boolean => /\/print/.test(name);
      const source = readFileSync(file("src/service_worker.js"), "utf8")
        .replace("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 12)))
        .replace(
          "__FILES__",
          JSON.stringify(["./", ...names.filter((name) => !isLater(name) && name !== "index.html")]),
        )
        .replace("__LATER__", JSON.stringify(names.filter(isLater)));
      this.emitFile({ type: "asset", fileName: "service_worker.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  resolve: { alias: { minirow: file("../package/index.js") } },
  build: {
    target: ["chrome111", "firefox115", "safari16.4"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  plugins: [serviceWorker()],
});
