"""The command line, run in this process."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import signature
from io import TextIOWrapper
from typing import Any

from click.testing import CliRunner

from torchlint.cli import main


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run ended, and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def told(self) -> list[str]:
        """Place and rule of each finding, from the JSON on standard output."""
        places = ((record, record["location"]) for record in json.loads(self.out))
        return [f"{os.path.basename(r['filename'])}:{at['row']}:{at['column']} {r['name']}" for r, at in places]


class _Separate(CliRunner):
    """Keeps the two streams apart and loses nothing of standard error, as click does by itself since 8.2."""

    def __init__(self) -> None:
        asked: dict[str, Any] = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
        super().__init__(**asked)

    @contextmanager
    def isolation(self, *given: Any, **named: Any) -> Iterator[Any]:
        """What `invoke` reads the streams from; click 8.1 does so before it flushes standard error."""
        with super().isolation(*given, **named) as streams:
            if isinstance(sys.stderr, TextIOWrapper):
                sys.stderr.reconfigure(write_through=True)
            yield streams


def runner() -> CliRunner:
    return _Separate()


def run(*arguments: str, stdin: str | bytes = "") -> Ran:
    result = runner().invoke(main, arguments, input=stdin, catch_exceptions=False, prog_name="torchlint")
    return Ran(result.exit_code, result.stdout, result.stderr)


def told(*arguments: str) -> list[str]:
    return run("--output-format", "json", *arguments).told
