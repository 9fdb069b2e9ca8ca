import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { candidates, executable, find, pythonOf } from "../src/find_server";
import { PYTHON, ROOT } from "./project";

const nothing = { path: "", interpreter: "", active: undefined };

function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "torchlint-test-"));
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

test("a setting that is set is the only place", () => {
  const all = { path: "/a/torchlint", interpreter: "/b/python", active: "/c/python" };
  assert.deepEqual(candidates(all, {}).map((one) => one.command), ["/a/torchlint"]);
  assert.deepEqual(candidates({ ...all, path: "" }, {}).map((one) => one.command), ["/b/python"]);
});

test("the interpreter comes before PATH, and a relative entry of PATH is not searched", () => {
  const folder = folderWith("torchlint", "#!/bin/sh\n");
  const PATH = ["bin", folder].join(delimiter);
  const found = candidates({ ...nothing, active: "/c/python" }, { PATH });
  assert.deepEqual(found.map((one) => one.command), ["/c/python", join(folder, "torchlint")]);
  assert.equal(executable("torchlint", { PATH: "bin" }), undefined);
});

test("torchlint of an interpreter is found with its version", async () => {
  const found = await find({ ...nothing, interpreter: PYTHON }, process.env, ROOT);
  assert.ok("torchlint" in found, JSON.stringify(found));
  assert.deepEqual(found.torchlint.args, ["-m", "torchlint"]);
  assert.match(found.version, /^\d+\.\d+/);
});

test("an interpreter without torchlint falls through to PATH", async () => {
  const broken = join(folderWith("python", "#!/bin/sh\necho 'No module named torchlint' >&2\nexit 1\n"), "python");
  const PATH = folderWith("torchlint", "#!/bin/sh\necho torchlint 9.8.7\n");
  const found = await find({ ...nothing, active: broken }, { PATH }, ROOT);
  assert.ok("torchlint" in found);
  assert.deepEqual([found.torchlint.origin, found.version], ["PATH", "9.8.7"]);
});

test("what is missing is said with the command that installs it", async () => {
  const broken = join(folderWith("python", "#!/bin/sh\necho 'No module named torchlint' >&2\nexit 1\n"), "python");
  const found = await find({ ...nothing, active: broken }, {}, ROOT);
  assert.ok("missing" in found);
  assert.match(found.missing, /No module named torchlint/);
  assert.equal(found.install, `${broken} -m pip install "torchlint[lsp]"`);
});

test("the python beside torchlint is the first guess", () => {
  const folder = folderWith("python", "#!/bin/sh\n");
  assert.equal(pythonOf({ command: "/c/python", args: ["-m", "torchlint"], origin: "" }), "/c/python");
  assert.equal(pythonOf({ command: join(folder, "torchlint"), args: [], origin: "" }), join(folder, "python"));
  assert.equal(pythonOf({ command: join(folder, "bin", "torchlint"), args: [], origin: "" }), "python");
});
