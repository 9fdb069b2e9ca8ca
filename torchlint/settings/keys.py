"""The keys of torchlint's configuration, and their types."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from torchlint.rule import GROUPS, SEVERITIES
from torchlint.settings.did_you_mean import did_you_mean
from torchlint.settings.patterns import has_folders_of_windows, invalid

if TYPE_CHECKING:
    from torchlint.settings.toml_text import Places

LEVELS = ("error", "warning", "info", "never")
VERSION = re.compile(r"(==|!=|<=|>=|<|>|~=)?\s*(\d{1,9}(?:\.\d{1,9}){0,3})")


class ConfigError(Exception):
    """An invalid setting; row and column are 0 if unknown."""

    def __init__(self, origin: str, message: str, row: int = 0, column: int = 0) -> None:
        place = ":".join(str(part) for part in (origin, row, column) if part)
        super().__init__(f"{place}: {message}")
        self.origin = origin
        self.message = message
        self.row = row
        self.column = column


@dataclass(frozen=True, slots=True)
class Layer:
    """The settings of one file, `--config`, or the command line; patterns and paths are relative to `base`.

    If its packs are not loaded because the file is not trusted, `untrusted` is the folder of the configuration that led
    to it; otherwise it is empty.
    """

    origin: str
    base: str
    values: Mapping[str, Any]
    places: Places | None = None
    table: tuple[str, ...] = ()
    untrusted: str = ""

    @property
    def is_typed(self) -> bool:
        """Whether it was given on the command line, and not in a file."""
        return self.origin in ("--config", "command line")

    def refuse(self, message: str, key: str, *path: str) -> NoReturn:
        """Raise a ConfigError that points at the key, or as far into its value as `path` leads."""
        if self.places is not None:
            raise ConfigError(self.origin, message, *self.places.find((*self.table, key, *path)))
        option = f"--{key}" if self.origin == "command line" else self.origin
        raise ConfigError(option, message)


def check(layer: Layer) -> None:
    """Raise a ConfigError for the first key that does not exist or has an invalid value."""
    for key, value in layer.values.items():
        known = KEYS.get(key)
        if known is None:
            layer.refuse(unknown(key), key)
        known.check(layer, key, value)


def unknown(key: str) -> str:
    """The message for a key that does not exist."""
    if key == "tool":
        return "unknown key 'tool': in this file the keys stand at the top, without [tool.torchlint]"
    return f"unknown key '{key}'{did_you_mean(key, KEYS)}"


def _flag(layer: Layer, key: str, value: object) -> None:
    if not isinstance(value, bool):
        layer.refuse(f"'{key}' must be true or false", key)


def _text(layer: Layer, key: str, value: object) -> None:
    if not isinstance(value, str):
        layer.refuse(f"'{key}' must be a string", key)


def _texts(layer: Layer, key: str, value: object) -> None:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        layer.refuse(f"'{key}' must be a list of strings", key)


def _level(layer: Layer, key: str, value: object) -> None:
    _text(layer, key, value)
    if value not in LEVELS:
        layer.refuse(f"'{key}' must be one of {', '.join(LEVELS)}{did_you_mean(str(value), LEVELS)}", key)


def _patterns(layer: Layer, key: str, value: Any) -> None:
    _texts(layer, key, value)
    for line in value:
        _pattern(layer, key, line)


def _pattern(layer: Layer, key: str, line: str) -> None:
    wrong = invalid(line)
    if wrong:
        layer.refuse(f"'{key}' has a pattern that cannot be used: {wrong}", key, line)
    if has_folders_of_windows(line):
        layer.refuse(f"'{key}' has the pattern {line}: write `/` between folders, on Windows too", key, line)


def _ignores(layer: Layer, key: str, value: object) -> None:
    if not isinstance(value, dict):
        layer.refuse(f"'{key}' must be a table of patterns and lists of rules", key)
    for line, rules in value.items():
        _pattern(layer, key, line.removeprefix("!"))
        if not isinstance(rules, list) or not all(isinstance(name, str) for name in rules):
            layer.refuse(f"'{line}' in '{key}' must be a list of strings", key, line)


def _severities(layer: Layer, key: str, value: object) -> None:
    if not isinstance(value, dict):
        layer.refuse(f'\'{key}\' must be a table of rules and their severities: "a-rule" = "info"', key)
    for name, severity in value.items():
        if severity in SEVERITIES:
            continue
        off = "; 'ignore' turns a rule off" if severity in ("off", "never", "none", "ignore") else ""
        hint = off or did_you_mean(str(severity), SEVERITIES)
        layer.refuse(f"'{name}' in '{key}' must be one of {', '.join(SEVERITIES)}{hint}", key, name)


def _version(layer: Layer, key: str, value: object) -> None:
    from torchlint.version import __version__

    _text(layer, key, value)
    parts = [VERSION.fullmatch(part.strip()) for part in str(value).split(",")]
    for part in parts:
        if part is None:
            layer.refuse(f'\'{key}\' must be a version or a range, such as ">=0.1" or ">=0.1,<0.3"', key)
        if not _admits(part[1] or "==", _numbers(part[2]), _numbers(__version__), part[2].count(".")):
            layer.refuse(f"torchlint {value} is required, and this is torchlint {__version__}", key)


def _torch_version(layer: Layer, key: str, value: object) -> None:
    _text(layer, key, value)
    if value and not all(VERSION.fullmatch(part.strip()) for part in str(value).split(",")):
        layer.refuse(f'\'{key}\' must be a version or a range, such as "2.6" or ">=2.1,<2.8"', key)


def _numbers(version: str) -> tuple[int, ...]:
    numbers = [int(number) for number in version.split(".")]
    return tuple(numbers + [0] * (4 - len(numbers)))


def _admits(sign: str, wanted: tuple[int, ...], here: tuple[int, ...], dots: int) -> bool:
    tests: dict[str, bool] = {
        "==": here == wanted,
        "!=": here != wanted,
        "<": here < wanted,
        "<=": here <= wanted,
        ">": here > wanted,
        ">=": here >= wanted,
        "~=": here >= wanted and here[:dots] == wanted[:dots],
    }
    return tests[sign]


def _models(layer: Layer, key: str, value: object) -> None:
    from torchlint.settings.models import library_model  # only a configuration that has any needs it

    if not isinstance(value, list):
        layer.refuse(f"'{key}' must be an array of tables: [[{'.'.join((*layer.table, key))}]]", key)
    seen: set[tuple[str, str, str]] = set()
    for number, given in enumerate(value):
        model = library_model(given, lambda message, *path, at=str(number): layer.refuse(message, key, at, *path))
        (library,) = model.packages
        rows = [(library, table, name) for table in ("calls", "classes") for name in getattr(model, table)]
        for row in rows:
            if row in seen:
                layer.refuse(f"'{row[2]}' has a row in an earlier table of '{library}'", key, str(number), *row[1:])
        seen.update(rows)


def _rule_options(layer: Layer, key: str, value: object) -> None:
    """Raise a ConfigError unless the value is a table of tables of numbers; which options there are is known later."""
    if not isinstance(value, dict):
        layer.refuse(f"'{key}' must be a table of rules and their options", key)
    for rule, options in value.items():
        if not isinstance(options, dict):
            layer.refuse(f"'{rule}' in '{key}' must be a table of options", key, rule)
        for name, number in options.items():
            if isinstance(number, bool) or not isinstance(number, (int, float)):
                layer.refuse(f"'{name}' of '{rule}' must be a number", key, rule, name)


def _models_schema() -> Mapping[str, Any]:
    from torchlint.settings.models import models_schema

    return models_schema()


@dataclass(frozen=True, slots=True)
class Key:
    """The type of a key's value, for validation and JSON Schema, and its description."""

    check: Callable[[Layer, str, Any], None]
    schema: Mapping[str, Any] | Callable[[], Mapping[str, Any]]
    says: str


