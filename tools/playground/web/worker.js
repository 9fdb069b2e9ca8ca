// Answers the page's requests, so that the page stays responsive. The address of Pyodide is in this worker's own.

import { start } from "./engine.js";

async function begin() {
  const response = await fetch(new URL("torchlint.zip", import.meta.url));
  if (!response.ok) throw new Error(`torchlint.zip: status ${response.status}`);
  return start(new URL(import.meta.url).searchParams.get("pyodide"), await response.arrayBuffer());
}

const ready = begin();
onmessage = async ({ data }) => {
  try {
    postMessage((await ready)(data));
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
