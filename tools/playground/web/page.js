// Makes a playground of the example on the page. Nothing is loaded until a button is pressed.

const root = document.querySelector("#playground-box");
const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("page.css", import.meta.url);
document.head.append(style);
const example = document.querySelector("article .highlight, .md-content .highlight");
root.innerHTML = `
  <textarea spellcheck="false" autocapitalize="off" autocomplete="off" aria-label="PyTorch code"></textarea>
  <p>
    <button type="button" class="md-button md-button--primary" data-fix="">Check</button>
    <button type="button" class="md-button" data-fix="safe">Apply safe fixes</button>
    <button type="button" class="md-button" data-fix="unsafe">Apply all fixes</button>
    <label><input type="checkbox"> all rules, and what is only suspected</label>
  </p>
  <p role="status"></p>
  <ol></ol>`;
const code = root.querySelector("textarea");
const all = root.querySelector("input");
const status = root.querySelector("[role=status]");
const list = root.querySelector("ol");
const buttons = [...root.querySelectorAll("button")];
code.value = example.querySelector("code").textContent.trimEnd() + "\n";
code.rows = code.value.split("\n").length;
example.replaceWith(root);

let worker = null;

function begin() {
  const pyodide = new URL(root.dataset.pyodide, document.baseURI).href;
  const address = new URL(`worker.js?pyodide=${encodeURIComponent(pyodide)}`, import.meta.url);
  worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }) => show(data);
  worker.onerror = (event) => show({ error: event.message || "the worker could not be loaded" });
}

function ask(fix) {
  for (const button of buttons) button.disabled = true;
  status.textContent = worker ? "Checking..." : "Loading Python and torchlint, once...";
  if (!worker) begin();
  worker.postMessage({ text: code.value, all: all.checked, fix });
}

function show({ error, text, findings }) {
  for (const button of buttons) button.disabled = false;
  list.replaceChildren();
  if (error) {
    status.textContent = `This did not work: ${error}`;
    worker.terminate();
    worker = null;
    return;
  }
  if (code.value !== text) code.value = text;
  const many = findings.length === 1 ? "finding" : "findings";
  status.textContent = findings.length ? `${findings.length} ${many}` : "Nothing found.";
  list.append(...findings.map(item));
}

function item(finding) {
  const one = made("li", finding.severity);
  const place = made("button", "", `line ${finding.line}`);
  place.type = "button";
  place.onclick = () => select(finding.line);
  const rule = made("a", "", finding.rule);
  rule.href = `../rules/${finding.rule}/`;
  const message = made("p", "");
  // What is between backticks is code.
  message.append(...finding.message.split("`").map((part, at) => (at % 2 ? made("code", "", part) : part)));
  one.append(place, ` ${finding.severity} `, rule, message);
  if (finding.fix) one.append(made("p", "", `Fix: ${finding.fix}`), made("pre", "", finding.diff.trimEnd()));
  return one;
}

function made(kind, name, text = "") {
  const element = document.createElement(kind);
  if (name) element.className = name;
  element.textContent = text;
  return element;
}

function select(line) {
  const lines = code.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  code.focus();
  code.setSelectionRange(start, start + lines[line - 1].length);
}

for (const button of buttons) button.onclick = () => ask(button.dataset.fix);
code.onkeydown = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !buttons[0].disabled) ask("");
};
