"""The configurations in docs/language-server.md: they start the server by its command, in the form of each editor."""

from __future__ import annotations

import json
import shlex
import sys
from typing import Any

import yaml

from tests.rule_folders import ROOT
from tests.snippets import snippet, snippets

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PAGE = "language-server.md"
COMMAND = ["torchlint", "--lsp"]


def test_helix() -> None:
    written = tomllib.loads(snippet(PAGE, "Helix", "toml"))
    server = written["language-server"]["torchlint"]
    assert [server["command"], *server["args"]] == COMMAND
    (language,) = written["language"]
    assert language["name"] == "python"
    assert "torchlint" in language["language-servers"]


def test_zed() -> None:
    written = json.loads(snippet(PAGE, "Zed", "json"))
    ((name, server),) = written["lsp"].items()
    assert [server["binary"]["path"], *server["binary"]["arguments"]] == COMMAND
    assert name in written["languages"]["Python"]["language_servers"]


def test_jetbrains() -> None:
    template = json.loads(snippet(PAGE, "JetBrains IDEs", "json"))
    assert shlex.split(template["programArgs"]["default"]) == COMMAND
    (mapping,) = template["fileTypeMappings"]
    assert mapping == {"fileType": {"name": "Python", "patterns": ["*.py"]}, "languageId": "python"}


def test_neovim_and_emacs() -> None:
    shown = [one.body for one in snippets(PAGE) if (one.heading, one.language) == ("Neovim", "lua")]
    assert sum("cmd = { 'torchlint', '--lsp' }" in body for body in shown) == 2  # for newer and for older versions
    assert '("torchlint" "--lsp")' in snippet(PAGE, "Emacs", "elisp")


def test_masons_entry_installs_the_server() -> None:
    text = (ROOT / "RELEASING.md").read_text(encoding="utf-8")
    _, _, rest = text.partition("```yaml\n")
    entry: dict[str, Any] = yaml.safe_load(rest.partition("```")[0])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    package, _, version = entry["source"]["id"].removeprefix("pkg:pypi/").partition("@")
    extra = version.partition("?extra=")[2]
    assert package == project["name"]
    assert extra in project["optional-dependencies"]
    assert set(entry["bin"]) <= set(project["scripts"])
