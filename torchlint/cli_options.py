"""The options of the command line: their names, and what the help says."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from torchlint import cli_completion as completion
from torchlint.cli_values import (
    counted_by,
    duration,
    ignores,
    number_of_processes,
    outputs,
    reason,
    release,
    severities,
    words,
)
from torchlint.cli_words import COMPLETE, take_word
from torchlint.report import COUNTED_BY, FORMATS
from torchlint.settings.keys import LEVELS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

HEADINGS = ("Rules", "Fixes", "Verify", "New code", "Files", "Output", "Settings", "Your own rules", "Help")
RULES, FIXES, VERIFY, NEW_CODE, FILES, OUTPUT, SETTINGS, OWN_RULES, HELP = HEADINGS

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Option(click.Option):
    """An option that the help lists under a heading."""

    def __init__(self, *args: Any, heading: str = HELP, optional: str = "", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.heading = heading
        self.optional = optional  # what may stand behind `=`: never the next word, which is a path

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option as the help names it, and its text."""
        record = super().get_help_record(ctx)
        return (f"{self.opts[0]}[={self.optional}]", record[1]) if record and self.optional else record

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What a shell may complete: files where the value is one."""
        takes_a_file = (self.optional or self.metavar or "").startswith(("FILE", "DIR", "PATH"))
        return completion.files(incomplete) if takes_a_file else super().shell_complete(ctx, incomplete)


class Command(click.Command):
    """A command whose help has its options under headings, and that takes another command behind `--`."""

    def main(self, *args: Any, **more: Any) -> Any:
        """Answer a shell that asks for completions, or run."""
        if COMPLETE in os.environ:
            from torchlint.cli_shells import register

            register()
        return super().main(*args, **more)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what follows `--` apart: none of it is ours."""
        place = args.index("--") if "--" in args else len(args)
        rest = super().parse_args(ctx, self.with_equals(args[:place]))
        ctx.params["command"] = tuple(args[place + 1 :])
        if not ctx.resilient_parsing:
            take_word(ctx)
        return rest

    def with_equals(self, args: list[str]) -> list[str]:
        """`--statistics src` as `--statistics= src`: where a value may be left out, the next word is a path."""
        bare = {one.opts[0] for one in self.params if isinstance(one, Option) and one.optional}
        return [f"{word}=" if word in bare else word for word in args]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What may follow the name of the program."""
        return [*super().collect_usage_pieces(ctx), "[-- COMMAND...]"]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, heading by heading."""
        headings: dict[str, list[tuple[str, str]]] = {heading: [] for heading in HEADINGS}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if isinstance(param, click.Option) and record is not None:
                headings[getattr(param, "heading", HELP)].append(record)
        for heading, records in headings.items():
            with formatter.section(heading):
                formatter.write_dl(records)


def option(heading: str, *names: str, **attributes: Any) -> Decorator:
    """An option under a heading."""
    return click.option(*names, cls=Option, heading=heading, **attributes)


def flag(heading: str, *names: str, text: str) -> Decorator:
    """An option that is there or not."""
    return option(heading, *names, is_flag=True, default=None if "/" in names[-1] else False, help=text)


def many(heading: str, name: str, metavar: str, text: str) -> Decorator:
    """An option that takes words with commas between them, and may be repeated."""
    complete = completion.rules if metavar == "RULES" else None
    return option(heading, name, multiple=True, metavar=metavar, callback=words, shell_complete=complete, help=text)


