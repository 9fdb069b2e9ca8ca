"""What is found leads to the page of its rule, wherever pages can be linked; a user's own rules have no address."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import run
from tests.rule_folders import FOLDERS, name_of
from tests.toy_pack import write_pack
from tools.links import targets
from torchlint.authoring.page_address import SITE, address_of, linked_page
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.pack import builtin_rules, load_pack

OURS = name_of(FOLDERS[0])
ADDRESS = f"https://torchlint.readthedocs.io/en/latest/rules/{OURS}/"


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a finding of ours and one of a pack's, below the settings that load the pack."""
    write_pack(tmp_path / "pack")
    (tmp_path / "torchlint.toml").write_text(f'packs = ["pack"]\nselect = ["{OURS}", "bad-name"]\n')
    path = tmp_path / "program.py"
    path.write_text((FOLDERS[0] / "bad.py").read_text(encoding="utf-8") + "\nBAD = 1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run("--trust").status == 0
    return path


def test_only_our_own_rules_have_an_address(tmp_path: Path) -> None:
    assert {address_of(rule) for rule in builtin_rules().values()} == {f"{SITE}rules/{n}/" for n in builtin_rules()}
    assert {address_of(rule) for rule in DIAGNOSTICS.values()} == {f"{SITE}rules/{n}/" for n in DIAGNOSTICS}
    mine = load_pack(write_pack(tmp_path))
    assert {address_of(rule) for rule in mine.values()} == {None}


def test_the_links_of_a_page_that_is_read_elsewhere_lead_to_what_is_published() -> None:
    """What `#badpy` and the other pages are is held by tests/documents/test_site.py."""
    pages = {name: linked_page(rule) for name, rule in builtin_rules().items()}
    leads = [target for page in pages.values() for target in targets(page)]
    assert all(target.startswith("https://") for target in leads)
    assert f"{SITE}rules/accumulation-loss-not-scaled/#badpy" in targets(pages["accumulation-loss-not-scaled"])
    assert sum(target.startswith(SITE) and not target.endswith("py") for target in leads) >= 3


def test_the_page_of_a_pack_is_left_as_it_is(tmp_path: Path) -> None:
    rule = load_pack(write_pack(tmp_path))["bad-name"]
    Path(rule.page).write_text("[a](bad.py) [b](../b/README.md)", encoding="utf-8")
    assert linked_page(rule) == "[a](bad.py) [b](../b/README.md)"


def read(output: str, program: Path) -> Any:
    return json.loads(run("--output-format", output, str(program)).out)


def test_findings_lead_to_the_page(program: Path) -> None:
    found = {record["name"]: record["url"] for record in read("json", program)}
    assert found == {OURS: ADDRESS, "bad-name": None}

    (log,) = read("sarif", program)["runs"]
    driver = log["tool"]["driver"]
    described = {rule["id"]: rule.get("helpUri") for rule in driver["rules"]}
    assert described[OURS] == ADDRESS
    assert described["bad-name"] is None
    assert driver["informationUri"] == SITE
    assert "](bad.py)" not in json.dumps(log)

    diagnosed = read("rdjson", program)
    codes = {record["code"]["value"]: record["code"].get("url") for record in diagnosed["diagnostics"]}
    assert codes == {OURS: ADDRESS, "bad-name": None}
    assert diagnosed["source"]["url"] == SITE


def test_explanations_lead_to_the_page(program: Path) -> None:
    assert run("--explain", OURS).out.endswith(f"\n{ADDRESS}\n")
    assert run("--explain", "bad-name").out.endswith("on by default\n")
    assert json.loads(run("--explain", OURS, "--output-format", "json").out)["url"] == ADDRESS
