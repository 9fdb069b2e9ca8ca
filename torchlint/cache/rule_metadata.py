"""The metadata of rules for reports and settings, cached so that a run which checks nothing need not load the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn

from torchlint.builtin import page_at
from torchlint.rule import Option, Rule

if TYPE_CHECKING:
    from torchlint.queries.file import File


def encode_rules(rules: Mapping[str, Rule], packs: Mapping[str, str]) -> str:
    """The metadata of rules as JSON; `packs` has the pack of each."""
    return json.dumps(
        [
            [
                *(rule.check is not None, rule.summary, rule.group, rule.severity, sorted(rule.words)),
                *(rule.default, rule.preview, rule.replaces, rule.symptoms, name, packs[name], rule.monitor),
                [[option.name, option.default, option.says] for option in rule.options],
            ]
            for name, rule in rules.items()
        ]
    )


def decode_rules(text: str) -> tuple[dict[str, Rule], dict[str, str]]:
    """Rules without their checks, and the pack of each. Raises ValueError or TypeError if the text is malformed."""
    rules: dict[str, Rule] = {}
    packs: dict[str, str] = {}
    for row in json.loads(text):
        checks, summary, group, severity, words, default, preview, replaces, symptoms, name, pack, monitor, options = (
            row
        )
        rules[name] = Rule(
            *(_not_loaded if checks else None, summary, group, severity, frozenset(words)),
            *(default, preview, tuple(replaces), tuple(symptoms)),
            name=name,
            page=page_at(name, pack),
            monitor=monitor,
            options=tuple(Option(*option) for option in options),
        )
        packs[name] = pack
    return rules, packs


def _not_loaded(file: File) -> NoReturn:
    raise RuntimeError("a rule was called before it was loaded")
