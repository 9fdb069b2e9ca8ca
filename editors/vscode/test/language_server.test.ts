/** The real language server, started as the extension starts it. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from "vscode-languageserver-protocol/node";
import { find } from "../src/find_server";
import { verdicts } from "../src/verdicts";
import { PYTHON, ROOT } from "./project";

const BAD = "import torch\n\nx = torch.ones(3)\nx.add(1)\n";
const folder = mkdtempSync(join(tmpdir(), "torchlint-test-"));
const told = new Map<string, PublishDiagnosticsParams>();
let settings: Record<string, unknown> = {};
let connection: ProtocolConnection;
let heard: () => void = () => undefined;
let version: string;
let answered: string | undefined;

async function rules(uri: string, wanted: string[]): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    const found = told.get(uri)?.diagnostics.map((one) => String(one.code));
    if (found && JSON.stringify(found) === JSON.stringify(wanted)) return;
    assert.ok(Date.now() < end, `${uri}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
    await new Promise<void>((done) => {
      heard = done;
      setTimeout(done, 1000);
    });
  }
}

before(async () => {
  const found = await find({ path: "", interpreter: PYTHON, active: undefined }, process.env, ROOT);
  assert.ok("torchlint" in found, JSON.stringify(found));
  version = found.version;
  const { command, args } = found.torchlint;
  const child = spawn(command, [...args, "--lsp"], { cwd: ROOT, stdio: ["pipe", "pipe", "ignore"] });
  connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    told.set(params.uri, params);
    heard();
  });
  connection.onRequest("workspace/configuration", () => [settings]);
  connection.onRequest("client/registerCapability", () => null);
  connection.listen();
  const result: { serverInfo: { version: string } } = await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {
      workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
      notebookDocument: { synchronization: {} },
    },
  });
  answered = result.serverInfo.version;
  await connection.sendNotification("initialized", {});
});

after(async () => {
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  connection.dispose();
});

test("the server is the version that was found", () => assert.equal(answered, version));

test("findings of a file, and the settings of the editor", async () => {
  const uri = pathToFileURL(join(folder, "a.py")).href;
  const textDocument = { uri, languageId: "python", version: 1, text: BAD };
  await connection.sendNotification("textDocument/didOpen", { textDocument });
  await rules(uri, ["discarded-tensor-op"]);
  settings = { path: "", select: null, ignore: ["discarded-tensor-op"] };
  await connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  await rules(uri, []);
  settings = {};
  await connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  await rules(uri, ["discarded-tensor-op"]);
});

test("findings in the cells of a notebook", async () => {
  const cells = ["import torch\nx = torch.ones(3)\n", "x.add(1)\nprint(x)\n"];
  const uri = pathToFileURL(join(folder, "n.ipynb")).href;
  const names = cells.map((_, number) => `vscode-notebook-cell:/n.ipynb#${number}`);
  await connection.sendNotification("notebookDocument/didOpen", {
    notebookDocument: {
      uri,
      notebookType: "jupyter-notebook",
      version: 1,
      cells: names.map((document) => ({ kind: 2, document })),
    },
    cellTextDocuments: cells.map((text, i) => ({ uri: names[i], languageId: "python", version: 1, text })),
  });
  await rules(names[1] ?? "", ["discarded-tensor-op"]);
  await rules(names[0] ?? "", []);
});

test("verdicts of a real run", () => {
  const file = join(folder, "run.py");
  writeFileSync(file, `${BAD}if x.sum() < 0:\n    x.mul(2)\n`);
  const json = join(folder, "verify.json");
  const args = ["-m", "torchlint", file, "--verify", "--verify-json", json, "--", PYTHON, file];
  const { status, stderr } = spawnSync(PYTHON, args, { cwd: folder, encoding: "utf8" });
  assert.equal(status, 1, stderr);
  const found = verdicts(readFileSync(json, "utf8")).map((one) => [one.line, one.status, one.file]);
  assert.deepEqual(found, [
    [3, "confirmed", file],
    [5, "not-reached", file],
  ]);
});
