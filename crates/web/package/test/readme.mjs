/** Writes a module for each block of TypeScript in the given pages. The comment `// -> VALUE` is the value of its line. */

import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

const modules = [];
for (const page of process.argv.slice(2)) {
  const blocks = readFileSync(page, "utf8").matchAll(/^```ts\n(.*?)^```$/gms);
  for (const [, block] of blocks) {
    const checked = block.replaceAll(/^(.*?);? \/\/ -> (.*)$/gm, "assert.deepEqual($1, $2);");
    const name = `example-${basename(page, ".md").toLowerCase()}-${modules.length + 1}`;
    writeFileSync(`${name}.ts`, `import assert from "node:assert/strict";\n${checked}\nexport {};\n`);
    modules.push(name);
  }
}
const tests = modules.map((name) => `test("${name}", async () => void (await import("./${name}.js")));\n`);
writeFileSync("examples.test.ts", `import { test } from "node:test";\n${tests.join("")}`);
console.log(`${modules.length} examples`);
