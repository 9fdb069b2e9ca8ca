/** What VS Code starts and stops. */
import * as vscode from "vscode";
import { onInterpreterChanged } from "./python_extension";
import { Server } from "./server";
import { Verify } from "./verify";

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("torchlint", { log: true });
  const server = new Server(log, context.extensionPath);
  const verify = new Verify(server, log, context.workspaceState);
  const restart = (): Promise<void> => server.restart();
  const command = vscode.commands.registerCommand;
  context.subscriptions.push(
    log,
    server,
    verify,
    command("torchlint.restart", restart),
    command("torchlint.log", () => log.show()),
    command("torchlint.verify", () => verify.run()),
    command("torchlint.clearVerdicts", () => verify.clear()),
    command("torchlint.menu", menu),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      // The server asks for all other settings itself.
      const ours = ["torchlint.path", "torchlint.interpreter", "torchlint.diagnosticMode"];
      if (ours.some((one) => event.affectsConfiguration(one))) void restart();
    }),
  );
  await restart();
  if (vscode.workspace.isTrusted) {
    const listener = await onInterpreterChanged(restart);
    if (listener) context.subscriptions.push(listener);
  }
}

async function menu(): Promise<void> {
  const actions = {
    "Restart Server": "torchlint.restart",
    "Show Log": "torchlint.log",
    "Verify...": "torchlint.verify",
  } as const;
  const chosen = await vscode.window.showQuickPick(Object.keys(actions), { title: "torchlint" });
  if (chosen) await vscode.commands.executeCommand(actions[chosen as keyof typeof actions]);
}
