/** The script of the worker thread of `minirow/worker` in Node. */

import { parentPort } from "node:worker_threads";
import "./node.js";
import type { Request } from "./threads.js";
import { answer } from "./work.js";

parentPort?.on("message", (request: Request) => void answer(request, (message) => parentPort?.postMessage(message)));
