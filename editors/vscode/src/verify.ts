/** Runs `torchlint FILE --verify -- COMMAND` and shows what it says. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { quoted, split } from "./command_line";
import { pythonOf } from "./find_server";
import { activeInterpreter } from "./python_extension";
import { reportPage } from "./report_page";
import type { Server } from "./server";
import { STATUSES, verdicts, type Status, type Verdict } from "./verdicts";

const COLORS: Record<Status, string> = {
  confirmed: "editorError.foreground",
  refuted: "testing.iconPassed",
  "not-reached": "editorCodeLens.foreground",
  undecided: "editorWarning.foreground",
};

export class Verify implements vscode.Disposable {
  private shown: Verdict[] = [];
  private report = "";
  private panel: vscode.WebviewPanel | undefined;
  private readonly styles = new Map<Status, vscode.TextEditorDecorationType>();
  private readonly listeners: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly log: vscode.LogOutputChannel,
    private readonly memory: vscode.Memento,
  ) {
    for (const status of STATUSES) {
      const after = { color: new vscode.ThemeColor(COLORS[status]), margin: "0 0 0 3em" };
      this.styles.set(status, vscode.window.createTextEditorDecorationType({ after }));
    }
    this.listeners = [
      vscode.window.onDidChangeVisibleTextEditors(() => this.decorate()),
      vscode.window.onDidChangeActiveColorTheme(() => this.showReport()),
      // The measured line may be another one after an edit.
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length) this.forget(document.uri.fsPath);
      }),
    ];
  }

  /** Ask for the command, run it, and show the verdicts and the report. */
  async run(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (!vscode.workspace.isTrusted || document?.languageId !== "python" || document.uri.scheme !== "file") {
      void vscode.window.showInformationMessage("torchlint: open a Python file of a trusted workspace first.");
      return;
    }
    const file = document.uri.fsPath;
    const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? dirname(file);
    const found = await this.server.torchlint(document.uri);
    const command = found && (await this.ask(document.uri, pythonOf(found.torchlint)));
    if (!command) return;
    await document.save();
    this.clear();
    const out = await mkdtemp(join(tmpdir(), "torchlint-"));
    try {
      const json = join(out, "verify.json");
      const options = ["--verify", "--verify-json", json, "--verify-report", out, "--color", "never"];
      const args = [...found.torchlint.args, file, ...options, "--", ...split(command)];
      const status = await this.execute(found.torchlint.command, args, folder);
      this.show(verdicts(await readFile(json, "utf8")), await readFile(join(out, "report.html"), "utf8"));
      this.log.info(`torchlint --verify ended with status ${status}`);
    } catch (error) {
      this.log.error(String(error));
      const chosen = await vscode.window.showErrorMessage("torchlint --verify has no verdicts.", "Show Log");
      if (chosen) this.log.show();
    } finally {
      await rm(out, { recursive: true, force: true });
    }
  }

  clear(): void {
    this.shown = [];
    this.decorate();
  }

  dispose(): void {
    for (const one of [...this.listeners, ...this.styles.values()]) one.dispose();
    this.panel?.dispose();
  }

  private async ask(file: vscode.Uri, python: string): Promise<string | undefined> {
    const key = `command:${file.toString()}`;
    const usual = [(await activeInterpreter(file)) ?? python, file.fsPath].map(quoted).join(" ");
    const command = await vscode.window.showInputBox({
      title: "torchlint: Verify",
      prompt: "The command to run. It is your real command: what it saves, uploads or deletes is real.",
      value: this.memory.get(key, usual),
      ignoreFocusOut: true,
      validateInput: problem,
    });
    if (command) await this.memory.update(key, command);
    return command;
  }

  private execute(command: string, args: string[], cwd: string): Thenable<number | null> {
    const progress = { location: vscode.ProgressLocation.Notification, title: "torchlint --verify", cancellable: true };
    this.log.info([command, ...args].map(quoted).join(" "));
    return vscode.window.withProgress(progress, (shown, cancelled) => {
      return new Promise<number | null>((done, failed) => {
        const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
        cancelled.onCancellationRequested(() => child.kill("SIGINT"));
        for (const stream of [child.stdout, child.stderr]) {
          stream.setEncoding("utf8").on("data", (text: string) => {
            this.log.append(text);
            const last = text.trim().split("\n").at(-1);
            if (last) shown.report({ message: last });
          });
        }
        child.on("error", failed).on("close", (status) => done(status));
      });
    });
  }

  private show(found: Verdict[], report: string): void {
    this.shown = found;
    this.decorate();
    this.panel ??= vscode.window.createWebviewPanel("torchlint.report", "torchlint --verify", this.beside(), {
      enableScripts: true,
      localResourceRoots: [],
    });
    this.panel.onDidDispose(() => (this.panel = undefined));
    this.report = report;
    this.showReport();
    this.panel.reveal(undefined, true);
  }

  private showReport(): void {
    const { Light, HighContrastLight } = vscode.ColorThemeKind;
    const light = [Light, HighContrastLight].includes(vscode.window.activeColorTheme.kind);
    if (this.panel) this.panel.webview.html = reportPage(this.report, !light);
  }

  private beside(): { viewColumn: vscode.ViewColumn; preserveFocus: boolean } {
    return { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  }

  private forget(file: string): void {
    const kept = this.shown.filter((one) => one.file !== file);
    if (kept.length === this.shown.length) return;
    this.shown = kept;
    this.decorate();
  }

  private decorate(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const here = this.shown.filter((one) => one.file === editor.document.uri.fsPath);
      for (const [status, style] of this.styles) {
        const lines = here.filter((one) => one.status === status && one.line < editor.document.lineCount);
        const at = lines.map((one) => ({
          range: editor.document.lineAt(one.line).range,
          hoverMessage: new vscode.MarkdownString().appendText(`${one.label}\n\n${one.details}`),
          renderOptions: { after: { contentText: one.label } },
        }));
        editor.setDecorations(style, at);
      }
    }
  }
}

function problem(command: string): string | undefined {
  try {
    return split(command).length ? undefined : "Write the command that runs your program.";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
