// The playground without a page, in Node: node check.mjs FOLDER REQUEST prints what it answers to a request.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, request] = process.argv.slice(2);
const { start } = await import(pathToFileURL(join(folder, "engine.js")).href);
const archive = new Uint8Array(readFileSync(join(folder, "torchlint.zip"))).buffer;
const ask = await start(pathToFileURL(join(folder, "pyodide/")).href, archive);
console.log(JSON.stringify(ask(JSON.parse(request))));
