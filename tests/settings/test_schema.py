"""The schema of the settings says what the check of the settings says."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.rule_folders import ROOT
from tools import schema as tool
from torchlint.settings.config import ConfigError, inline_layer
from torchlint.settings.keys import KEYS
from torchlint.settings.schema import FILE, schema_text, settings_schema, tool_schema

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

VALIDATOR = jsonschema.Draft7Validator(settings_schema())
GOOD = [
    'required-version = ">=0.0.1"',
    'required-version = ">=0.0.1, <99"',
    'torch-version = "2.6"',
    'torch-version = ""',
    'torch-version = "2.1.*, !=2.1.2rc1"',
    'torch-version = "~=2.1 , <2.8"',
    'packs = ["tools/torch_rules"]',
    'models = [{library = "acme", calls = {f = {gives = "loss", steps = true, parameters = ["x"]}}}]',
    'models = [{library = "acme", classes = {A = {is = "module", without-gradients = ["f"]}}}]',
    'models = [{library = "a", classes = {A = {callbacks = {f = {gradients = "off", mode = "eval", model = 1}}}}}]',
    'select = ["ALL"]',
    'select = ["memory", "a-rule-of-a-pack"]',
    "extend-select = []",
    'ignore = ["tuple-output"]',
    'per-file-ignores = {"tests/**" = ["speed"], "!src/**" = ["ALL"]}',
    'severity = {speed = "error", "a-rule-of-a-pack" = "info", ALL = "warning"}',
    "options = {loop-waits-for-loader = {share = 0.4}, a-rule-of-a-pack = {most = 3}}",
    "preview = true\nsuspected = false",
    'fixable = ["ALL"]\nunfixable = ["speed"]',
    'exclude = ["gen/", "!gen/kept.py"]\nextend-exclude = ["*.gen.py"]',
    "force-exclude = true\nrespect-gitignore = false",
    'fail-on = "never"',
    'baseline = ".torchlint-baseline.json"\nbaseline-strict = true',
]
BAD = [
    'selct = ["ALL"]',
    'required-version = "new"',
    'required-version = ">=1,"',
    'required-version = 1',
    'torch-version = "2.x"',
    'torch-version = 2.6',
    'packs = "tools"',
    'models = {library = "acme"}',
    'models = [{calls = {}}]',
    'models = [{library = "acme", cals = {}}]',
    'models = [{library = "acme", calls = {f = {step = true}}}]',
    'models = [{library = "acme", calls = {f = {gives = 1}}}]',
    'models = [{library = "acme", calls = {f = {runs = {mode = "on"}}}}]',
    'models = [{library = "acme", classes = {A = {is = "modul"}}}]',
    'models = [{library = "acme", classes = {A = {callbacks = {f = {model = -1}}}}}]',
    'select = "ALL"',
    'ignore = [1]',
    'per-file-ignores = []',
    'per-file-ignores = {"a.py" = "speed"}',
    'per-file-ignores = {"!" = ["speed"]}',
    'severity = ["speed"]',
    'severity = {speed = "off"}',
    "options = 1",
    "options = {loop-waits-for-loader = 1}",
    'options = {loop-waits-for-loader = {share = "all"}}',
    'preview = 1',
    'suspected = "yes"',
    'exclude = [""]',
    'exclude = ["a", "!"]',
    'force-exclude = []',
    'fail-on = "warn"',
    'baseline = ["a.json"]',
    'baseline-strict = "a.json"',
    "[tool.torchlint]\npreview = true",
    'extend = ["a.toml"]',
]  # fmt: skip


def says(text: str) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(tomllib.loads(text))]


@pytest.mark.parametrize("text", GOOD)
def test_what_both_take(text: str) -> None:
    assert inline_layer(text).values
    assert says(text) == []


@pytest.mark.parametrize("text", BAD)
def test_what_both_refuse(text: str) -> None:
    with pytest.raises(ConfigError):
        inline_layer(text)
    assert says(text)


def test_every_key_is_tried() -> None:
    tried = {key for text in GOOD for key in tomllib.loads(text)}
    assert tried | {"extend"} == set(KEYS), "`extend` only works in a file"
    assert says('extend = "../torchlint.toml"') == []
    for key in KEYS:
        assert says(f"{key} = 7"), "nothing is just any value"


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(settings_schema())
    assert list(settings_schema()["properties"]) == list(KEYS)
    for key in settings_schema()["properties"].values():
        assert key["description"].endswith("."), key


def test_what_is_made_from_the_keys_is_up_to_date() -> None:
    assert Path(FILE).read_text(encoding="utf-8") == schema_text(), "run `python -m tools.schema --write`"
    assert tool.main([]) == 0
    assert list(re.findall(r"^\| `([a-z-]+)` \|", tool.PAGE.read_text(encoding="utf-8"), re.MULTILINE)) == list(KEYS)


def test_the_tool_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(tool, "FILE", str(tmp_path / "a.json"))
    monkeypatch.setattr(tool, "PAGE", tmp_path / "a.md")
    (tmp_path / "a.md").write_text("before\n<!-- keys -->\nold\n<!-- /keys -->\nafter\n")
    assert tool.main([]) == 1
    assert capsys.readouterr().out.count("out of date") == 2
    assert tool.main(["--write"]) == 0
    assert json.loads((tmp_path / "a.json").read_text()) == settings_schema()
    assert (tmp_path / "a.md").read_text() == f"before\n<!-- keys -->\n{tool.table()}<!-- /keys -->\nafter\n"
    assert tool.main([]) == 0


def test_validate_pyproject_finds_it() -> None:
    """It asks each entry point for the schema of a tool, by the name of the entry point."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["validate_pyproject.tool_schema"] == {
        "torchlint": "torchlint.settings.schema:tool_schema"
    }
    given = tool_schema("torchlint")
    assert given["$id"].startswith("https://"), "it looks schemas up by that, and takes no other scheme"
    assert given["$schema"].startswith("http://json-schema.org/draft-07/schema")
    with pytest.raises(ValueError, match="no schema for 'ruff'"):
        tool_schema("ruff")


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))])
def test_what_the_documents_show_is_valid(page: str) -> None:
    """Every TOML block stands for settings, of torchlint.toml or of pyproject.toml, but for what an editor reads."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^([^\n]*)\n+```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == text.count("```toml")
    for above, block in blocks:
        if re.search(r"`languages\.toml`:$", above):
            continue
        values = tomllib.loads(block)
        assert [error.message for error in VALIDATOR.iter_errors(values.get("tool", {}).get("torchlint", values))] == []
