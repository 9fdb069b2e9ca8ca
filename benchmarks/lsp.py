"""`python -m benchmarks.lsp [--file FILE] [--lines N] [--edits N]`: from an edit to its diagnostics, on a warm server.

A client talks to `torchlint --lsp` in a process of its own, changes a number in a function in the middle of the file,
and waits for what the server says of that version; its pause for the next key is part of that. Without a file, one is
put together from the examples of the rules: more happens in it than in most code. Wall times need an idle machine.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import os
import sys
import time
from pathlib import Path
from statistics import median

from lsprotocol import types
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 120  # after which a server that is silent is taken to be broken
TYPED = "typed = {}\n"


def program(lines: int) -> str:
    """So many lines of PyTorch code, one example after the other, and with the end of the last."""
    parts: list[str] = []
    for example in sorted(ROOT.glob("rules/*/bad.py")):
        if sum(part.count("\n") for part in parts) >= lines:
            break
        parts.append(example.read_text(encoding="utf-8"))
    return "\n\n".join(parts)


def editable(text: str) -> tuple[str, types.Range]:
    """The text with a statement more in the middle, and where its number stands."""
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
    last = [node.body[-1] for node in functions if node.body[-1].lineno > node.lineno]
    if not last:
        raise SystemExit("there is no function in the file to type into")
    lines = text.splitlines(keepends=True)
    below = min(last, key=lambda statement: abs(statement.lineno - len(lines) // 2))
    line, indent = below.lineno - 1, " " * below.col_offset
    lines.insert(line, f"{indent}{TYPED.format(0)}")
    column = len(indent) + TYPED.index("{")
    return "".join(lines), types.Range(types.Position(line, column), types.Position(line, column + 1))


class Editor:
    """A client, and the newest version of the one file that its server has said something of."""

    def __init__(self) -> None:
        self.client = LanguageClient("benchmark", "1")
        self.version = self.found = 0
        self.heard = asyncio.Event()

        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.version, self.found = params.version or 0, len(params.diagnostics)
            self.heard.set()

        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)

    async def told_of(self, version: int) -> None:
        """Wait until the server has said what it finds in a version."""
        while self.version < version:
            self.heard.clear()
            await asyncio.wait_for(self.heard.wait(), SECONDS)


async def measured(path: Path, text: str, edits: int) -> tuple[float, float, list[float], int]:
    """Seconds until the server is ready, until the file that was opened is told of, and of each edit; the findings."""
    text, number = editable(text)
    uri, editor = path.as_uri(), Editor()
    began = time.perf_counter()
    await editor.client.start_io(sys.executable, "-m", "torchlint", "--lsp", "--isolated")
    capabilities = types.ClientCapabilities()
    params = types.InitializeParams(capabilities, process_id=os.getpid(), root_uri=path.parent.as_uri())
    await editor.client.initialize_async(params)
    editor.client.initialized(types.InitializedParams())
    ready = time.perf_counter()
    item = types.TextDocumentItem(uri, "python", 1, text)
    editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    await editor.told_of(1)
    opened = time.perf_counter()
    took = []
    for version in range(2, edits + 2):
        change = types.TextDocumentContentChangePartial(number, str(version % 10))
        of = types.VersionedTextDocumentIdentifier(version, uri)
        edited = time.perf_counter()
        editor.client.text_document_did_change(types.DidChangeTextDocumentParams(of, [change]))
        await editor.told_of(version)
        took.append(time.perf_counter() - edited)
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    await editor.client.stop()  # type: ignore[no-untyped-call]
    return ready - began, opened - ready, took, editor.found


def main() -> int:
    """The exit status; the figures go to standard output."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lsp", description=__doc__)
    parser.add_argument("--file", type=Path, help="a Python file (default: one made of the rules' examples)")
    parser.add_argument("--lines", type=int, default=1500, help="how long that is to be (default: 1500)")
    parser.add_argument("--edits", type=int, default=60, help="how many edits are made (default: 60)")
    wanted = parser.parse_args()
    path = (wanted.file or ROOT / "benchmarks" / "typed.py").resolve()
    text = wanted.file.read_text(encoding="utf-8") if wanted.file else program(wanted.lines)
    ready, opened, took, found = asyncio.run(measured(path, text, wanted.edits))
    warm = sorted(took[5:] or took)
    rows = {
        "start of the server": ready,
        "first look at the file": opened,
        "edit to diagnostics, median": median(warm),
        "edit to diagnostics, nine of ten": warm[len(warm) * 9 // 10],
        "edit to diagnostics, quickest": warm[0],
    }
    print(f"{text.count(chr(10)):,} lines, {found} findings, {len(warm)} edits.\n")
    print("| | ms |\n|---|---:|")
    print("\n".join(f"| {name} | {seconds * 1000:.0f} |" for name, seconds in rows.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
