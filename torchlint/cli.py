"""The command line: its options and exit statuses."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TextIO

import click

from torchlint.cli_options import Command, spelled, with_options
from torchlint.cli_verify import NOT_WITH_VERIFY, verify_request
from torchlint.files.paths import DASH
from torchlint.report import COUNTED
from torchlint.report.streams import is_nobody_listening, never_fail, obeys_escapes, open_closed, terminal_width
from torchlint.report.style import Style, printable, printable_path, wants_color
from torchlint.settings.keys import KEYS, ConfigError, Layer, check
from torchlint.version import __version__

if TYPE_CHECKING:
    from torchlint.report.streams import Streams
    from torchlint.runner.options import Options
    from torchlint.runner.session import Session
    from torchlint.settings.config import Configs

CLEAN, FOUND, FAILED, INTERRUPTED = 0, 1, 2, 130
# What the language server needs, and who asks for it has to install.
OF_LSP = ("pygls", "lsprotocol")
# The same of the server for coding agents.
OF_MCP = ("mcp", "mcp_types", "anyio", "pydantic")
# What --lsp does not go with: an editor says which files there are, and what is to be done with them.
NOT_WITH_LSP = (
    "paths",
    "command",
    "verify",
    "fix",
    "add_ignore",
    "write_baseline",
    "prune_baseline",
    "mcp",
    *NOT_WITH_VERIFY,
)

# What --upgrade-to selects: the group of what is deprecated and removed.
OF_UPGRADE = ("deprecated",)
# What is about files on the disk or in git.
OF_FILES = ("add_ignore", "since", "staged", "write_baseline", "prune_baseline", "watch")
# Options of which each makes the other meaningless, or lets it do what nobody expects.
APART = {
    "write_baseline": ("prune_baseline", "no_baseline", "baseline", "fix", "fix_only", "diff"),
    "prune_baseline": ("no_baseline", "fix", "fix_only", "diff", "verify"),
    "baseline": ("no_baseline",),
    "trust": ("untrust",),
    "watch": (
        *("fix", "fix_only", "diff", "verify", "add_ignore", "write_baseline", "prune_baseline", "staged"),
        *("since", "stdin_filename", "lsp", "timing"),
    ),
    "add_ignore": (
        *("fix", "fix_only", "verify", "ignore_suppressions", "staged", "write_baseline", "prune_baseline"),
        "stdin_filename",
    ),
    "since": ("write_baseline", "prune_baseline", "stdin_filename"),
    "staged": ("fix", "fix_only", "verify", "write_baseline", "prune_baseline", "stdin_filename"),
}


@click.command(cls=Command, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@with_options
@click.version_option(__version__, prog_name="torchlint", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context, /, **given: Any) -> None:
    """Find mistakes in PyTorch code, explain them, and fix them.

    PATHS are files and folders, by default the working directory; `-` is standard input. COMMAND, such as `python
    train.py --epochs 1`, is what --verify runs.

    Commands work as well, unless there is a file of that name: `check PATHS`, `verify PATHS -- COMMAND`, `explain
    RULE`, `rules`, `clean`, `server`, `completion bash|zsh|fish`, `help`, `version`.

    Exit status: 0 no findings, 1 findings, 2 an error of usage, configuration or torchlint itself. With --verify: 0
    nothing confirmed, 1 findings confirmed, 3 COMMAND failed or had to be stopped.
    """
    open_closed()
    for stream in (sys.stdout, sys.stderr):
        never_fail(stream)
    streams = _streams(given["color"])
    try:
        _refuse_missing_folder()
        status = _status(given, _configs(given), streams)
        streams.out.flush()
    except ConfigError as problem:
        streams.say("error", str(problem))
        status = FAILED
    except KeyboardInterrupt:
        status = INTERRUPTED
    except (click.ClickException, BrokenPipeError):  # click knows what to say, or that nobody listens
        raise
    except Exception as problem:
        if is_nobody_listening(problem):
            raise BrokenPipeError from problem
        if given["verbose"]:
            raise
        advice = "; if this is a bug, `--verbose` shows where"
        streams.say("error", f"torchlint failed: {type(problem).__name__}: {problem}{advice}")
        status = FAILED
    ctx.exit(status)


def _refuse_missing_folder() -> None:
    """Raise ConfigError where the working directory is gone: paths mean nothing then."""
    try:
        os.getcwd()
    except OSError as problem:
        raise ConfigError("the working directory", problem.strerror or str(problem)) from None


def _status(given: dict[str, Any], configs: Configs, streams: Streams) -> int:
    """Run the command that the options select, or else check the files; returns the exit status."""
    from torchlint.runner.run import Run
    from torchlint.runner.targets import find, narrow

    if given["lsp"]:
        return _serve(given, streams)
    if given["mcp"]:
        return _serve_agents(given, streams)
    options = _options(given)
    form = next((name for name, file in options.outputs if file == DASH), "full")
    out, style = streams.out, streams.out_style
    if given["trust"] or given["untrust"]:
        from torchlint.settings.trust_commands import trust, untrust

        lines = (trust if given["trust"] else untrust)(options.paths, configs)
        out.writelines(f"{printable(line)}\n" for line in lines)
        return CLEAN
    if given["explain"] is not None or given["list_rules"]:
        from torchlint.report.explain import explain_or_list

        here = os.path.abspath(DASH)
        catalog, settings = _prepared([here], configs, streams).catalog, configs.of_file(here)
        explain_or_list(given["explain"], catalog, settings, out, style, form, terminal_width(out))
        return CLEAN
    if given["new_rule"] is not None or given["test_rules"] is not None:
        if given["paths"]:
            raise click.UsageError(
                "--new-rule and --test-rules take no PATHS; pass the folder to the option: --new-rule lint_rules/NAME."
            )
        return _own_rules(given["new_rule"], given["test_rules"], out)
    if given["why_not"] is not None:
        rule, place = given["why_not"]
        return _why_not(rule, place, configs, streams)
    if given["clean"]:
        return _clean(given["cache_dir"], options.paths, configs, streams)
    if given["show_files"]:
        found = find(options, configs, streams)
        narrow(found, options, configs, streams)
        out.writelines(f"{printable_path(name)}\n" for name in found.files)
        return FAILED if found.failures else CLEAN
    if given["baseline_history"]:
        from torchlint.runner.baseline_history import show_history

        show_history(options.paths[0], configs, out, form)
        return CLEAN
    if given["show_settings"]:
        return _show_settings(options, configs, streams)
    if given["watch"]:
        from torchlint.runner.watch import watch

        return watch(options, lambda: _configs(given), streams)
    return Run(options, configs, streams).status()


def _serve(given: dict[str, Any], streams: Streams) -> int:
    """Be a language server until the editor has had enough; what packs' rules print is no part of what it says."""
    for name in NOT_WITH_LSP:
        if given[name] not in (None, False, ()):
            raise click.UsageError(
                f"--lsp gets its requests from the editor, so it can't be combined with {spelled(name)}."
            )
    try:
        from torchlint.lsp.server import serve
    except ImportError as problem:
        if (problem.name or "").partition(".")[0] not in OF_LSP:
            raise
        streams.say("error", "the language server needs pygls 2: pip install 'torchlint[lsp]'")
        return FAILED
    from contextlib import redirect_stdout

    with redirect_stdout(streams.err), os.fdopen(os.dup(streams.code_out.fileno()), "wb") as code_out:
        serve(
            lambda folder, editor: _configs(given, folder, editor),
            streams.code_in,
            code_out,
            suppressions=not given["ignore_suppressions"],
            project=not given["no_project"],
        )
    return CLEAN


