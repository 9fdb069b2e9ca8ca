"""The options of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.files.paths import DASH

if TYPE_CHECKING:
    from torchlint.verify.verification import Request


@dataclass(frozen=True, slots=True)
class Options:
    """The command line's options for a run; those that are settings are in a Layer instead."""

    paths: tuple[str, ...] = (".",)
    stdin_filename: str = DASH
    suppressions: bool = True
    project: bool = True
    fix: bool = False
    unsafe: bool = False
    fix_only: bool = False
    show_fixes: bool = False
    diff: bool = False
    exit_non_zero_on_fix: bool = False
    outputs: tuple[tuple[str, str], ...] = (("full", DASH),)  # formats and files; "-" is the screen
    show_suppressed: bool = False
    statistics: str = ""  # what findings are counted by; empty where they are shown
    color: str = "auto"
    exit_zero: bool = False
    quiet: bool = False
    verbose: bool = False
    verify: Request | None = None
    since: str | None = None  # a revision
    staged: bool = False
    write_baseline: str | None = None  # the file; "" for the configured one
    baseline_reason: str = ""  # of what is added to it
    prune_baseline: bool = False
    timing: bool = False
    add_ignore: str | None = None  # the reason, which may be empty
    cache: bool = True  # whether results of earlier runs are used
    cache_dir: str | None = None  # where the cache is stored, if that was configured
    jobs: int | None = None  # processes; by default as many as the work and the machine ask for

    @property
    def stdin(self) -> bool:
        """Whether the code comes from standard input."""
        return self.paths == (DASH,)

    @property
    def only_changes(self) -> bool:
        """Whether unchanged files are left out."""
        return self.since is not None or self.staged

    @property
    def fixes(self) -> bool:
        """Whether fixes are applied while files are checked; --verify fixes confirmed findings after the run."""
        return (self.fix or self.fix_only or self.diff) and self.verify is None and self.add_ignore is None

    @property
    def returns_code(self) -> bool:
        """Whether standard output gets the fixed code, and everything else goes to standard error."""
        return self.stdin and self.fixes and not self.diff
