"""What may be given to the options of the command line, and what it is turned into."""

from __future__ import annotations

import re

import click

from torchlint.files.paths import DASH
from torchlint.report import COUNTED_BY, FORMATS
from torchlint.rule import SEVERITIES


def number_of_processes(context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    """What --jobs says; None lets torchlint decide."""
    if value is None or value == "auto":
        return None
    if not value.isdecimal() or int(value) < 1:
        raise click.BadParameter(f"'{value}' must be a positive integer or 'auto'")
    return int(value)


def outputs(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Formats and their files, `-` for standard output, which has room for one."""
    parsed = []
    for text in value:
        name, _, file = text.partition(":")
        if name not in FORMATS:
            raise click.BadParameter(f"'{name}' is not one of {', '.join(FORMATS)}.", ctx, param)
        parsed.append((name, file or DASH))
    if sum(file == DASH for _, file in parsed) > 1:
        raise click.BadParameter(
            "only one format can be written to standard output; write the others to files with FORMAT:FILE."
        )
    return tuple(parsed) or (("full", DASH),)


def ignores(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, list[str]]:
    """Patterns and the rules that are off where they match; the last colon is the one between them."""
    parsed: dict[str, list[str]] = {}
    for text in value:
        pattern, _, rules = text.rpartition(":")
        if not pattern or not rules:
            raise click.BadParameter(f"'{text}' is not PATTERN:RULES, such as 'tests/**:memory,speed'.", ctx, param)
        parsed.setdefault(pattern, []).extend(words(ctx, param, (rules,)))
    return parsed


def counted_by(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """What --statistics counts by; empty without it."""
    if value and value not in COUNTED_BY:
        raise click.BadParameter(f"'{value}' is not one of {', '.join(COUNTED_BY)}.", ctx, param)
    return "" if value is None else value or COUNTED_BY[0]


def severities(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    """Rules and groups, and how severe they are."""
    parsed: dict[str, str] = {}
    for text in value:
        rules, _, severity = text.rpartition(":")
        if not rules or severity not in SEVERITIES:
            raise click.BadParameter(f"'{text}' is not RULES:LEVEL, such as 'speed:warning'.", ctx, param)
        parsed.update(dict.fromkeys(words(ctx, param, (rules,)), severity))
    return parsed


def duration(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """A number of seconds above zero; NaN and infinity are no times to wait."""
    if value is not None and not 0 < value < float("inf"):
        raise click.BadParameter(f"{value:g} is not a number of seconds above 0.", ctx, param)
    return value


def reason(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A reason that a comment can give."""
    if value:
        from torchlint.suppression.insertion import is_reason

        if not is_reason(value):
            raise click.BadParameter("a reason must be a single line without another `#` comment.", ctx, param)
    return None if value is None else value.strip()


def release(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A release of PyTorch, of which the tables of what is deprecated and removed know."""
    if value is not None:
        from torchlint.project.requirements import NEWEST  # only where it is asked for: a start is to be quick

        found = re.fullmatch(r"(\d{1,5})\.(\d{1,5})(?:\.\d{1,5})?", value)
        if found is None:
            raise click.BadParameter(f"'{value}' is not a release of PyTorch, such as 2.13.", ctx, param)
        if (int(found[1]), int(found[2])) > NEWEST:
            newest = ".".join(map(str, NEWEST))
            raise click.BadParameter(f"this torchlint knows PyTorch up to {newest}, not {value}.", ctx, param)
    return value


def words(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> list[str]:
    """The words of all values, split at commas."""
    return [word for text in value for part in text.split(",") if (word := part.strip())]