def _serve_agents(given: dict[str, Any], streams: Streams) -> int:
    """Be the server of a coding agent, which says what is to be done in the folders that the paths name."""
    for name in NOT_WITH_LSP:
        if name not in ("paths", "mcp") and given[name] not in (None, False, ()):
            raise click.UsageError(
                f"--mcp gets its requests from the agent, so it can't be combined with {spelled(name)}."
            )
    try:
        from torchlint.mcp.server import serve
    except ImportError as problem:
        if (problem.name or "").partition(".")[0] not in OF_MCP:
            raise
        streams.say("error", "the MCP server needs mcp 2: pip install 'torchlint[mcp]'")
        return FAILED
    try:
        serve(given["paths"] or (os.getcwd(),))
    except NotADirectoryError as problem:
        raise click.UsageError(f"--mcp takes the folders that the agent may read; {problem} is not a folder.") from None
    return CLEAN


def _clean(folder: str | None, paths: tuple[str, ...], configs: Configs, streams: Streams) -> int:
    """Delete the caches of the projects that the paths, and the files below them, belong to."""
    from torchlint.cache.location import clean, location
    from torchlint.files.discover import discover
    from torchlint.runner.projects import Projects

    projects = Projects(configs)
    roots = {projects.root_of(os.path.join(path, DASH) if os.path.isdir(path) else path) for path in paths}
    below = {projects.root_of(path) for path in discover(paths, configs).files}
    caches = {location(root, folder) for root in below}
    for cache in sorted({location(root, folder) for root in roots}.union(filter(os.path.isdir, caches))):
        try:
            outcome = "deleted" if clean(cache) else "nothing to delete in"
        except OSError as problem:
            streams.say("error", f"not deleted: {problem}")
            return FAILED
        streams.say("info", f"{outcome} {cache}")
    return CLEAN


