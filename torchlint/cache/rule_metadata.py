"""What reports and settings need to know of rules, kept so that a run which checks nothing need not load them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn

from torchlint.builtin import page_at
from torchlint.rule import Rule

if TYPE_CHECKING:
    from torchlint.queries.file import File


def encode_rules(rules: Mapping[str, Rule], packs: Mapping[str, str]) -> str:
    """All about the rules but what they check; `packs` says which pack each is from."""
    return json.dumps(
        [
            [
                *(rule.check is not None, rule.summary, rule.group, rule.severity, sorted(rule.words)),
                *(rule.default, rule.preview, rule.replaces, name, packs[name]),
            ]
            for name, rule in rules.items()
        ]
    )


def decode_rules(text: str) -> tuple[dict[str, Rule], dict[str, str]]:
    """Rules that can't be asked anything, and their packs. Raises ValueError or TypeError for anything else."""
    rules: dict[str, Rule] = {}
    packs: dict[str, str] = {}
    for checks, summary, group, severity, words, default, preview, replaces, name, pack in json.loads(text):
        rules[name] = Rule(
            *(_not_loaded if checks else None, summary, group, severity, frozenset(words)),
            *(default, preview, tuple(replaces), name, page_at(name, pack)),
        )
        packs[name] = pack
    return rules, packs


def _not_loaded(file: File) -> NoReturn:
    raise RuntimeError("a rule was asked before it was loaded")
