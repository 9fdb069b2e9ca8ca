"""`torchlint.testing.check_rule_folder`: rules of one's own in one's own tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.rule_folders import ROOT
from torchlint.testing import check_rule_folder

RULE = ROOT / "rules" / "discarded_tensor_op"


def test_a_rule_that_holds_passes() -> None:
    check_rule_folder(RULE)


def test_a_pack_is_tested_whole(tmp_path: Path) -> None:
    pack = tmp_path / "lint_rules"
    shutil.copytree(RULE, pack / RULE.name)
    check_rule_folder(pack)
    bad = pack / RULE.name / "bad.py"
    bad.write_text(bad.read_text().replace("# finding:", "# no finding:"))
    with pytest.raises(AssertionError, match=r"bad\.py:\d+: found, but not marked") as raised:
        check_rule_folder(str(pack))
    assert "no line is marked" in str(raised.value)


def test_a_folder_without_rules_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="it has no rules"):
        check_rule_folder(tmp_path)
    models = tmp_path / "models"
    models.mkdir()
    (models / "acme.toml").write_text("")
    with pytest.raises(AssertionError):
        check_rule_folder(tmp_path)
