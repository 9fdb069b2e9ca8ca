"""`@run_rule`: how a rule is declared whose findings only a run can make, and what it is given and gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from torchlint.rule import Findings, Rule, Severity, options_of, rule
from torchlint.verdict import Number

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True)
class Sighting:
    """What the monitor of one process has seen at a place; the facts are the monitor's own."""

    process: str  # what people call it: `rank 1`, `DataLoader worker 0`, `process 4711`
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Measured:
    """A finding at the place of the sightings, and what was measured, the number that matters most first."""

    message: str  # as of any finding: what is wrong, and what to write
    text: str  # what was seen, for the verdict
    numbers: tuple[Number, ...]


def listed(names: Sequence[str], count: int) -> str:
    """The first two of `count` names, and how many more there are: "`head.weight`, `head.bias` and 3 more"."""
    more = f" and {count - 2} more" if count > 2 else ""
    return ", ".join(f"`{name}`" for name in names[:2]) + more


Judge = Callable[..., "Measured | None"]  # of a Sequence[Sighting], and of the values of its options


def run_rule(
    *,
    monitor: str,
    group: str,
    severity: Severity,
    default: bool = True,
    preview: bool = False,
    told_by: str = "",
    symptoms: str = "",
    options: Mapping[str, str] | None = None,
) -> Callable[[Judge], Rule]:
    """Declare the decorated function a rule that judges what a monitor has seen in a run; its docstring is the summary.

    It is a pure function, called once for each place with the sightings of all processes there, and gives back what
    was measured, or None where nothing is wrong. `monitor` is the name of a file of the runtime's monitors. Plain
    linting never calls it. `told_by` is the probe of rules that find the same by reading: where their confirmed ones
    count as many things, by the first number of each, this rule has nothing to add. `options` are as those of `@rule`,
    which also says when ValueError is raised.

    Example:
        @run_rule(monitor="absent_gradients", group="training", severity="warning")
        def check(seen: Sequence[Sighting]) -> Measured | None:
    """

    def declare(judge: Judge) -> Rule:
        nothing_to_read.__doc__ = judge.__doc__
        declare_rule = rule(group=group, severity=severity, default=default, preview=preview, symptoms=symptoms)
        declared = declare_rule(nothing_to_read)
        own = options_of(judge, options or {})
        return replace(declared, monitor=monitor, told_by=told_by, judge=judge, options=own)

    def nothing_to_read(file: File) -> Findings:
        yield from ()

    return declare
