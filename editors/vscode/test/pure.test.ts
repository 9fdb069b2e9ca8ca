import assert from "node:assert/strict";
import { test } from "node:test";
import { quoted, split } from "../src/command_line";
import { reportPage } from "../src/report_page";

test("a command is split as it was quoted", () => {
  assert.deepEqual(split(`python  "my train.py" --name 'a "b"' ""`), ["python", "my train.py", "--name", 'a "b"', ""]);
  for (const one of ["a b", 'say "x"', "back\\slash", "plain", ""]) assert.deepEqual(split(quoted(one)), [one]);
  assert.deepEqual(split("python a.py; rm x"), ["python", "a.py;", "rm", "x"]);
  assert.throws(() => split("python 'a.py"), /not closed/);
});

test("a report runs its own scripts and loads nothing", () => {
  const html = `<!doctype html><html><head><meta charset="utf-8"><script>x()</script></head><body></body></html>`;
  const page = reportPage(html, false, "N");
  assert.match(page, /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none';/);
  assert.match(page, /<script nonce="N">x\(\)/);
  assert.doesNotMatch(page, /https?:/);
  assert.match(page, /script-src 'nonce-N'/);
  assert.doesNotMatch(page, /script-src[^;]*unsafe/);
  assert.notEqual(reportPage(html, false), reportPage(html, false));
});

test("a report has the colors of the theme", () => {
  const style = ":root { color-scheme: light dark } @media (prefers-color-scheme: dark) { body { color: white } }";
  const html = `<html><head><style>${style}</style></head><body></body></html>`;
  assert.match(reportPage(html, true), /color-scheme: dark } @media all {/);
  assert.match(reportPage(html, false), /color-scheme: light } @media not all {/);
});