def _own_rules(new: str | None, tried: str | None, stream: TextIO) -> int:
    """Create a rule's folder, or test rules."""
    if new is not None:
        from torchlint.authoring.new_rule import make_rule

        stream.writelines(f"{line}\n" for line in make_rule(new))
        return CLEAN
    from torchlint.report.rule_tests import write_flaws
    from torchlint.runner.rule_runs import found_by_running

    return FOUND if write_flaws(tried or "", stream, found_by_running) else CLEAN


def _why_not(rule: str, place: str, configs: Configs, streams: Streams) -> int:
    """Say why a rule reports nothing at a line."""
    from torchlint.report.why_not import why_not_page
    from torchlint.runner.why_not import why_not

    session = _prepared([os.path.abspath(place.rpartition(":")[0])], configs, streams)
    page = why_not_page(why_not(session, rule, place), streams.out_style)
    streams.out.writelines(f"{line}\n" for line in page)
    return CLEAN


def _streams(color: str) -> Streams:
    from torchlint.report.streams import Streams

    return Streams(
        code_in=sys.stdin.buffer,
        code_out=sys.stdout.buffer,
        out=sys.stdout,
        err=sys.stderr,
        out_style=_style(color, sys.stdout),
        err_style=_style(color, sys.stderr),
    )


def _style(color: str, stream: TextIO) -> Style:
    width = terminal_width(stream)
    terminal = stream.isatty() and obeys_escapes(stream)
    return Style(wants_color(color, terminal=terminal), 0 if width == sys.maxsize else width)


def _show_settings(options: Options, configs: Configs, streams: Streams) -> int:
    """Write the settings of each path; a folder's are those of the files in it."""
    from torchlint.report.settings import settings_page

    files = [os.path.join(path, DASH) if os.path.isdir(path) else path for path in options.paths]
    session = _prepared([os.path.abspath(file) for file in files], configs, streams)
    for path, file in zip(options.paths, files):
        settings = configs.of_file(os.path.abspath(file))
        page = settings_page(path, settings, session.catalog.values(), session.rules_on(file))
        streams.out.writelines(f"{line}\n" for line in page)
    return CLEAN


def _prepared(paths: list[str], configs: Configs, streams: Streams) -> Session:
    """The rules of files at absolute paths; a warning names those that are missing."""
    from torchlint.runner.session import Session

    session = Session(configs)
    session.prepare(paths)
    if session.notice:
        streams.say("warning", session.notice)
    return session