_VERSIONS = {"type": "string", "pattern": rf"^\s*{VERSION.pattern}\s*(,\s*{VERSION.pattern}\s*)*$"}
_RULES = {"type": "array", "items": {"anyOf": [{"enum": ["ALL", *GROUPS]}, {"type": "string"}]}}
_NO_PATTERN = r"^\s*!?\s*$"
_PATTERNS = {"type": "array", "items": {"type": "string", "not": {"pattern": _NO_PATTERN}}}
_TEXT, _FLAG = {"type": "string"}, {"type": "boolean"}

KEYS: dict[str, Key] = {
    "extend": Key(_text, _TEXT, "Another configuration file, which holds where this one says nothing."),
    "required-version": Key(_version, _VERSIONS, "The versions of torchlint that may be used, such as '>=0.1,<0.3'."),
    "torch-version": Key(
        _torch_version,
        {"anyOf": [_VERSIONS, {"const": ""}]},
        "The PyTorch that the code is for, such as '2.6' or '>=2.1,<2.8'; without it, what the requirements say.",
    ),
    "packs": Key(
        _texts,
        {"type": "array", "items": _TEXT},
        "Folders of rules of your own; they are loaded where `torchlint --trust` was said.",
    ),
    "models": Key(
        _models, _models_schema, "What functions and classes of a library, or of the project itself, do and return."
    ),
    "select": Key(_texts, _RULES, "Rules to check: names, groups or ALL; without it, those that are on by default."),
    "extend-select": Key(_texts, _RULES, "Rules to check besides those that are selected."),
    "ignore": Key(_texts, _RULES, "Rules not to check."),
    "per-file-ignores": Key(
        _ignores,
        {"type": "object", "additionalProperties": _RULES, "propertyNames": {"not": {"pattern": _NO_PATTERN}}},
        "Rules not to check in the files that a pattern names; in all others, where it begins with '!'.",
    ),
    "severity": Key(
        _severities,
        {"type": "object", "additionalProperties": {"enum": list(SEVERITIES)}},
        "How severe the findings of a rule or group are, where that is not as its page says.",
    ),
    "options": Key(
        _rule_options,
        {
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": {"type": "number", "minimum": 0}},
        },
        "Numbers of single rules, such as a share of the time; the pages of these rules list them.",
    ),
    "preview": Key(_flag, _FLAG, "Whether rules that are on trial are checked, too."),
    "suspected": Key(_flag, _FLAG, "Whether findings that the code alone does not settle are shown, too."),
    "fixable": Key(_texts, _RULES, "Rules that may be fixed; without it, all."),
    "unfixable": Key(_texts, _RULES, "Rules that may not be fixed."),
    "exclude": Key(_patterns, _PATTERNS, "Files and folders to leave out, as .gitignore names them."),
    "extend-exclude": Key(_patterns, _PATTERNS, "Files and folders to leave out besides those that 'exclude' names."),
    "force-exclude": Key(_flag, _FLAG, "Whether these are left out even if the command line names them."),
    "respect-gitignore": Key(_flag, _FLAG, "Whether what git ignores is left out; true by default."),
    "fail-on": Key(_level, {"enum": list(LEVELS)}, "The least severity that fails a run; 'warning' by default."),
    "baseline": Key(_text, _TEXT, "The file with the findings that are accepted, and not shown."),
    "baseline-strict": Key(_flag, _FLAG, "Whether a run fails when an accepted finding is not there any more."),
}
