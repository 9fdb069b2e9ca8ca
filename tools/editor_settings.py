"""The settings in the VS Code extension's package.json: `python -m tools.editor_settings [--write]`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from torchlint.lsp.editor_settings import EDITOR_KEYS
from torchlint.settings.schema import settings_schema

PACKAGE = Path(__file__).parent.parent / "editors/vscode/package.json"

# What the extension itself needs; a workspace may set these once it is trusted.
_OWN: dict[str, dict[str, Any]] = {
    "torchlint.path": {
        "scope": "machine-overridable",
        "type": "string",
        "default": "",
        "markdownDescription": "The `torchlint` to start. Empty: that of the interpreter, then that on `PATH`.",
    },
    "torchlint.interpreter": {
        "scope": "machine-overridable",
        "type": "string",
        "default": "",
        "markdownDescription": "The Python that has torchlint. Empty: the one that the Python extension has selected.",
    },
    "torchlint.diagnosticMode": {
        "scope": "window",
        "type": "string",
        "enum": ["openFiles", "workspace"],
        "enumDescriptions": ["Findings of the files that are open.", "Findings of all Python files of the workspace."],
        "default": "openFiles",
        "description": "The files whose findings are in the Problems panel. Those of a notebook are while it is open.",
    },
    "torchlint.trace.server": {
        "scope": "window",
        "type": "string",
        "enum": ["off", "messages", "verbose"],
        "default": "off",
        "description": "What the log has of the messages between VS Code and the server.",
    },
}


def properties() -> dict[str, Any]:
    """The extension's settings by name, in the order in which VS Code lists them."""
    schema = settings_schema()["properties"]
    made = {f"torchlint.{key}": _setting(schema[key], order) for order, key in enumerate(EDITOR_KEYS, len(_OWN))}
    return {**{name: {"order": order, **own} for order, (name, own) in enumerate(_OWN.items())}, **made}


def _setting(schema: dict[str, Any], order: int) -> dict[str, Any]:
    """A key as a setting; null leaves it to the project: VS Code would send `false` for a flag without a default."""
    schema = dict(schema)
    description = schema.pop("description")
    head = {"order": order, "scope": "window", "description": description, "default": None}
    if "anyOf" in schema:
        return {**head, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    return {**head, **schema, "type": [schema["type"], "null"]}


def package_text() -> str:
    """The text of package.json as it should be."""
    package = json.loads(PACKAGE.read_text(encoding="utf-8"))
    package["contributes"]["configuration"]["properties"] = properties()
    return json.dumps(package, indent=2) + "\n"


def main(arguments: list[str]) -> int:
    """Whether package.json was up to date, as an exit status; `--write` makes it so."""
    text = package_text()
    if PACKAGE.read_text(encoding="utf-8") == text:
        return 0
    if arguments == ["--write"]:
        PACKAGE.write_text(text, encoding="utf-8")
        return 0
    print(f"{PACKAGE.name} is out of date: run `python -m tools.editor_settings --write`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
