/** Where torchlint is: the setting, the interpreter, then PATH; nothing of an untrusted workspace gets here. */
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";

/** How to start torchlint, and where that was found. */
export interface Torchlint {
  command: string;
  args: string[];
  origin: string;
}

export interface Wanted {
  path: string; // torchlint.path
  interpreter: string; // torchlint.interpreter
  active: string | undefined; // the interpreter of the Python extension
}

export interface Found {
  torchlint: Torchlint;
  version: string;
}

export interface Missing {
  missing: string; // what was tried, for a message
  install: string; // the command that installs it
}

const EXTRA = "torchlint[lsp]";
const SECONDS = 30;

/** The places to look at in their order: a setting that is set is the only one. */
export function candidates(wanted: Wanted, environment: NodeJS.ProcessEnv): Torchlint[] {
  if (wanted.path) return [{ command: wanted.path, args: [], origin: "torchlint.path" }];
  if (wanted.interpreter) return [ofInterpreter(wanted.interpreter, "torchlint.interpreter")];
  const found: Torchlint[] = [];
  if (wanted.active) found.push(ofInterpreter(wanted.active, "the Python extension's interpreter"));
  const onPath = executable("torchlint", environment);
  if (onPath) found.push({ command: onPath, args: [], origin: "PATH" });
  return found;
}

function ofInterpreter(python: string, origin: string): Torchlint {
  return { command: python, args: ["-m", "torchlint"], origin };
}

/** The first place where torchlint and its server's packages are; `cwd` must not be a folder of the workspace. */
export async function find(wanted: Wanted, environment: NodeJS.ProcessEnv, cwd: string): Promise<Found | Missing> {
  const tried: string[] = [];
  for (const torchlint of candidates(wanted, environment)) {
    const answer = await versionOf(torchlint, environment, cwd);
    if ("version" in answer) return { torchlint, version: answer.version };
    tried.push(`${torchlint.command} (${torchlint.origin}): ${answer.problem}`);
  }
  const python = wanted.interpreter || wanted.active || "python";
  return {
    missing: tried.length ? tried.join("; ") : "there is no Python interpreter selected, and no torchlint on PATH",
    install: `${/\s/.test(python) ? `"${python}"` : python} -m pip install "${EXTRA}"`,
  };
}

/** The Python that has this torchlint, as a guess at the one that runs the user's programs. */
export function pythonOf(torchlint: Torchlint): string {
  if (torchlint.args.length) return torchlint.command;
  const beside = join(dirname(torchlint.command), process.platform === "win32" ? "python.exe" : "python");
  return isAbsolute(beside) && isExecutable(beside) ? beside : "python";
}

type Version = { version: string } | { problem: string };

function versionOf(torchlint: Torchlint, environment: NodeJS.ProcessEnv, cwd: string): Promise<Version> {
  // `python -m` and Python itself look for modules in the working directory first.
  const options = { cwd, env: environment, timeout: SECONDS * 1000 };
  return new Promise((done) => {
    execFile(torchlint.command, [...torchlint.args, "--version"], options, (error, output, errors) => {
      const version = /\d+(\.\d+)+\S*/.exec(output)?.[0];
      if (!error && version) return done({ version });
      const last = errors.trim().split("\n").at(-1);
      done({ problem: last || error?.message || "it did not say its version" });
    });
  });
}

/** An absolute path of a program on PATH; relative entries could lead into the workspace. */
export function executable(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const folders = (environment.PATH ?? environment.Path ?? "").split(delimiter).filter((one) => isAbsolute(one));
  const names = process.platform === "win32" ? [`${name}.exe`] : [name];
  return folders.flatMap((folder) => names.map((one) => join(folder, one))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isFile() && (process.platform === "win32" || (found.mode & 0o111) !== 0);
}
