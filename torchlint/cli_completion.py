"""What a shell may complete: the words in place of paths, the names of rules, and the values of options."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

PLAIN_WORDS = ("check", "verify", "explain", "rules", "clean", "completion", "help", "version")


def rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of rules, groups and ALL, the last one of several with commas between them."""
    from torchlint.rule import GROUPS

    before, comma, last = incomplete.rpartition(",")
    return _items((f"{before}{comma}{name}" for name in ("ALL", *GROUPS, *_names()) if name.startswith(last)), "")


def rules_with_level(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """`RULES:LEVEL`: first the rules, then the severities."""
    from torchlint.rule import SEVERITIES

    names, colon, _ = incomplete.partition(":")
    if colon:
        return _items((f"{names}:{severity}" for severity in SEVERITIES), incomplete)
    return rules(ctx, param, incomplete)


def rule_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The name of one rule."""
    return _items(_names(), incomplete)


def one_of(values: Iterable[str]) -> Complete:
    """One of these values."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _items(values, incomplete)

    return complete


def paths(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A word at the beginning, a rule behind `explain`, a shell behind `completion`; else files."""
    import glob

    from torchlint.cli_words import SHELLS

    first = next(iter(ctx.params.get("paths") or ()), "")
    if first in ("explain", "rule"):
        return _items(_names(), incomplete)
    if first == "completion":
        return _items(SHELLS, incomplete)
    words = _items(PLAIN_WORDS, incomplete) if incomplete and not first else []
    # A shell completes files by itself, or takes what is listed here: not both.
    return words if words and not glob.glob(f"{glob.escape(incomplete)}*") else files(incomplete)


def files(incomplete: str) -> list[CompletionItem]:
    """Files and folders, which the shell finds by itself."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def _names() -> list[str]:
    """The names of torchlint's own rules and diagnostics; those of packs would have to be loaded."""
    from torchlint.builtin import folders
    from torchlint.diagnostics import DIAGNOSTICS

    folder = next((one for one in folders() if os.path.isdir(one)), None)
    names = os.listdir(folder) if folder else []
    rules = [
        name.replace("_", "-") for name in names if folder and os.path.exists(os.path.join(folder, name, "rule.py"))
    ]
    return sorted((*rules, *DIAGNOSTICS))


def _items(values: Iterable[str], incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(value) for value in values if value.startswith(incomplete)]
