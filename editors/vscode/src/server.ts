/** The language server of this window, and the status bar item about it. */
import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";
import { find, type Found } from "./find_server";
import { activeInterpreter } from "./python_extension";

const SELECTOR = [
  { scheme: "file", language: "python" },
  { scheme: "untitled", language: "python" },
];

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private queue: Promise<void> = Promise.resolve();
  private readonly status = vscode.window.createStatusBarItem("torchlint", vscode.StatusBarAlignment.Right, 90);

  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly folder: string, // of the extension: Python finds no modules of the workspace there
  ) {
    this.status.name = "torchlint";
    this.status.command = "torchlint.menu";
    this.show("$(circle-slash)", "not started");
    this.status.show();
  }

  /** Start the server, or start it again; calls are served one after the other. */
  restart(): Promise<void> {
    this.queue = this.queue.then(() => this.start()).catch((error: unknown) => this.failed(String(error)));
    return this.queue;
  }

  /** torchlint for a folder; shows how to install it where it is not found. */
  async torchlint(resource?: vscode.Uri): Promise<Found | undefined> {
    if (!vscode.workspace.isTrusted) return undefined;
    const settings = vscode.workspace.getConfiguration("torchlint", resource);
    const wanted = {
      path: settings.get("path", ""),
      interpreter: settings.get("interpreter", ""),
      active: await activeInterpreter(resource),
    };
    const found = await find(wanted, process.env, this.folder);
    if ("torchlint" in found) return found;
    this.failed(found.missing);
    void this.offerInstall(found.install);
    return undefined;
  }

  async dispose(): Promise<void> {
    this.status.dispose();
    await this.stop();
  }

  private async start(): Promise<void> {
    await this.stop();
    if (!vscode.workspace.isTrusted) {
      this.show("$(shield)", "not started: the workspace is not trusted");
      return;
    }
    this.show("$(sync~spin)", "starting");
    const found = await this.torchlint(vscode.workspace.workspaceFolders?.[0]?.uri);
    if (!found) return;
    const { command, args, origin } = found.torchlint;
    this.log.info(`torchlint ${found.version}: ${[command, ...args].join(" ")} (${origin})`);
    const run = { command, args: [...args, "--lsp"], options: { cwd: this.folder } };
    const client = new LanguageClient("torchlint", "torchlint", run, {
      documentSelector: SELECTOR,
      initializationOptions: { diagnosticMode: vscode.workspace.getConfiguration("torchlint").get("diagnosticMode") },
      outputChannel: this.log,
    });
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) this.show("$(check)", `version ${found.version}, from ${origin}`);
      if (newState === State.Stopped) this.show("$(error)", "stopped");
    });
    await client.start();
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.state === State.Running) await client.stop();
  }

  private failed(problem: string): void {
    this.log.error(problem);
    this.show("$(error)", problem);
  }

  private async offerInstall(command: string): Promise<void> {
    const [copy, settings, log] = ["Copy Command", "Open Settings", "Show Log"];
    const text = `torchlint was not found. Install it with \`${command}\`, or set torchlint.path.`;
    const chosen = await vscode.window.showErrorMessage(text, copy, settings, log);
    if (chosen === copy) await vscode.env.clipboard.writeText(command);
    if (chosen === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "torchlint.path");
    if (chosen === log) this.log.show();
  }

  private show(icon: string, text: string): void {
    this.status.text = `${icon} torchlint`;
    this.status.tooltip = `torchlint: ${text}`;
  }
}
