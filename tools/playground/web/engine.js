// Pyodide with torchlint in it: in the page's worker, and in Node, where `python -m tools.playground --check` tries it.

export async function start(pyodide, archive) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", pyodide).href);
  const python = await loadPyodide();
  python.unpackArchive(archive, "zip", { extractDir: "/torchlint" });
  python.runPython("import sys; sys.path.insert(0, '/torchlint')");
  const { answer } = python.pyimport("in_browser");
  return (request) => JSON.parse(answer(JSON.stringify(request)));
}
