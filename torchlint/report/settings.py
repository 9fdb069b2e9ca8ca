"""The settings for a path, as TOML that could be pasted into a configuration file."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from torchlint.report.style import inert, printable
from torchlint.settings.config import ADDING
from torchlint.settings.keys import KEYS
from torchlint.settings.selection import is_default

if TYPE_CHECKING:
    from torchlint.rule import Rule
    from torchlint.settings.config import Settings

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
NOT_SHOWN = ("extend", "required-version", "per-file-ignores")  # the last has a table of its own, below the keys


def settings_page(path: str, settings: Settings, rules: Iterable[Rule], on: Collection[Rule]) -> Iterator[str]:
    """Each key with its value and where it was set; `rules` are all rules, `on` the enabled ones."""
    yield f"# Settings for {printable(path)}"
    default_values: dict[str, Any] = {
        "select": [rule.name for rule in rules if is_default(rule, settings)],
        "fixable": ["ALL"],
        "exclude": list(settings.exclude[0].lines),
        "preview": settings.preview,
        "suspected": settings.suspected,
        "force-exclude": settings.force_exclude,
        "respect-gitignore": settings.respect_gitignore,
        "severity": {},
        "options": {},
        "fail-on": settings.fail_on,
        "baseline": settings.baseline,
        "baseline-strict": settings.baseline_strict,
        "torch-version": settings.torch_version,
    }
    for key in KEYS:
        if key not in NOT_SHOWN:
            value = _value(key, settings, default_values)
            yield from _assignment(key, value, ", ".join(settings.origins.get(key, ("default",))))
    yield ""
    yield f"[per-file-ignores]  # {', '.join(settings.origins.get('per-file-ignores', ('default',)))}"
    for ignore in settings.per_file_ignores:
        yield f"{_toml(ignore.pattern)} = {_toml(list(ignore.rules))}  # {printable(ignore.layer.origin)}"
    yield ""
    yield f"# {len(on)} rules are on here:"
    yield from (f"# {rule.name}" for rule in on)


def _value(key: str, settings: Settings, defaults: dict[str, Any]) -> Any:
    layers = settings.layers
    if key == "extend-select":  # a `select` drops what was selected before it
        layers = layers[max((place for place, layer in enumerate(layers) if "select" in layer.values), default=0) :]
    values = [layer.values[key] for layer in layers if key in layer.values]
    if key == "severity":
        return {name: level for value in values for name, level in value.items()}
    if key == "options":
        rules = dict.fromkeys(rule for value in values for rule in value)
        return {rule: {n: v for value in values for n, v in value.get(rule, {}).items()} for rule in rules}
    if key in ADDING:
        return [item for value in values for item in value]
    return values[-1] if values else defaults[key]


def _assignment(key: str, value: Any, origin: str) -> Iterator[str]:
    line = f"{key} = {_toml(value)}  # {printable(origin)}"
    if len(line) <= 120 or not isinstance(value, list):
        yield line
        return
    yield f"{key} = [  # {printable(origin)}"
    yield from (f"    {_toml(item)}," for item in value)
    yield "]"


def _toml(value: Any) -> str:
    """The value as TOML writes it on one line, which for all but tables is as JSON does."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_toml(held)}' for key, held in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return inert(json.dumps(value, ensure_ascii=False))


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _toml(name)
