"""The keys of torchlint's configuration, and their types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from torchlint.rule import GROUPS, SEVERITIES
from torchlint.settings.did_you_mean import did_you_mean
from torchlint.settings.patterns import has_folders_of_windows, invalid

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

    from torchlint.settings.toml_text import Places

LEVELS = ("error", "warning", "info", "never")
_LONGEST_SPECIFIER = 200  # characters


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
        return "unknown key 'tool': in this file, write the keys at the top level, without [tool.torchlint]"
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
        layer.refuse(f"'{key}' has an invalid pattern: {wrong}", key, line)
    if has_folders_of_windows(line):
        layer.refuse(f"'{key}' has the pattern {line}: write `/` between folders, on Windows too", key, line)


def _ignores(layer: Layer, key: str, value: object) -> None:
    if not isinstance(value, dict):
        layer.refuse(f"'{key}' must be a table that maps patterns to lists of rules", key)
    for line, rules in value.items():
        _pattern(layer, key, line.removeprefix("!"))
        if not isinstance(rules, list) or not all(isinstance(name, str) for name in rules):
            layer.refuse(f"'{line}' in '{key}' must be a list of strings", key, line)


def _severities(layer: Layer, key: str, value: object) -> None:
    if not isinstance(value, dict):
        layer.refuse(f"'{key}' must be a table that maps rules to severities, such as speed = \"info\"", key)
    for name, severity in value.items():
        if severity in SEVERITIES:
            continue
        off = "; to turn a rule off, add it to 'ignore'" if severity in ("off", "never", "none", "ignore") else ""
        hint = off or did_you_mean(str(severity), SEVERITIES)
        layer.refuse(f"'{name}' in '{key}' must be one of {', '.join(SEVERITIES)}{hint}", key, name)


def _version(layer: Layer, key: str, value: object) -> None:
    from torchlint.version import __version__

    _text(layer, key, value)
    wanted = _specifiers(str(value))
    if wanted is None:
        layer.refuse(f'\'{key}\' must be a version or a range, such as ">=0.1" or ">=0.1,<0.3"', key)
    if not wanted.contains(__version__, prereleases=True):
        layer.refuse(f"torchlint {value} is required, but this is torchlint {__version__}", key)


def _torch_version(layer: Layer, key: str, value: object) -> None:
    _text(layer, key, value)
    if value and _specifiers(str(value)) is None:
        layer.refuse(f'\'{key}\' must be a version or a range, such as "2.6" or ">=2.1,<2.8"', key)


def _specifiers(text: str) -> SpecifierSet | None:
    """A version or a range as PEP 440 has them; a version alone is that one. None if the text is neither."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet  # only a configuration that has any needs it

    if len(text) > _LONGEST_SPECIFIER:
        return None
    parts = (part.strip() for part in text.split(","))
    try:
        return SpecifierSet(",".join(f"=={part}" if part[:1].isdigit() else part or "no version" for part in parts))
    except InvalidSpecifier:
        return None


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
                layer.refuse(
                    f"'{row[2]}' is already described in an earlier table of '{library}'", key, str(number), *row[1:]
                )
        seen.update(rows)


def _rule_options(layer: Layer, key: str, value: object) -> None:
    """Raise a ConfigError unless the value is a table of tables of numbers; which options there are is known later."""
    if not isinstance(value, dict):
        layer.refuse(f"'{key}' must be a table that maps rules to tables of options", key)
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


# What an editor can say of a specifier; `packaging` decides.
_VERSION = r"(==|!=|<=|>=|<|>|~=)?\s*\d+(\.\d+)*(\.\*|((a|b|rc|\.post|\.dev)\d+)*)"
_VERSIONS = {"type": "string", "pattern": rf"^\s*{_VERSION}\s*(,\s*{_VERSION}\s*)*$"}
_RULES = {"type": "array", "items": {"anyOf": [{"enum": ["ALL", *GROUPS]}, {"type": "string"}]}}
_NO_PATTERN = r"^\s*!?\s*$"
_PATTERNS = {"type": "array", "items": {"type": "string", "not": {"pattern": _NO_PATTERN}}}
_TEXT, _FLAG = {"type": "string"}, {"type": "boolean"}

KEYS: dict[str, Key] = {
    "extend": Key(_text, _TEXT, "Another configuration file; its settings apply unless this file overrides them."),
    "required-version": Key(
        _version, _VERSIONS, "The versions of torchlint that may run with this configuration, such as '>=0.1,<0.3'."
    ),
    "torch-version": Key(
        _torch_version,
        {"anyOf": [_VERSIONS, {"const": ""}]},
        "The PyTorch versions that the code supports, such as '2.6' or '>=2.1,<2.8'; by default from its requirements.",
    ),
    "packs": Key(
        _texts,
        {"type": "array", "items": _TEXT},
        "Folders with your own rules; they are loaded once you have run `torchlint --trust`.",
    ),
    "models": Key(
        _models, _models_schema, "What functions and classes of a library, or of your own project, do and return."
    ),
    "select": Key(
        _texts, _RULES, "The rules to check: names, groups or ALL; by default, all rules that are on by default."
    ),
    "extend-select": Key(_texts, _RULES, "Rules to check in addition to those in 'select'."),
    "ignore": Key(_texts, _RULES, "Rules to skip."),
    "per-file-ignores": Key(
        _ignores,
        {"type": "object", "additionalProperties": _RULES, "propertyNames": {"not": {"pattern": _NO_PATTERN}}},
        "Rules to skip in the files that match a pattern, or, if it begins with '!', in all other files.",
    ),
    "severity": Key(
        _severities,
        {"type": "object", "additionalProperties": {"enum": list(SEVERITIES)}},
        "The severity of a rule or group: 'error', 'warning' or 'info', instead of the one on its page.",
    ),
    "options": Key(
        _rule_options,
        {
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": {"type": "number", "minimum": 0}},
        },
        "Options of single rules, which are numbers such as a threshold; the page of a rule lists its options.",
    ),
    "preview": Key(_flag, _FLAG, "Whether to check rules that are in preview; false by default."),
    "suspected": Key(
        _flag, _FLAG, "Whether to show suspected findings, which the code alone can't prove; false by default."
    ),
    "fixable": Key(_texts, _RULES, "The rules whose findings --fix may fix; all by default."),
    "unfixable": Key(_texts, _RULES, "The rules whose findings --fix must not fix."),
    "exclude": Key(_patterns, _PATTERNS, "Files and folders to exclude, in .gitignore syntax; replaces the defaults."),
    "extend-exclude": Key(_patterns, _PATTERNS, "Files and folders to exclude in addition to those in 'exclude'."),
    "force-exclude": Key(
        _flag, _FLAG, "Whether to exclude these even if the command line names them; false by default."
    ),
    "respect-gitignore": Key(_flag, _FLAG, "Whether to exclude files that git ignores; true by default."),
    "fail-on": Key(
        _level, {"enum": list(LEVELS)}, "The lowest severity that fails a run, or 'never'; 'warning' by default."
    ),
    "baseline": Key(_text, _TEXT, "The file with the accepted findings, which are not shown."),
    "baseline-strict": Key(
        _flag,
        _FLAG,
        "Whether a run fails if an accepted finding no longer occurs, so that the baseline stays up to date.",
    ),
}
