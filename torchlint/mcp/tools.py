"""The tools of the server: check, fix, explain and verify, each answered by a text for a small context."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from mcp.server.mcpserver.exceptions import ToolError

from torchlint.api.explaining import explain
from torchlint.api.results import RulePage
from torchlint.mcp.process import Ended, nobody, run_torchlint
from torchlint.mcp.roots import OutsideError, Roots
from torchlint.settings.keys import ConfigError

FAILED = 2  # the exit status where torchlint could not do its work
_MOST = 16_000  # characters of an answer
_LAST = 30  # lines of what a verified command has written
TIMEOUT = 600.0


@dataclass(frozen=True, slots=True)
class Tools:
    """What agents ask for, within the roots."""

    roots: Roots

    async def check(
        self,
        paths: list[str] | None = None,
        code: str | None = None,
        filename: str = "untitled.py",
        select: list[str] | None = None,
        suspected: bool = False,
    ) -> str:
        """The findings in files and folders, or in `code` as if it were saved as `filename`."""
        arguments = ["--output-format", "agent", *_selected(select), *(["--suspected"] if suspected else [])]
        if code is None:
            ended = await run_torchlint([*self._inside(paths), *arguments], self.roots.first)
        else:
            if paths:
                raise ToolError("pass `paths` or `code`, not both; `filename` is the name of the code")
            (name,) = self._inside([filename])
            ended = await run_torchlint(["-", "--stdin-filename", name, *arguments], self.roots.first, code)
        return _answer(ended)

    async def fix(
        self,
        paths: list[str],
        unsafe: bool = False,
        select: list[str] | None = None,
        dry_run: bool = False,
    ) -> str:
        """Write the fixes into files, and say how many there were and which findings are left."""
        kind = ["--diff"] if dry_run else ["--fix", "--show-fixes", "--output-format", "agent"]
        options = [*kind, *_selected(select), *(["--unsafe-fixes"] if unsafe else [])]
        return _answer(await run_torchlint([*self._inside(paths), *options], self.roots.first))

    async def explain(self, rule: str, full: bool = False) -> str:
        """What a rule finds and what to write instead, or its whole page; of a symptom, the rules that look for it."""
        try:
            explained = explain(rule)
        except ConfigError as problem:
            raise ToolError(problem.message) from None
        return _essence(explained.page) if isinstance(explained, RulePage) and not full else explained.page

    async def verify(
        self,
        command: list[str],
        paths: list[str] | None = None,
        timeout: float = TIMEOUT,
        max_steps: int | None = None,
        alive: Callable[[float], Awaitable[None]] = nobody,
    ) -> str:
        """Run the command observed, and say of each finding whether the run confirms it."""
        if not command:
            raise ToolError('`command` is the program to run, such as ["python", "train.py", "--epochs", "1"]')
        with tempfile.TemporaryDirectory(prefix="torchlint-") as folder:
            report = os.path.join(folder, "findings")
            options = ["--verify", "--verify-timeout", str(timeout), "--output-format", f"agent:{report}"]
            options += ["--verify-max-steps", str(max_steps)] if max_steps else []
            arguments = [*self._inside(paths), *options, "--", *command]
            ended = await run_torchlint(arguments, self.roots.first, alive=alive)
            found = _read(report)
        if ended.status == FAILED and not found:
            raise ToolError(_brief(ended.err) or "torchlint failed")
        printed = "\n".join(ended.out.splitlines()[-_LAST:])
        return _short("\n".join(filter(None, (found.rstrip(), _last(ended.err), printed and f"printed:\n{printed}"))))

    def _inside(self, paths: Sequence[str] | None) -> list[str]:
        """Paths for the command line; all roots where none is named."""
        try:
            return [self.roots.inside(path) for path in paths or self.roots.folders]
        except OutsideError as problem:
            raise ToolError(str(problem)) from None


def _essence(page: str) -> str:
    """The summary of a page and what it says to write, with the names of its other sections."""
    first, *sections = page.strip().split("\n## ")
    wanted = [text.rstrip() for text in sections if text.partition("\n")[0].endswith(("instead", "What to do"))]
    others = [text.partition("\n")[0] for text in sections if text.rstrip() not in wanted]
    more = [f"full=true adds: {', '.join(others)}"] if others else []
    return "\n\n".join([first.rstrip(), *(f"## {text}" for text in wanted), *more])


def _selected(rules: Iterable[str] | None) -> list[str]:
    return [f"--select={','.join(rules)}"] if rules else []


def _answer(ended: Ended) -> str:
    """What torchlint has written, with its errors and warnings; raises ToolError where it has written nothing else."""
    said = _brief(ended.err)
    if ended.status == FAILED and not ended.out.strip():
        raise ToolError(said or "torchlint failed")
    return _short("\n".join(filter(None, (ended.out.rstrip(), said))))


def _brief(err: str) -> str:
    """Standard error without what is nice to know, and the line for CI logs, which says again what is said above it."""
    return "\n".join(line for line in err.splitlines() if line and not line.startswith(("info: ", "verify: ")))


def _last(err: str) -> str:
    """The end of standard error, where the command's own errors are, and torchlint's summary."""
    return "\n".join(_brief(err).splitlines()[-_LAST:])


def _short(text: str) -> str:
    """The text, or as many of its first and its last lines as fit."""
    if len(text) <= _MOST:
        return text
    lines = text.splitlines()
    head: list[str] = []
    room = _MOST - sum(len(line) + 1 for line in lines[-2:])
    for line in lines[:-2]:
        room -= len(line) + 1
        if room < 0:
            break
        head.append(line[: max(0, room + len(line) + 1)])
    left = len(lines) - 2 - len(head)
    return "\n".join([*head, f"... {left} more lines: pass fewer `paths`, or name rules in `select`", *lines[-2:]])


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""
