"""The settings of an editor: asked for, sent, and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lsprotocol import types

from tests.editor import Editor
from tools import editor_settings as tool
from torchlint.lsp.editor_settings import EDITOR_KEYS, NOT_IN_EDITORS, EditorSettings, editor_layer
from torchlint.settings.keys import KEYS, ConfigError

DROPPED = "discarded-tensor-op"
BAD = "import torch\n\nx = torch.ones(3)\nx.cuda()\n"
ASKED = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        configuration=True,
        did_change_configuration=types.DidChangeConfigurationClientCapabilities(dynamic_registration=True),
    )
)


def test_the_server_asks_for_settings_and_asks_again_when_they_change(tmp_path: Path) -> None:
    set_to: dict[str, object] = {"path": "", "ignore": [DROPPED], "preview": None}
    editor = Editor(tmp_path, "--isolated", capabilities=ASKED)

    def configuration(params: types.ConfigurationParams) -> list[object]:
        assert [item.section for item in params.items] == ["torchlint"]
        return [set_to]

    editor.client.feature(types.WORKSPACE_CONFIGURATION)(configuration)
    with editor:
        uri = (tmp_path / "a.py").as_uri()
        editor.open(uri, BAD)
        assert editor.rules(uri) == []  # at once: some editors never ask again
        assert [one.method for one in editor.registered] == [types.WORKSPACE_DID_CHANGE_CONFIGURATION]
        set_to["ignore"] = []
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        while editor.rules(uri) != [DROPPED]:
            editor.hear()
        set_to["select"] = ["no-such-rule"]
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        while not editor.messages:
            editor.hear()
        assert "no-such-rule" in editor.messages[0]


def test_an_editor_that_is_not_asked_sends_its_settings(tmp_path: Path) -> None:
    with Editor(tmp_path, "--isolated") as editor:
        uri = (tmp_path / "a.py").as_uri()
        editor.open(uri, BAD)
        assert editor.rules(uri) == [DROPPED]
        sent = {"torchlint": {"severity": {DROPPED: "info"}}}
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(sent))
        while editor.findings(uri)[0].severity != types.DiagnosticSeverity.Information:
            editor.hear()


def test_what_is_not_set_makes_no_layer() -> None:
    assert editor_layer(None, "/p") is None
    assert editor_layer({"select": None, "ignore": [], "baseline": "", "path": "/bin/torchlint"}, "/p") is None
    layer = editor_layer({"suspected": False}, "/p")
    assert layer is not None
    assert layer.values == {"suspected": False}


def test_an_editor_names_no_packs_and_no_invalid_values() -> None:
    with pytest.raises(ConfigError, match="packs are code"):
        editor_layer({"packs": ["rules"]}, "/p")
    settings = EditorSettings("/p")
    assert settings.read({"ignore": ["memory"]})
    with pytest.raises(ConfigError, match="editor"):
        settings.read({"ignore": "memory"})
    assert not settings.read({"ignore": ["memory"]})


def test_the_extension_has_the_settings_of_the_schema() -> None:
    assert tool.PACKAGE.read_text(encoding="utf-8") == tool.package_text()
    names = json.loads(tool.PACKAGE.read_text(encoding="utf-8"))["contributes"]["configuration"]["properties"]
    assert {f"torchlint.{key}" for key in EDITOR_KEYS} <= set(names)
    assert set(KEYS) >= NOT_IN_EDITORS
    # A default would hold over the configuration of every project.
    assert all(names[f"torchlint.{key}"]["default"] is None for key in EDITOR_KEYS)
