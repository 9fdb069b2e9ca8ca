"""What is found leads to the page of its rule, wherever pages can be linked; a user's own rules have no address, and
before the site is published nothing leads there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import run
from tests.rule_folders import FOLDERS, name_of
from tests.toy_pack import write_pack
from tools import site
from tools.links import targets
from torchlint import addresses
from torchlint.authoring.page_address import address_of, linked_page
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.pack import builtin_rules, load_pack

OURS = name_of(FOLDERS[0])
SITE = "https://docs.example/torchlint/"
ADDRESS = f"{SITE}rules/{OURS}/"


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "SITE", SITE)


@pytest.fixture
def unpublished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "SITE", None)
    monkeypatch.setattr(addresses, "REPOSITORY", None)


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


@pytest.mark.usefixtures("published")
def test_only_our_own_rules_have_an_address(tmp_path: Path) -> None:
    assert {address_of(rule) for rule in builtin_rules().values()} == {f"{SITE}rules/{n}/" for n in builtin_rules()}
    assert {address_of(rule) for rule in DIAGNOSTICS.values()} == {f"{SITE}rules/{n}/" for n in DIAGNOSTICS}
    mine = load_pack(write_pack(tmp_path))
    assert {address_of(rule) for rule in mine.values()} == {None}


@pytest.mark.usefixtures("published")
def test_the_links_of_a_page_that_is_read_elsewhere_lead_to_what_is_published() -> None:
    """What `#badpy` is is held by tests/documents/test_site.py."""
    pages = {name: linked_page(rule) for name, rule in builtin_rules().items()}
    leads = [target for page in pages.values() for target in targets(page)]
    assert all(target.startswith("https://") for target in leads)
    assert f"{SITE}rules/accumulation-loss-not-scaled/#badpy" in targets(pages["accumulation-loss-not-scaled"])
    others = {target.partition("#")[0] for target in leads if target.startswith(SITE) and not target.endswith("py")}
    assert len(others) >= 3
    assert {other.removeprefix(SITE).removesuffix("/") + ".md" for other in others} <= {*site.pages()}


@pytest.mark.usefixtures("unpublished")
def test_before_there_is_a_site_the_links_of_a_page_are_only_their_texts() -> None:
    pages = {name: linked_page(rule) for name, rule in builtin_rules().items()}
    assert all(target.startswith("https://") for page in pages.values() for target in targets(page))
    assert "\nbad.py makes a step" in pages["accumulation-loss-not-scaled"]


def test_the_page_of_a_pack_is_left_as_it_is(tmp_path: Path) -> None:
    rule = load_pack(write_pack(tmp_path))["bad-name"]
    Path(rule.page).write_text("[a](bad.py) [b](../b/README.md)", encoding="utf-8")
    assert linked_page(rule) == "[a](bad.py) [b](../b/README.md)"


def read(output: str, program: Path) -> Any:
    return json.loads(run("--output-format", output, str(program)).out)


@pytest.mark.usefixtures("published")
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


@pytest.mark.usefixtures("unpublished")
def test_before_there_is_a_site_findings_lead_to_a_command(program: Path) -> None:
    for output in ("json", "sarif", "rdjson", "gitlab", "github", "junit", "agent", "full"):
        written = run("--output-format", output, str(program)).out
        assert OURS in written
        assert SITE not in written
    assert {record["url"] for record in read("json", program)} == {None}
    (log,) = read("sarif", program)["runs"]
    assert "informationUri" not in log["tool"]["driver"]
    assert not [rule["id"] for rule in log["tool"]["driver"]["rules"] if "helpUri" in rule]
    assert read("rdjson", program)["source"] == {"name": "torchlint"}
    assert f"torchlint --explain {OURS}" in run(str(program)).out
    assert "http" not in run("--explain", OURS).out


@pytest.mark.usefixtures("published")
def test_explanations_lead_to_the_page(program: Path) -> None:
    assert run("--explain", OURS).out.endswith(f"\n{ADDRESS}\n")
    assert run("--explain", "bad-name").out.endswith("on by default\n")
    assert json.loads(run("--explain", OURS, "--output-format", "json").out)["url"] == ADDRESS
