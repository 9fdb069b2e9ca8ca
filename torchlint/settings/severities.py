"""How severe the findings of each rule are under some settings, where these differ from what the rules declare."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from torchlint.rule import SEVERITIES

if TYPE_CHECKING:
    from torchlint.rule import Rule, Severity
    from torchlint.settings.config import Configs, Settings


class Severities:
    """The severities that the settings of files give to rules, computed once for all files with the same settings."""

    def __init__(self, configs: Configs) -> None:
        self._configs = configs
        self._by_settings: dict[int, dict[str, Severity]] = {}

    def of_file(self, path: str, rules: Iterable[Rule]) -> Mapping[str, Severity]:
        """The severities by the rule's name; only of rules that the settings name."""
        settings = self._configs.of_file(os.path.abspath(path))
        if "severity" not in settings.origins:
            return {}
        if id(settings) not in self._by_settings:
            self._by_settings[id(settings)] = configured_severities(settings, rules)
        return self._by_settings[id(settings)]

    def reach(self, level: str, path: str, names: Iterable[str], catalog: Mapping[str, Rule]) -> bool:
        """Whether one of these rules is at or above a level of `fail-on` in a file."""
        configured = self.of_file(path, catalog.values())
        failing = SEVERITIES[: SEVERITIES.index(level) + 1] if level in SEVERITIES else ()
        return any(configured.get(name, catalog[name].severity) in failing for name in names)


def as_configured(catalog: Mapping[str, Rule], settings: Settings) -> dict[str, Rule]:
    """Rules with the severities that the settings give them."""
    configured = configured_severities(settings, catalog.values())
    return {name: replace(rule, severity=configured.get(name, rule.severity)) for name, rule in catalog.items()}


def configured_severities(settings: Settings, rules: Iterable[Rule]) -> dict[str, Severity]:
    """The severities that the settings give to rules, by the rule's name.

    A name wins over a group, and a group over `ALL`; of two that are equally specific, the stronger layer wins.
    """
    from torchlint.settings.selection import specificity

    tables = [table for layer in settings.layers if (table := layer.values.get("severity"))]
    found: dict[str, Severity] = {}
    for rule in rules:
        best = 0
        for table in tables:
            for name, severity in table.items():
                if (rank := specificity((name,), rule)) and rank >= best:
                    best, found[rule.name] = rank, severity
    return found
