"""Updates baselines after a run, or reports their stale entries."""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from torchlint.diagnostics import SYNTAX_ERROR
from torchlint.files.paths import shown

if TYPE_CHECKING:
    from torchlint.baselines.baseline import Baseline, Entry
    from torchlint.baselines.matching import Baselines
    from torchlint.report.streams import Streams
    from torchlint.runner.options import Options

_MOST = 10  # stale entries that are named


def update_baselines(
    baselines: Baselines, options: Options, streams: Streams, failures: list[str]
) -> tuple[list[str], bool]:
    """Write the baselines for --write-baseline and --prune-baseline, else report stale entries.

    Returns the failures of the run, with those of writing, and whether a stale entry fails the run.
    """
    folders = [os.path.abspath(path) for path in options.paths]
    if options.write_baseline is not None or options.prune_baseline:
        return failures + list(_written(baselines, folders, options, streams, failed=bool(failures))), False
    fails = False
    for baseline, stale in baselines.stale(folders):
        is_strict = baselines.is_strict(baseline)
        fails |= is_strict
        if is_strict or not options.quiet:
            streams.say("error" if is_strict else "warning", *stale_lines(baseline, stale))
    return failures, fails


def _written(
    baselines: Baselines, folders: Sequence[str], options: Options, streams: Streams, *, failed: bool
) -> Iterator[str]:
    """Write all baselines; failures are written to standard error and returned."""
    if failed:
        streams.say("error", "no baseline was written, because some of the paths could not be read")
        return
    for baseline, entries in baselines.rewritten(folders):
        line = written_line(baseline, entries, baselines.hint(baseline))
        try:
            if not baselines.may_be_written(baseline):
                raise OSError(
                    errno.EPERM, "not written, because it is outside the project; name it on the command line"
                )
            baseline.write(entries)
        except OSError as error:
            failure = f"{baseline.path}: {error.strerror or error}"
            streams.say("error", failure)
            yield failure
        else:
            if not options.quiet:
                streams.say("info", line)


def stale_lines(baseline: Baseline, stale: Sequence[Entry]) -> Iterator[str]:
    """The message about entries without a finding: how many there are, and the first of them."""
    many = "1 finding" if len(stale) == 1 else f"{len(stale)} findings"
    are = "is" if len(stale) == 1 else "are"
    yield f"{many} in {shown(baseline.path)} {are} no longer found; `--prune-baseline` removes them:"
    for entry in stale[:_MOST]:
        scope = f" in {entry.scope}" if entry.scope else ""
        yield f"{entry.path}{scope}: {entry.rule}: {entry.code}"
    if len(stale) > _MOST:
        yield f"and {len(stale) - _MOST} more"


def written_line(baseline: Baseline, entries: Collection[Entry], hint: str) -> str:
    """The message about a baseline that is about to be rewritten; `hint` says what to do so that it is used."""
    added = len(set(entries) - baseline.entries)
    gone = len(baseline.entries - set(entries))
    without = {entry for entry in baseline.entries if not entry.reason}
    given = sum(entry in without for entry in entries if entry.reason)
    counts = ((added, "new"), (gone, "removed"), (given, "given a reason"))
    changes = ", ".join(f"{count} {what}" for count, what in counts if count)
    unread = sum(entry.rule == SYNTAX_ERROR for entry in entries)
    note = (
        f" {unread} of them {'is a' if unread == 1 else 'are'} syntax error{'' if unread == 1 else 's'}:"
        if unread
        else ""
    )
    note += " that code stays unchecked." if unread else ""
    many = f"{len(entries)} finding{'' if len(entries) == 1 else 's'}"
    return f"Wrote {many} to {shown(baseline.path)} ({changes or 'no changes'}).{note}{f' {hint}' if hint else ''}"
