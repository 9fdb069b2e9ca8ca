"""The options that single rules have: numbers, such as a share from which a finding is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from torchlint.settings.did_you_mean import did_you_mean

if TYPE_CHECKING:
    from torchlint.rule import Rule
    from torchlint.settings.config import Settings
    from torchlint.settings.keys import Layer

KEY = "options"


def refuse_unknown_options(layer: Layer, rules: Mapping[str, Rule]) -> None:
    """Raise a ConfigError for the first option that a rule does not have, or that can't have this value."""
    for rule, given in layer.values.get(KEY, {}).items():
        known = {option.name: option for option in rules[rule].options} if rule in rules else {}
        for name, number in given.items():
            if rule in rules and name not in known:
                has = f"; its options are {', '.join(known)}" if known else "; it has no options"
                layer.refuse(f"'{rule}' has no option '{name}'{did_you_mean(name, known) or has}", KEY, rule, name)
            if name in known and isinstance(known[name].default, int) and not isinstance(number, int):
                layer.refuse(f"'{name}' of '{rule}' must be a whole number", KEY, rule, name)
            if number < 0:
                layer.refuse(f"'{name}' of '{rule}' must not be negative", KEY, rule, name)


def with_options(rule: Rule, settings: Settings) -> Rule:
    """The rule with the values that the settings give to its options; the strongest layer that names one counts."""
    given: dict[str, Any] = {}
    for layer in settings.layers:
        given.update(layer.values.get(KEY, {}).get(rule.name, {}))
    if not given:
        return rule
    return replace(
        rule, values=tuple((option.parameter, given[option.name]) for option in rule.options if option.name in given)
    )