OPTIONS: tuple[Decorator, ...] = (
    click.argument("paths", nargs=-1, type=click.Path(), shell_complete=completion.paths),
    many(RULES, "--select", "RULES", "Rules to check: names, groups or ALL, with commas between them."),
    many(RULES, "--extend-select", "RULES", "Rules to check besides those that are selected."),
    many(RULES, "--ignore", "RULES", "Rules not to check."),
    option(
        RULES,
        "--per-file-ignores",
        multiple=True,
        metavar="PATTERN:RULES",
        callback=ignores,
        help="Rules not to check in some files; may be repeated.",
    ),
    option(
        RULES,
        "--severity",
        multiple=True,
        metavar="RULES:LEVEL",
        callback=severities,
        shell_complete=completion.rules_with_level,
        help="How severe rules or groups are: error, warning or info. May be repeated.",
    ),
    flag(RULES, "--preview/--no-preview", text="Check rules that are on trial, too."),
    flag(RULES, "--suspected/--no-suspected", text="Show what the code alone does not settle, too."),
    flag(RULES, "--ignore-suppressions", text="Show findings that a comment silences, too."),
    option(
        RULES,
        "--upgrade-to",
        metavar="VERSION",
        callback=release,
        help="Check what a move to this PyTorch takes: what it has deprecated or removed. --fix writes what it can.",
    ),
    flag(FIXES, "--fix", text="Apply the fixes that leave what the program computes as it is."),
    flag(FIXES, "--unsafe-fixes", text="With --fix or --diff: fixes that may change it, too."),
    flag(FIXES, "--fix-only", text="Fix, and do not report what is left."),
    flag(FIXES, "--diff", text="Write nothing, show what --fix would change; exit 1 if it would change anything."),
    flag(FIXES, "--show-fixes", text="List what was fixed."),
    flag(FIXES, "--exit-non-zero-on-fix", text="Exit 1 if anything was fixed."),
    many(FIXES, "--fixable", "RULES", "Rules that may be fixed.  [default: ALL]"),
    many(FIXES, "--unfixable", "RULES", "Rules that may not."),
    flag(VERIFY, "--verify", text="Run COMMAND, and say of each finding whether the run confirms it."),
    option(
        VERIFY,
        "--verify-timeout",
        type=float,
        metavar="SECONDS",
        callback=duration,
        help="End the command after this time, and report what was seen.",
    ),
    option(
        VERIFY,
        "--verify-patience",
        type=float,
        metavar="SECONDS",
        callback=duration,
        help="How long the command may take to end when it is asked to, before a stronger signal.  [default: 30]",
    ),
    option(
        VERIFY,
        "--verify-limit-batches",
        type=click.IntRange(min=1),
        metavar="N",
        help="End each pass over a DataLoader after N batches.",
    ),
    option(
        VERIFY,
        "--verify-max-steps",
        type=click.IntRange(min=1),
        metavar="N",
        help="End the command after N optimizer steps.",
    ),
    option(
        VERIFY,
        "--verify-report",
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="Write report.html, a page to look at, evidence.json, and the stacks for speedscope.",
    ),
    option(
        VERIFY,
        "--verify-json",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Write the verdicts, the command and its processes as JSON.",
    ),
    option(
        VERIFY,
        "--verify-tensorboard",
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="Write scalars for TensorBoard.",
    ),
    option(
        VERIFY,
        "--verify-memory-snapshot",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Record what PyTorch's allocator gives out on CUDA, and write a snapshot of it at the end.",
    ),
    flag(VERIFY, "--verify-keep-fixes", text="With --fix: keep fixes with which the command fails."),
    option(
        NEW_CODE,
        "--since",
        "--new-from-rev",
        metavar="REV",
        help="Check what has changed since HEAD left the history of this revision, and tell what is new.",
    ),
    flag(NEW_CODE, "--staged", text="Check what is staged, as the index has it."),
    option(NEW_CODE, "--baseline", metavar="FILE", help="Hide the findings that this file has accepted."),
    flag(NEW_CODE, "--no-baseline", text="Use no baseline, whatever the configuration says."),
    option(
        NEW_CODE,
        "--write-baseline",
        optional="FILE",
        help="Accept what is found in PATHS, and write it there."
        "  [default: as configured, or .torchlint-baseline.json]",
    ),
    option(
        NEW_CODE,
        "--baseline-reason",
        metavar="REASON",
        help="With --write-baseline: why what is added is accepted; it is kept in the file.",
    ),
    flag(
        NEW_CODE,
        "--baseline-history",
        text="Show how many findings the baseline has held from commit to commit, by rule and by folder.",
    ),
    flag(NEW_CODE, "--prune-baseline", text="Take out of the baseline what is not found any more."),
    option(
        NEW_CODE,
        "--add-ignore",
        optional="REASON",
        callback=reason,
        help="Write `# torchlint: ignore[rule] -- REASON` where something is found; with --diff, only show where.",
    ),
    many(FILES, "--exclude", "PATTERNS", "Files and folders to leave out, as .gitignore names them."),
    many(FILES, "--extend-exclude", "PATTERNS", "The same, besides those that are left out anyway."),
    flag(
        FILES, "--force-exclude/--no-force-exclude", text="Leave them out even if they are named on the command line."
    ),
    flag(FILES, "--respect-gitignore/--no-respect-gitignore", text="Leave out what git ignores.  [default: on]"),
    option(FILES, "--stdin-filename", metavar="PATH", help="What to call the code that is read from standard input."),
    flag(FILES, "--no-project", text="Judge each file by itself, without what other files of the project say."),
    option(
        FILES,
        "--jobs",
        "-j",
        metavar="N",
        callback=number_of_processes,
        help="How many processes check files, or auto.  [default: auto]",
    ),
    option(
        FILES,
        "--no-cache",
        "-n",
        is_flag=True,
        envvar="TORCHLINT_NO_CACHE",
        help="Check all files anew, and keep nothing of what is found.",
    ),
    option(
        FILES,
        "--cache-dir",
        type=click.Path(file_okay=False),
        metavar="DIR",
        envvar="TORCHLINT_CACHE_DIR",
        help="Where to keep what is found.  [default: .torchlint_cache in the root of the project]",
    ),
    flag(FILES, "--watch", text="Check again whenever one of the files, or the configuration, changes."),
    flag(FILES, "--clean", text="Delete what is kept."),
    flag(FILES, "--show-files", text="List the files that would be checked."),
    option(
        OUTPUT,
        "--output-format",
        multiple=True,
        metavar="FORMAT[:FILE]",
        callback=outputs,
        shell_complete=completion.one_of(FORMATS),
        envvar="TORCHLINT_OUTPUT_FORMAT",
        help=f"{', '.join(FORMATS)}; to a file with FORMAT:FILE. May be repeated.  [default: full]",
    ),
    flag(OUTPUT, "--show-suppressed", text="In SARIF: what comments silence and a run refutes, too, marked as such."),
    option(
        OUTPUT,
        "--statistics",
        optional="BY",
        callback=counted_by,
        shell_complete=completion.one_of(COUNTED_BY),
        help="Count the findings instead of showing them, by rule, folder or owner (of CODEOWNERS).  [default: rule]",
    ),
    flag(OUTPUT, "--timing", text="Tell on standard error how long each rule took."),
    option(OUTPUT, "--fail-on", type=click.Choice(LEVELS), help="The least severity that exits 1.  [default: warning]"),
    flag(OUTPUT, "-e", "--exit-zero", text="Exit 0 whatever is found."),
    option(
        OUTPUT, "--color", type=click.Choice(("auto", "always", "never")), default="auto", help="Whether to use colour."
    ),
    flag(OUTPUT, "-q", "--quiet", text="Print findings and nothing else."),
    flag(OUTPUT, "-v", "--verbose", text="Tell which settings hold, and how long it took."),
    option(
        SETTINGS, "--config", multiple=True, metavar="FILE|'KEY = VALUE'", help="A TOML file to use, or one setting."
    ),
    flag(SETTINGS, "--isolated", text="Use no configuration file."),
    flag(SETTINGS, "--show-settings", text="Show the settings that hold for the paths, and where they come from."),
    option(
        OWN_RULES, "--new-rule", metavar="NAME", help="Create the folder of a new rule, with three lines to fill in."
    ),
    option(
        OWN_RULES,
        "--test-rules",
        metavar="PATH",
        help="Test the rules of a pack, or one rule, on the programs in their folders.",
    ),
    flag(
        OWN_RULES, "--trust", text="Load the packs that the configuration of PATHS names, from now on; check nothing."
    ),
    flag(OWN_RULES, "--untrust", text="Do not load them any more."),
    option(
        OWN_RULES,
        "--trust-packs",
        is_flag=True,
        envvar="TORCHLINT_TRUST_PACKS",
        help="Load the packs that the configuration of the working directory names, in this run.",
    ),
    option(
        HELP,
        "--explain",
        metavar="RULE|SYMPTOM|all",
        shell_complete=completion.rule_names,
        help='Show what a rule finds, why it matters and what to do; or the rules for a symptom: "loss is NaN".',
    ),
    option(
        HELP,
        "--why-not",
        nargs=2,
        metavar="RULE FILE:LINE",
        shell_complete=completion.rule_names,
        help="Show why a rule reports nothing at a line: what it decided there, and what is not known.",
    ),
    flag(HELP, "--list-rules", text="List all rules."),
    flag(HELP, "--lsp", text="Be the language server of an editor, on standard input and output."),
    flag(HELP, "--mcp", text="Be the MCP server of a coding agent, which may look into PATHS and no other folders."),
)


def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """A function that takes all these options, in the order in which the help lists them."""
    for decorate in reversed(OPTIONS):
        command = decorate(command)
    return command


def spelled(name: str) -> str:
    """An option as it is written, by the name of its value: `--verify-timeout` for `verify_timeout`."""
    return f"--{name.replace('_', '-')}"
