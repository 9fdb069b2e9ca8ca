"""Words in the place of the first path that say what to do, as other linters have them: `torchlint check src`.

A file or folder of that name wins; `torchlint explain` explains a rule where there is no file `explain`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import click

from torchlint.settings.did_you_mean import did_you_mean

SHELLS = ("bash", "zsh", "fish")
COMPLETE = "_TORCHLINT_COMPLETE"  # the variable by which a shell asks for completions

_BARE = re.compile(r"[a-z][a-z-]*")
# Words of other tools, and what to write instead.
_ELSEWHERE = {
    "lint": "`torchlint check`",
    "run": "`torchlint check`, or `torchlint verify -- COMMAND` to run a program",
    "fix": "`torchlint check --fix`",
    "format": "a formatter; torchlint only changes code that it reports, with `--fix`",
    "config": "`torchlint --show-settings`",
    "init": "the defaults: no configuration file is needed",
}


def take_word(ctx: click.Context) -> None:
    """Turn a word in the place of the first path into the option that it stands for; raises UsageError."""
    given = ctx.params
    first, *rest = given["paths"] or ("",)
    if not first or os.path.lexists(first):
        return
    if first in WORDS:
        given["paths"] = ()
        WORDS[first](ctx, given, rest)
    elif first in _ELSEWHERE:
        raise click.UsageError(f"There is no command or file '{first}'. Use {_ELSEWHERE[first]}.", ctx)
    elif _BARE.fullmatch(first) and (hint := did_you_mean(first, WORDS)):
        raise click.UsageError(f"There is no command or file '{first}'{hint}.", ctx)


def _check(ctx: click.Context, given: dict[str, Any], rest: list[str]) -> None:
    given["paths"] = tuple(rest)


def _verify(ctx: click.Context, given: dict[str, Any], rest: list[str]) -> None:
    given["paths"], given["verify"] = tuple(rest), True


def _explain(ctx: click.Context, given: dict[str, Any], rest: list[str]) -> None:
    if not rest:
        raise click.UsageError("Which rule? Write `torchlint explain RULE`; `torchlint rules` lists them all.", ctx)
    given["explain"] = " ".join(rest)


def _rules(ctx: click.Context, given: dict[str, Any], rest: list[str]) -> None:
    _refuse(rest, "rules", ctx)
    given["list_rules"] = True


def _clean(ctx: click.Context, given: dict[str, Any], rest: list[str]) -> None:
    given["paths"], given["clean"] = tuple(rest), True


def _server(ctx: click.Context, given: dict[str, Any], rest: list[str]) -> None:
    _refuse(rest, "server", ctx)
    given["lsp"] = True


def _completion(ctx: click.Context, given: dict[str, Any], rest: list[str]) -> None:
    if len(rest) != 1 or rest[0] not in SHELLS:
        raise click.UsageError(f"Which shell? Write `torchlint completion {'|'.join(SHELLS)}`.", ctx)
    from torchlint.cli_shells import CLASSES

    click.echo(CLASSES[rest[0]](ctx.command, {}, "torchlint", COMPLETE).source())
    ctx.exit()


def _help(ctx: click.Context, given: dict[str, Any], rest: list[str]) -> None:
    _refuse(rest, "help", ctx)
    click.echo(ctx.get_help())
    ctx.exit()


def _version(ctx: click.Context, given: dict[str, Any], rest: list[str]) -> None:
    from torchlint.version import __version__

    _refuse(rest, "version", ctx)
    click.echo(f"torchlint {__version__}")
    ctx.exit()


def _refuse(rest: list[str], word: str, ctx: click.Context) -> None:
    if rest:
        raise click.UsageError(f"`torchlint {word}` takes no arguments.", ctx)


WORDS: dict[str, Callable[[click.Context, dict[str, Any], list[str]], None]] = {
    "check": _check,
    "verify": _verify,
    "explain": _explain,
    "rule": _explain,
    "rules": _rules,
    "clean": _clean,
    "server": _server,
    "lsp": _server,
    "completion": _completion,
    "help": _help,
    "version": _version,
}
