/** The interpreter that the Python extension has selected, if that extension is installed. */
import * as vscode from "vscode";

interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

async function environments(): Promise<PythonApi["environments"]> {
  const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
  return extension && (await extension.activate()).environments;
}

export async function activeInterpreter(resource?: vscode.Uri): Promise<string | undefined> {
  const found = await environments();
  const resolved = await found?.resolveEnvironment(found.getActiveEnvironmentPath(resource));
  return resolved?.executable.uri?.fsPath;
}

export async function onInterpreterChanged(listener: () => unknown): Promise<vscode.Disposable | undefined> {
  return (await environments())?.onDidChangeActiveEnvironmentPath(listener);
}
