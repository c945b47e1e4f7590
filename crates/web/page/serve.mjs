/**
 * Serves a folder on localhost, compressed with Brotli: `node serve.mjs FOLDER [PORT]`.
 *
 * Only for developers and tests: it compresses each file once, and keeps it in memory.
 */

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Starts the server. Port 0 takes any free port. Returns the address, the bytes sent so far, and a function to close. */
export function serve(folder, port = 0) {
  const compressed = new Map();
  const sent = { bytes: 0, files: [] };
  const server = createServer((request, response) => {
    // The names of the files need no decoding.
    const path = new URL(request.url, "http://localhost").pathname;
    const inside = normalize(path.endsWith("/") ? `${path}index.html` : path);
    const file = join(folder, inside);
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const headers = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" };
    if (!/\bbr\b/.test(request.headers["accept-encoding"] ?? "")) {
      response.writeHead(200, headers);
      createReadStream(file).pipe(response);
      return;
    }
    const stamp = `${file}:${statSync(file).mtimeMs}`;
    if (!compressed.has(stamp)) {
      // The best quality takes a minute for the modules, and makes them 14% smaller.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
      compressed.set(stamp, brotliCompressSync(readFileSync(file), { params }));
    }
    const body = compressed.get(stamp);
    sent.bytes += body.length;
    sent.files.push({ name: inside, bytes: body.length });
    response.writeHead(200, { ...headers, "content-encoding": "br", "content-length": body.length }).end(body);
  });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const close = () => {
        server.closeAllConnections();
        return new Promise((closed) => server.close(closed));
      };
      resolve({ address: `http://localhost:${server.address().port}/`, sent, close });
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, port = "4173"] = process.argv.slice(2);
  const { address } = await serve(folder, Number(port));
  console.log(`serving ${folder} at ${address}, until Ctrl-C`);
}
