"""What jupyter-lsp is given, by the entry point that it looks for; its schema was tried with jupyter-lsp 2.3."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from torchlint.jupyter import server_spec

ROOT = Path(__file__).parent.parent.parent


def test_the_entry_point_names_a_server() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"]["jupyter_lsp_spec_v1"]["torchlint"].partition(":")
    found = getattr(import_module(module), name)
    (spec,) = found(None).values()
    assert spec["argv"] == [sys.executable, "-m", "torchlint", "--lsp"]
    assert (spec["version"], spec["languages"]) == (2, ["python"])
    assert not spec["requires_documents_on_disk"]  # the server reads no text that is open from the disk


def test_it_is_left_out_where_the_server_can_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_spec, "find_spec", lambda name: None)
    assert not server_spec.server_spec.is_installed(None)
    monkeypatch.setattr(server_spec, "find_spec", lambda name: object() if name == "pygls" else None)
    assert server_spec.server_spec.is_installed(None)
