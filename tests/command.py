"""The command line, run in this process."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass

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


def run(*arguments: str, stdin: str | bytes = "") -> Ran:
    result = CliRunner().invoke(main, arguments, input=stdin, catch_exceptions=False, prog_name="torchlint")
    return Ran(result.exit_code, result.stdout, result.stderr)


def told(*arguments: str) -> list[str]:
    return run("--output-format", "json", *arguments).told
