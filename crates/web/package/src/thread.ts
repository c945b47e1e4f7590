/** The script of the Web Worker of `minirow/worker`. */

import type { Request } from "./threads.js";
import { answer } from "./work.js";

self.onmessage = ({ data }: MessageEvent<Request>) => void answer(data, (message) => self.postMessage(message));
