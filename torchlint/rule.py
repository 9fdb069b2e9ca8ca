"""`@rule` and `finding`: how a rule is declared, and what it yields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from torchlint.finding import Experiment, Finding, Fix, Span

if TYPE_CHECKING:
    from torchlint.queries.file import View

Findings = Iterator[Finding]
# Of a File, and of the values of its options.
Check = Callable[..., Findings]
Severity = Literal["error", "warning", "info"]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
GROUPS = (
    "memory",
    "training",
    "numerics",
    "evaluation",
    "data",
    "device",
    "speed",
    "precision",
    "distributed",
    "reproducibility",
    "api",
    "deprecated",
    "security",
)


@dataclass(frozen=True, slots=True)
class Option:
    """A number of a rule that a configuration may set: a keyword parameter of its function, with its default."""

    name: str  # as it is configured: `fewest-hooks`
    default: int | float
    says: str

    @property
    def parameter(self) -> str:
        """The keyword of the rule's function."""
        return self.name.replace("-", "_")


@dataclass(frozen=True, slots=True)
class Rule:
    """A check and its metadata. Its name is its folder's name.

    `check` is None for torchlint's own diagnostics (diagnostics.py), which are selected, ignored and explained like
    rules.
    """

    check: Check | None
    summary: str
    group: str
    severity: Severity
    words: frozenset[str] = frozenset()
    default: bool = True
    preview: bool = False
    replaces: tuple[str, ...] = ()
    symptoms: tuple[str, ...] = ()
    name: str = ""
    page: str = ""  # where its README.md is; a path that the pack's loader can read
    monitor: str = ""  # what sees its findings, where only a run can make them: `check` finds nothing then
    told_by: str = ""  # the probe whose confirmed findings tell of the same things: their first numbers count these
    judge: Callable[..., Any] | None = None  # of what the monitor has seen; torchlint.run_rules declares it
    options: tuple[Option, ...] = ()
    values: tuple[tuple[str, int | float], ...] = ()  # of its options, by parameter, where a configuration sets them

    @property
    def is_on(self) -> bool:
        """Whether it is checked unless somebody says otherwise."""
        return self.default and not self.preview

    @property
    def needs_run(self) -> bool:
        """Whether its findings are made by a run, and never by reading."""
        return bool(self.monitor)


def rule(
    *,
    group: str,
    severity: Severity,
    words: str = "",
    default: bool = True,
    preview: bool = False,
    replaces: str = "",
    symptoms: str = "",
    options: Mapping[str, str] | None = None,
) -> Callable[[Check], Rule]:
    """Declare the decorated function a rule; its docstring is the rule's summary.

    `words` lists words; the rule is skipped for files that contain none of them. `default=False` makes it
    opt-in, and `preview=True` selectable by its name alone unless previews are enabled. `replaces` has the ids of the
    same rule in other tools, and `symptoms` names what people notice (torchlint/symptoms.py). `words`, `replaces` and
    `symptoms` are separated by blanks. `options` are keyword parameters of the function that a configuration may set,
    with what each means; their defaults are numbers. Raises ValueError for an unknown group or severity, a function
    without a docstring, or an option that is no such parameter.

    Example:
        @rule(group="device", severity="error", words="to cuda cpu")
        def check(file: File) -> Findings:
    """

    def declare(check: Check) -> Rule:
        summary = (check.__doc__ or "").strip()
        if not summary or group not in GROUPS or severity not in SEVERITIES:
            raise ValueError(f"a rule needs a docstring, a group of {GROUPS} and a severity of {SEVERITIES}")
        ids, noticed = tuple(replaces.split()), tuple(symptoms.split())
        declared = Rule(check, summary, group, severity, frozenset(words.split()), default, preview, ids, noticed)
        return replace(declared, options=options_of(check, options or {})) if options else declared

    return declare


def options_of(function: Callable[..., Any], says: Mapping[str, str]) -> tuple[Option, ...]:
    """The options of a rule, by the keyword parameters of its function; raises ValueError."""
    defaults = function.__kwdefaults__ or {}
    if set(says) != set(defaults) or not all(type(value) in (int, float) for value in defaults.values()):
        raise ValueError(
            f"options are keyword parameters with numbers as defaults: {sorted(set(says) ^ set(defaults))}"
        )
    return tuple(Option(name.replace("_", "-"), defaults[name], said) for name, said in says.items())


def finding(
    at: View,
    message: str,
    *,
    fix: Fix | None = None,
    proof: Experiment | None = None,
    sure: bool = True,
    related: tuple[tuple[Span, str], ...] = (),
) -> Finding:
    """A finding at a view's place, for a rule to yield.

    `proof` is the experiment that settles it, from `torchlint.proofs`. `sure=False` makes it suspected: hidden unless
    `--suspected` or `--verify` asks for it. `related` are notes at other places, made by `view.says`. A fix without
    edits is dropped.

    Example:
        yield finding(call, f"`{call}` drops its result; assign it", sure=call.is_sure)
    """
    # A fix has no edits where a torch name that it needs can't be written, because it is shadowed.
    return Finding(at.file.path, at.span, message, fix if fix and fix.edits else None, proof, related, sure)