def _options(given: dict[str, Any]) -> Options:
    from torchlint.runner.options import Options

    paths = given["paths"] or ((DASH,) if given["stdin_filename"] else (".",))
    if DASH in paths and len(paths) > 1:
        raise click.UsageError("`-` (standard input) can't be combined with other paths.")
    _refuse_together(given)
    for name in OF_FILES:
        if DASH in paths and given[name] not in (None, False):
            raise click.UsageError(f"{spelled(name)} needs files; it does not work with `-` (standard input).")
    if given["stdin_filename"] and paths != (DASH,):
        raise click.UsageError("--stdin-filename is for code from standard input: pass `-` instead of PATHS.")
    uncounted = [name for name, _ in given["output_format"] if name not in COUNTED]
    if given["statistics"] and uncounted:
        raise click.UsageError(
            f"--statistics does not work with --output-format {uncounted[0]}; use one of {', '.join(COUNTED)}."
        )
    if given["baseline_reason"] and given["write_baseline"] is None:
        raise click.UsageError("--baseline-reason only works with --write-baseline.")
    return Options(
        paths=paths,
        stdin_filename=given["stdin_filename"] or DASH,
        suppressions=not given["ignore_suppressions"],
        project=not given["no_project"],
        fix=given["fix"],
        unsafe=given["unsafe_fixes"],
        fix_only=given["fix_only"],
        show_fixes=given["show_fixes"],
        diff=given["diff"],
        exit_non_zero_on_fix=given["exit_non_zero_on_fix"],
        outputs=given["output_format"],
        show_suppressed=given["show_suppressed"],
        statistics=given["statistics"],
        color=given["color"],
        exit_zero=given["exit_zero"],
        quiet=given["quiet"],
        verbose=given["verbose"],
        verify=verify_request(given),
        since=given["since"],
        staged=given["staged"],
        write_baseline=given["write_baseline"],
        baseline_reason=given["baseline_reason"] or "",
        prune_baseline=given["prune_baseline"],
        timing=given["timing"],
        cache=not given["no_cache"],
        cache_dir=given["cache_dir"],
        add_ignore=given["add_ignore"],
        jobs=given["jobs"],
    )


def _refuse_together(given: dict[str, Any]) -> None:
    """Say which of the options that were given do not go together."""
    for one, others in APART.items():
        for other in others:
            if given[one] not in (None, False) and given[other] not in (None, False):
                raise click.UsageError(f"{spelled(one)} can't be combined with {spelled(other)}.")


def _configs(given: dict[str, Any], here: str | None = None, editor: Sequence[Layer] = ()) -> Configs:
    """Where settings come from: the files there are, or one, or none; over them `--config`, over that the options.

    `here` is the folder in which an editor works, where it is another one than the working directory. `editor` has the
    editor's own settings, over the files and under `--config`.
    """
    from torchlint.settings.config import Configs, inline_layer

    file, layers = None, list(editor)
    for text in given["config"]:
        if "=" in text and not os.path.exists(text):
            layers.append(inline_layer(text))
        elif file is None:
            file = text
        else:
            raise click.UsageError(f"--config takes only one file; it got {file} and {text}.")
    if file is not None and given["isolated"]:
        raise click.UsageError(
            f"--isolated ignores all configuration files, so it can't be combined with --config {file}."
        )
    values = {key: given.get(key.replace("-", "_")) for key in KEYS}
    if given["no_baseline"]:
        values["baseline"] = ""
    if given["upgrade_to"] is not None:
        values["torch-version"] = given["upgrade_to"]
        values["select"] = values["select"] or list(OF_UPGRADE)
    given_values = {key: value for key, value in values.items() if value not in (None, [], {})}
    options = Layer("command line", os.getcwd(), given_values)
    check(options)
    if given_values:
        layers.append(options)
    return Configs(layers, file=file, isolated=given["isolated"], trust_packs=given["trust_packs"], here=here)
