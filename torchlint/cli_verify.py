"""What the command line asks of --verify."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from torchlint.cli_options import spelled
from torchlint.files.paths import DASH

if TYPE_CHECKING:
    from torchlint.verify.verification import Request

EXAMPLE = "torchlint src/ --verify -- python train.py --epochs 1"
# What says more about a run, and means nothing without one.
OF_VERIFY = (
    *("verify_timeout", "verify_patience", "verify_limit_batches", "verify_max_steps"),
    *("verify_report", "verify_json", "verify_tensorboard", "verify_keep_fixes"),
    "verify_memory_snapshot",
)
# What --verify does not go with: they answer a question, or promise to write nothing or report nothing.
NOT_WITH_VERIFY = (
    *("diff", "fix_only", "show_files", "show_settings", "explain", "why_not", "list_rules", "stdin_filename"),
    *("trust", "untrust"),
)


def verify_request(given: dict[str, Any]) -> Request | None:
    """What --verify is to run; None without it. Raises UsageError."""
    command = given["command"]
    if not given["verify"]:
        if command:
            raise click.UsageError(f"a command after `--` needs --verify: {EXAMPLE}")
        for name in OF_VERIFY:
            if given[name] not in (None, False):
                raise click.UsageError(f"{spelled(name)} needs --verify: {EXAMPLE}")
        return None
    for name in NOT_WITH_VERIFY:
        if given[name]:
            raise click.UsageError(f"--verify runs your program, so it can't be combined with {spelled(name)}.")
    if DASH in given["paths"]:
        raise click.UsageError(
            "--verify needs files that your program loads; it does not work with `-` (standard input)."
        )
    if os.environ.get("PRE_COMMIT"):
        raise click.UsageError(
            "--verify runs your program, which must not happen in a pre-commit hook; run it yourself."
        )
    if not command:
        raise click.UsageError(f"--verify needs a command after `--`: {EXAMPLE}")
    _refuse_missing(command[0])
    from torchlint.verify.controls import Controls
    from torchlint.verify.running_command import PATIENCE
    from torchlint.verify.verification import Request

    page, scalars = given["verify_report"], given["verify_tensorboard"]
    snapshot = given["verify_memory_snapshot"]
    controls = Controls(
        given["verify_limit_batches"],
        given["verify_max_steps"],
        timeline=bool(page or scalars),
        losses=given["fix"],
        stacks=bool(page),
        memory_snapshot=os.path.abspath(snapshot) if snapshot else None,
    )
    patience = PATIENCE if given["verify_patience"] is None else given["verify_patience"]
    return Request(
        command,
        given["verify_timeout"],
        controls,
        given["suspected"] is not False,
        page,
        scalars,
        given["verify_keep_fixes"],
        patience,
        given["verify_json"],
    )


def _refuse_missing(program: str) -> None:
    """Say that there is no such program before the files are checked, which may take long."""
    from shutil import which

    if which(program) is None:
        python = f"; to run a script, write `python {program}`" if os.path.isfile(program) else ""
        raise click.UsageError(f"--verify can't run `{program}`: no such program{python}.")
