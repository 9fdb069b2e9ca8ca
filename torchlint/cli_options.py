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
    many(RULES, "--select", "RULES", "Check only these rules: names, groups or ALL, separated by commas."),
    many(RULES, "--extend-select", "RULES", "Also check these rules, in addition to the selected ones."),
    many(RULES, "--ignore", "RULES", "Skip these rules."),
    option(
        RULES,
        "--per-file-ignores",
        multiple=True,
        metavar="PATTERN:RULES",
        callback=ignores,
        help="Skip these rules in the files that match PATTERN. May be repeated.",
    ),
    option(
        RULES,
        "--severity",
        multiple=True,
        metavar="RULES:LEVEL",
        callback=severities,
        shell_complete=completion.rules_with_level,
        help="Set the severity of rules or groups: error, warning or info. May be repeated.",
    ),
    flag(RULES, "--preview/--no-preview", text="Also check rules that are in preview."),
    flag(RULES, "--suspected/--no-suspected", text="Also show suspected findings, which the code alone can't prove."),
    flag(RULES, "--ignore-suppressions", text="Also show findings that a comment silences."),
    option(
        RULES,
        "--upgrade-to",
        metavar="VERSION",
        callback=release,
        help="Report what this PyTorch version has deprecated or removed; --fix makes the changes that it can.",
    ),
    flag(FIXES, "--fix", text="Apply safe fixes, which do not change what the program computes."),
    flag(
        FIXES,
        "--unsafe-fixes",
        text="With --fix or --diff: also apply fixes that may change what the program computes.",
    ),
    flag(FIXES, "--fix-only", text="Apply safe fixes, and do not report the remaining findings."),
    flag(
        FIXES,
        "--diff",
        text="Show what --fix would change without writing it; exit with 1 if there is anything to change.",
    ),
    flag(FIXES, "--show-fixes", text="List the fixes that were applied, by file and rule."),
    flag(FIXES, "--exit-non-zero-on-fix", text="Exit with 1 if anything was fixed."),
    many(FIXES, "--fixable", "RULES", "Fix only these rules.  [default: ALL]"),
    many(FIXES, "--unfixable", "RULES", "Do not fix these rules."),
    flag(VERIFY, "--verify", text="Run COMMAND, and report for each finding whether the run confirms it."),
    option(
        VERIFY,
        "--verify-timeout",
        type=float,
        metavar="SECONDS",
        callback=duration,
        help="Stop the command after this time, and report what was observed until then.",
    ),
    option(
        VERIFY,
        "--verify-patience",
        type=float,
        metavar="SECONDS",
        callback=duration,
        help="How long to wait for the command to stop before sending the next, stronger signal.  [default: 30]",
    ),
    option(
        VERIFY,
        "--verify-limit-batches",
        type=click.IntRange(min=1),
        metavar="N",
        help="Stop each pass over a DataLoader after N batches.",
    ),
    option(
        VERIFY,
        "--verify-max-steps",
        type=click.IntRange(min=1),
        metavar="N",
        help="Stop the command after N optimizer steps.",
    ),
    option(
        VERIFY,
        "--verify-report",
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="Write a report of the run: report.html, evidence.json, and stacks for speedscope.",
    ),
    option(
        VERIFY,
        "--verify-json",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Write the verdicts, the command and its processes to a JSON file.",
    ),
    option(
        VERIFY,
        "--verify-tensorboard",
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="Write the measured numbers as TensorBoard scalars.",
    ),
    option(
        VERIFY,
        "--verify-memory-snapshot",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Record CUDA allocations with their stacks, and write PyTorch's memory snapshot when the command ends.",
    ),
    flag(VERIFY, "--verify-keep-fixes", text="With --fix: keep the fixes even if the command fails with them."),
    option(
        NEW_CODE,
        "--since",
        "--new-from-rev",
        metavar="REV",
        help="Report only findings that are new since HEAD branched off from this revision.",
    ),
    flag(NEW_CODE, "--staged", text="Check the staged content of the staged files, as it is in the git index."),
    option(NEW_CODE, "--baseline", metavar="FILE", help="Hide the findings that are recorded in this file."),
    flag(NEW_CODE, "--no-baseline", text="Use no baseline, even if the configuration names one."),
    option(
        NEW_CODE,
        "--write-baseline",
        optional="FILE",
        help="Accept all current findings in PATHS, and record them in this file."
        "  [default: as configured, or .torchlint-baseline.json]",
    ),
    option(
        NEW_CODE,
        "--baseline-reason",
        metavar="REASON",
        help="With --write-baseline: why the added findings are accepted, recorded with each of them.",
    ),
    flag(
        NEW_CODE,
        "--baseline-history",
        text="Show how many findings the baseline held at each commit, by rule and by folder.",
    ),
    flag(NEW_CODE, "--prune-baseline", text="Remove findings from the baseline that no longer occur."),
    option(
        NEW_CODE,
        "--add-ignore",
        optional="REASON",
        callback=reason,
        help="Add `# torchlint: ignore[rule] -- REASON` to lines with findings; with --diff, only show the change.",
    ),
    many(
        FILES, "--exclude", "PATTERNS", "Exclude these files and folders, in .gitignore syntax; replaces the defaults."
    ),
    many(FILES, "--extend-exclude", "PATTERNS", "Also exclude these, in addition to --exclude or the defaults."),
    flag(
        FILES,
        "--force-exclude/--no-force-exclude",
        text="Apply exclusions even to files that are named on the command line.",
    ),
    flag(FILES, "--respect-gitignore/--no-respect-gitignore", text="Exclude files that git ignores.  [default: on]"),
    option(
        FILES, "--stdin-filename", metavar="PATH", help="The file name of the code that is read from standard input."
    ),
    flag(FILES, "--no-project", text="Analyse each file by itself, without the other files of the project."),
    option(
        FILES,
        "--jobs",
        "-j",
        metavar="N",
        callback=number_of_processes,
        help="Check files in N processes, or auto.  [default: auto]",
    ),
    option(
        FILES,
        "--no-cache",
        "-n",
        is_flag=True,
        envvar="TORCHLINT_NO_CACHE",
        help="Check all files again, without reading or writing the cache.",
    ),
    option(
        FILES,
        "--cache-dir",
        type=click.Path(file_okay=False),
        metavar="DIR",
        envvar="TORCHLINT_CACHE_DIR",
        help="The folder of the cache.  [default: .torchlint_cache in the root of the project]",
    ),
    flag(FILES, "--watch", text="Check again whenever a file or the configuration changes."),
    flag(FILES, "--clean", text="Delete the cache."),
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
    flag(
        OUTPUT,
        "--show-suppressed",
        text="In SARIF: include findings that a comment silences or a run refutes, marked as suppressed.",
    ),
    option(
        OUTPUT,
        "--statistics",
        optional="BY",
        callback=counted_by,
        shell_complete=completion.one_of(COUNTED_BY),
        help="Count the findings instead of showing them, by rule, folder or owner (of CODEOWNERS).  [default: rule]",
    ),
    flag(OUTPUT, "--timing", text="Print to standard error how long each rule took."),
    option(
        OUTPUT,
        "--fail-on",
        type=click.Choice(LEVELS),
        help="The lowest severity that makes torchlint exit with 1.  [default: warning]",
    ),
    flag(OUTPUT, "-e", "--exit-zero", text="Exit with 0 even if there are findings."),
    option(
        OUTPUT,
        "--color",
        type=click.Choice(("auto", "always", "never")),
        default="auto",
        help="When to colour the output.  [default: auto]",
    ),
    flag(OUTPUT, "-q", "--quiet", text="Print only findings."),
    flag(OUTPUT, "-v", "--verbose", text="Also print which settings apply, and how long the run took."),
    option(
        SETTINGS,
        "--config",
        multiple=True,
        metavar="FILE|'KEY = VALUE'",
        help="Use this TOML file as the configuration, or override one setting.",
    ),
    flag(SETTINGS, "--isolated", text="Ignore all configuration files."),
    flag(SETTINGS, "--show-settings", text="Show the settings that apply to PATHS, and where each comes from."),
    option(
        OWN_RULES, "--new-rule", metavar="NAME", help="Create a folder for a new rule, with three lines to fill in."
    ),
    option(
        OWN_RULES,
        "--test-rules",
        metavar="PATH",
        help="Test a pack of rules, or a single rule, on the example programs in its folders.",
    ),
    flag(
        OWN_RULES,
        "--trust",
        text="Trust the configuration of PATHS, so that its packs are loaded from now on. Checks nothing.",
    ),
    flag(OWN_RULES, "--untrust", text="No longer trust the configuration of PATHS."),
    option(
        OWN_RULES,
        "--trust-packs",
        is_flag=True,
        envvar="TORCHLINT_TRUST_PACKS",
        help="Trust the configuration of the working directory for this run only.",
    ),
    option(
        HELP,
        "--explain",
        metavar="RULE|SYMPTOM|all",
        shell_complete=completion.rule_names,
        help='Show the page of a rule, or the rules for a symptom such as "loss is NaN".',
    ),
    option(
        HELP,
        "--why-not",
        nargs=2,
        metavar="RULE FILE:LINE",
        shell_complete=completion.rule_names,
        help="Show why a rule does not report a line: its conditions there, and what is known about the values.",
    ),
    flag(HELP, "--list-rules", text="List all rules."),
    flag(HELP, "--lsp", text="Run the language server for editors, on standard input and output."),
    flag(HELP, "--mcp", text="Run the MCP server for coding agents, with access to PATHS only."),
)


def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """A function that takes all these options, in the order in which the help lists them."""
    for decorate in reversed(OPTIONS):
        command = decorate(command)
    return command


def spelled(name: str) -> str:
    """An option as it is written, by the name of its value: `--verify-timeout` for `verify_timeout`."""
    return f"--{name.replace('_', '-')}"
