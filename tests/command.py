"""The command line, run in this process."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from inspect import signature
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


def runner() -> CliRunner:
    """One that keeps the two streams apart, as click does unasked since 8.2."""
    asked: dict[str, Any] = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
    return CliRunner(**asked)


def run(*arguments: str, stdin: str | bytes = "") -> Ran:
    result = runner().invoke(main, arguments, input=stdin, catch_exceptions=False, prog_name="torchlint")
    return Ran(result.exit_code, result.stdout, result.stderr)


def told(*arguments: str) -> list[str]:
    return run("--output-format", "json", *arguments).told
