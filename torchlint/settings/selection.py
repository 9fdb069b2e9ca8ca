"""Which rules are enabled in a file: names, groups and ALL, from files and the command line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from torchlint.rule import GROUPS, Rule
from torchlint.settings.did_you_mean import did_you_mean
from torchlint.settings.keys import Layer
from torchlint.settings.rule_options import refuse_unknown_options, with_options
from torchlint.settings.trust_commands import notice

if TYPE_CHECKING:
    from torchlint.settings.config import Settings

NOWHERE = -1  # the place of the default set: before every layer


class Selector:
    """The rules that are enabled in each file under some settings.

    A rule is enabled if something selects it and nothing ignores it. The more specific of the two wins: a name before a
    group before ALL. If they are equally specific, the command line wins over a file, and ignoring wins in one place;
    and what the command line ignores stays off, whatever a file selects.
    """

    def __init__(self, settings: Settings, rules: Mapping[str, Rule]) -> None:
        self._settings = settings
        self._on = {name: with_options(rule, settings) for name, rule in rules.items() if _is_on(rule, settings)}
        self._fixable = frozenset(name for name, rule in rules.items() if _may_fix(rule, settings.layers))
        self._of_ignores: dict[tuple[int, ...], tuple[Rule, ...]] = {}

    def rules_for(self, path: str) -> tuple[Rule, ...]:
        """The rules that are enabled in the file at the absolute `path`, by name."""
        ignores = self._settings.per_file_ignores
        holding = tuple(index for index, ignore in enumerate(ignores) if ignore.holds(path))
        if holding not in self._of_ignores:
            off = frozenset(name for index in holding for name in ignores[index].rules)
            kept = (rule for rule in self._on.values() if not specificity(off, rule))
            self._of_ignores[holding] = tuple(kept)
        return self._of_ignores[holding]

    def fixable(self, name: str) -> bool:
        """Whether the fixes of a rule may be offered and applied."""
        return name in self._fixable


def is_default(rule: Rule, settings: Settings) -> bool:
    """Whether a rule is enabled if nothing is selected."""
    return rule.default and (settings.preview or not rule.preview)


def refuse_unknown(settings: Settings, rules: Mapping[str, Rule]) -> None:
    """Raise a ConfigError for the first name that is no rule, group or ALL.

    Names in a file whose packs were not loaded may be their rules.
    """
    known = {"ALL", *rules, *GROUPS, *(rule.group for rule in rules.values())}
    missing = notice([settings])
    for layer in settings.layers:
        for key, path, name in _selectors(layer):
            if name not in known and (layer.is_typed or not missing):
                hint = f"; {missing}" if missing else ""
                layer.refuse(f"unknown rule '{name}'{suggestion(name, known, rules)}{hint}", key, *path, name)
        refuse_unknown_options(layer, rules)


def suggestion(name: str, known: Collection[str], rules: Mapping[str, Rule]) -> str:
    """What to add to "unknown rule": torchlint's name for another tool's id, or the closest known name."""
    for rule in rules.values():
        if name.upper() in (other.upper() for other in rule.replaces):
            return f" (torchlint calls it '{rule.name}')"
    return did_you_mean(name, sorted(known))


def _selectors(layer: Layer) -> Iterator[tuple[str, tuple[str, ...], str]]:
    for key in ("select", "extend-select", "ignore", "fixable", "unfixable"):
        for name in layer.values.get(key, ()):
            yield key, (), name
    for line, names in layer.values.get("per-file-ignores", {}).items():
        for name in names:
            yield "per-file-ignores", (line,), name
    for key in ("severity", "options"):
        for name in layer.values.get(key, {}):
            yield key, (), name


def specificity(names: Collection[str], rule: Rule) -> int:
    """3 if the rule is named, 2 if its group is, 1 for ALL, 0 otherwise.

    A file that could not be read in full is never silently clean: only its own name reaches such a diagnostic.
    """
    if rule.name in names:
        return 3
    if _says_what_was_not_checked(rule):
        return 0
    return 2 if rule.group in names else 1 if "ALL" in names else 0


def _says_what_was_not_checked(rule: Rule) -> bool:
    return rule.check is None and rule.severity == "error"


def _is_on(rule: Rule, settings: Settings) -> bool:
    selects = list(_selects(rule, settings))
    ignores = [
        (place, rank)
        for place, layer in enumerate(settings.layers)
        if (rank := specificity(layer.values.get("ignore", ()), rule))
    ]
    return any(all(_beats(select, ignore) for ignore in ignores) for select in selects)


def _selects(rule: Rule, settings: Settings) -> Iterator[tuple[int, int]]:
    """The places (index of the layer, specificity) that enable the rule; the last `select` drops those before it."""
    first = max((place for place, layer in enumerate(settings.layers) if "select" in layer.values), default=NOWHERE)
    if _says_what_was_not_checked(rule) or (first == NOWHERE and is_default(rule, settings)):
        yield NOWHERE, 1
    for place, layer in enumerate(settings.layers):
        if place >= first:
            rank = specificity((*layer.values.get("select", ()), *layer.values.get("extend-select", ())), rule)
            if rank > (2 if rule.preview and not settings.preview else 0):
                yield place, rank


def _beats(select: tuple[int, int], ignore: tuple[int, int]) -> bool:
    if select[0] == ignore[0]:
        return select[1] > ignore[1]
    return select[0] > ignore[0] and select[1] >= ignore[1]


def _may_fix(rule: Rule, layers: tuple[Layer, ...]) -> bool:
    named = [layer.values["fixable"] for layer in layers if "fixable" in layer.values]
    barred = [name for layer in layers for name in layer.values.get("unfixable", ())]
    return bool(specificity(named[-1] if named else ("ALL",), rule)) and not specificity(barred, rule)
