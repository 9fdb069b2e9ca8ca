/** Where the repository is, and the Python that has torchlint: TORCHLINT_PYTHON, or that of the repository's .venv. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(__dirname, "../../..");
const inside = process.platform === "win32" ? "Scripts/python.exe" : "bin/python";
const venv = join(ROOT, ".venv", inside);
export const PYTHON = process.env.TORCHLINT_PYTHON ?? (existsSync(venv) ? venv : "python");
