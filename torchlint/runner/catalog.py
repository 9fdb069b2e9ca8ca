"""The rules of a run: torchlint's own, and those of the packs that its settings name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from torchlint.diagnostics import DIAGNOSTICS
from torchlint.files.paths import shown
from torchlint.pack import PackError, builtin_rules, load_pack
from torchlint.rule import Rule
from torchlint.settings.config import Settings
from torchlint.settings.keys import ConfigError


def loaded(settings: Iterable[Settings]) -> tuple[dict[str, Rule], dict[str, str]]:
    """All rules by name, and the pack of each, which is empty for torchlint's own; raises ConfigError."""
    try:
        catalog = {**builtin_rules(), **DIAGNOSTICS}
        packs = dict.fromkeys(catalog, "")
        for one in settings:
            for pack in one.packs:
                rules = load_pack(Path(pack))
                _refuse_duplicates(rules, pack, packs, one.origins["packs"][-1])
                catalog.update(rules)
    except PackError as problem:
        raise ConfigError(shown(problem.path), problem.reason, problem.row or 0) from None
    return catalog, packs


def _refuse_duplicates(rules: Iterable[str], pack: str, packs: dict[str, str], origin: str) -> None:
    """Note the pack of each rule; raises ConfigError where another one has a rule of the name."""
    for name in rules:
        if packs.setdefault(name, pack) != pack:
            other = f"the pack {packs[name]}" if packs[name] else "torchlint itself"
            raise ConfigError(origin, f"the pack {shown(pack)} has a rule '{name}', and so has {other}")
