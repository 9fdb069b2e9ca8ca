"""The configuration as JSON Schema, for editors that complete it and tools that check it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from torchlint.pack import builtin_rules
from torchlint.rule import Option
from torchlint.settings.keys import KEYS, Key
from torchlint.settings.rule_options import KEY as OPTIONS

FILE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "torchlint.schema.json")
NAME = "torchlint"
# A name, not an address: validators look schemas up by it, and take only names that begin like addresses.
ID = "https://torchlint.invalid/torchlint.schema.json"


def settings_schema() -> dict[str, Any]:
    """The JSON Schema (draft 7) of torchlint.toml, and of [tool.torchlint] in pyproject.toml."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": ID,
        "title": "Settings of torchlint",
        "description": "torchlint.toml, or the table [tool.torchlint] of pyproject.toml.",
        "type": "object",
        "additionalProperties": False,
        "properties": {name: {"description": key.says, **_schema_of(key)} for name, key in KEYS.items()},
    }


def _schema_of(key: Key) -> Mapping[str, Any]:
    schema = key.schema() if callable(key.schema) else key.schema
    return {**schema, "properties": _options_of_rules()} if key is KEYS[OPTIONS] else schema


def _options_of_rules() -> Mapping[str, Any]:
    """The options of torchlint's own rules by name; those of packs are known only where the pack is."""
    return {name: _table(rule.options) for name, rule in builtin_rules().items() if rule.options}


def _table(options: tuple[Option, ...]) -> Mapping[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            option.name: {
                "description": option.says,
                "type": "integer" if isinstance(option.default, int) else "number",
                "minimum": 0,
                "default": option.default,
            }
            for option in options
        },
    }


def schema_text() -> str:
    """The text of the schema file that torchlint ships."""
    return json.dumps(settings_schema(), indent=2) + "\n"


def tool_schema(tool: str) -> dict[str, Any]:
    """The schema for validate-pyproject; raises ValueError for another tool's name."""
    if tool != NAME:
        raise ValueError(f"torchlint has no schema for {tool!r}")
    return settings_schema()
