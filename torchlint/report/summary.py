"""The summary of a run: the numbers of findings, and of fixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint import addresses
from torchlint.diagnostics import FAILURE
from torchlint.report.style import Style, printable
from torchlint.rule import SEVERITIES

if TYPE_CHECKING:
    from torchlint.result import Result
    from torchlint.rule import Rule


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of one run: findings shown and fixed by severity; of those shown, how many a fix is there for."""

    shown: Mapping[str, int]
    fixed: Mapping[str, int]
    safe: int
    unsafe: int
    suspected: int  # hidden
    known: int  # hidden, because they were there before
    failures: int = 0  # of torchlint itself, or of a pack's rule; not among those that are shown

    @property
    def number_shown(self) -> int:
        """How many findings are left to show."""
        return sum(self.shown.values())

    @property
    def number_fixed(self) -> int:
        """How many findings were fixed."""
        return sum(self.fixed.values())


def tally(results: Iterable[Result], catalog: Mapping[str, Rule], suspected: int = 0, known: int = 0) -> Tally:
    """The numbers of some results."""
    shown: Counter[str] = Counter()
    fixed: Counter[str] = Counter()
    fixes: Counter[bool] = Counter()
    failures = 0
    for result in results:
        shown.update(
            result.rule_of(finding.rule, catalog).severity for finding in result.findings if finding.rule != FAILURE
        )
        failures += sum(finding.rule == FAILURE for finding in result.findings)
        fixes.update(finding.fix.safe for finding in result.findings if finding.fix is not None)
        for rule, count in result.applied:
            fixed[result.rule_of(rule, catalog).severity] += count
    return Tally(shown, fixed, fixes[True], fixes[False], suspected, known, failures)


def summary(numbers: Tally, style: Style, *, fixes: bool, unsafe: bool, fail_on: str = "") -> Iterator[str]:
    """The last lines of a run that reported: `fixes` where fixes were applied, `unsafe` where also unsafe ones.

    `fail_on` is the least severity that fails the run; empty where it is not one for all files.
    """
    passing = _passing(numbers.shown, fail_on)
    if numbers.number_fixed:
        parts = f"{numbers.number_fixed} fixed, {numbers.number_shown} remaining{f'; {passing}' if passing else ''}"
        yield f"Found {_by_severity(Counter(numbers.shown) + Counter(numbers.fixed))} ({parts})."
    elif numbers.number_shown:
        yield f"Found {_by_severity(numbers.shown)}{f' ({passing})' if passing else ''}."
    elif not numbers.failures:
        yield style.paint("All checks passed!", "good")
    if numbers.failures:
        yield failed(numbers.failures)
    left = 0 if unsafe else numbers.unsafe
    more = f"{left} hidden {_fixes(left)} can be enabled with "
    if not fixes and (ready := numbers.safe + numbers.unsafe - left):
        enabled = f"{more}`--unsafe-fixes`" if left else ""
        star = f"[{style.paint('*', 'safe')}]"
        yield f"{star} {ready} fixable with the `--fix` option{f' ({enabled})' if enabled else ''}."
    elif left:
        yield f"No {'more ' if fixes else ''}safe fixes available ({more}the `--unsafe-fixes` option)."
    yield from hidden(numbers.suspected, numbers.known)


def _passing(shown: Mapping[str, int], fail_on: str) -> str:
    """What to add where some of the findings do not fail the run, and how to make them."""
    failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on in SEVERITIES else ()
    passing = [severity for severity in SEVERITIES if shown[severity] and severity not in failing] if fail_on else []
    if not passing:
        return ""
    names = _listed([name if name == "info" else f"{name}s" for name in passing])
    verb = "does" if names == "info" else "do"
    return f"{names} {verb} not fail a run without `--fail-on {passing[-1]}`"


def failed(failures: int) -> str:
    """The message about failures of torchlint itself or a pack's rule, which are no fault of the checked code."""
    how_often = "once" if failures == 1 else f"{failures} times"
    return f"torchlint failed {how_often}, so not everything was checked; {_how_to_report()}"


def _how_to_report() -> str:
    if addresses.REPOSITORY:
        return f"please report it: {addresses.REPOSITORY}/issues"
    return f"`torchlint explain {FAILURE}` says how to report it"


def hidden(suspected: int, known: int) -> Iterator[str]:
    """The message about hidden findings: suspected and known ones."""
    if known:
        yield f"{known} existing finding{'' if known == 1 else 's'} hidden."
    if suspected == 1:
        yield "1 suspected finding is hidden; `--suspected` shows it."
    elif suspected:
        yield f"{suspected} suspected findings are hidden; `--suspected` shows them."


def fixed(numbers: Tally, *, would: bool, unsafe: bool) -> str:
    """The last line of a run with --fix-only or --diff."""
    left = 0 if unsafe else numbers.unsafe
    hint = f" ({left} additional {_fixes(left)} available with `--unsafe-fixes`)" if left else ""
    if not numbers.number_fixed:
        return f"No errors {'would be ' if would else ''}fixed{hint}."
    return f"{'Would fix' if would else 'Fixed'} {_by_severity(numbers.fixed)}{hint}."


def silenced(findings: Sequence[int], *, would: bool) -> str:
    """The message about findings that were silenced by added comments."""
    count, files = sum(findings), sum(map(bool, findings))
    what = f"{count} finding{'' if count == 1 else 's'} in {files_in_words(files)}"
    return f"{'Would silence' if would else 'Silenced'} {what if count else 'nothing'}."


def fixes_by_file(results: Sequence[Result], *, would: bool = False) -> Iterator[str]:
    """The lines of `--show-fixes`: the number of fixed findings per file and rule."""
    total = sum(count for result in results for _, count in result.applied)
    if total:
        yield f"{'Would fix' if would else 'Fixed'} {total} {'error' if total == 1 else 'errors'}:"
    for result in results:
        if result.applied:
            yield f"- {printable(result.checked.source.path)}:"
            yield from (f"    {count} x {rule}" for rule, count in sorted(result.applied))


def _by_severity(counts: Mapping[str, int]) -> str:
    """`3 errors`, or `1 error, 2 warnings and 1 info`."""
    parts = [f"{count} {severity}{'' if count == 1 else 's'}" for severity in SEVERITIES if (count := counts[severity])]
    return _listed(parts)


def _listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, or `a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def files_in_words(count: int) -> str:
    """`1 file`, or `3 files`."""
    return f"{count} file{'' if count == 1 else 's'}"


def _fixes(count: int) -> str:
    return "fix" if count == 1 else "fixes"
