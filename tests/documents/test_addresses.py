"""Addresses come from torchlint/addresses.py, and nobody is sent to one that is not registered."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.rule_folders import ROOT
from tools.addresses import PLACEHOLDER, badges, brought_up_to_date, cited, locked, made, packaged
from tools.index_page import description, urls
from tools.links import targets
from torchlint import addresses
from torchlint.version import __version__

REPOSITORY = "https://github.com/acme/torchlint"
SITE = "https://acme.github.io/torchlint/"
INDEX = "https://index.example/torchlint/"
NAMING = f"""[code]({PLACEHOLDER}/issues)
- repo: {PLACEHOLDER}
  rev: v0.0.1
uses: OWNER/torchlint@v0.0.1
docker run ghcr.io/owner/torchlint:0.0.1 .
https://raw.githubusercontent.com/OWNER/torchlint/v0.0.1/templates/torchlint.yml
https://github.com/pytorch/pytorch and torchlint.example
"""


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "REPOSITORY", REPOSITORY)
    monkeypatch.setattr(addresses, "SITE", SITE)
    monkeypatch.setattr(addresses, "INDEX", INDEX)


@pytest.fixture
def unpublished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "REPOSITORY", None)
    monkeypatch.setattr(addresses, "SITE", None)


@pytest.mark.parametrize("path", made(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_name_the_addresses_and_the_version_as_they_are(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == made()[path], "run `python -m tools.addresses --write`"


def test_what_is_set_has_the_form_that_links_are_made_from() -> None:
    assert addresses.REPOSITORY is None or re.fullmatch(r"https://github\.com/[\w.-]+/[\w.-]+", addresses.REPOSITORY)
    assert addresses.SITE is None or re.fullmatch(r"https://\S+/", addresses.SITE)
    assert f'name = "{addresses.PACKAGE}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.usefixtures("published")
def test_each_way_to_name_the_repository_is_written() -> None:
    text = brought_up_to_date(NAMING)
    assert "OWNER" not in text
    assert "0.0.1" not in text
    assert f"- repo: {REPOSITORY}\n  rev: v{__version__}\nuses: acme/torchlint@v{__version__}\n" in text
    assert f"ghcr.io/acme/torchlint:{__version__} ." in text
    assert text.endswith("https://github.com/pytorch/pytorch and torchlint.example\n")
    assert brought_up_to_date(text) == text


@pytest.mark.usefixtures("published")
def test_badges_and_the_citation_follow() -> None:
    assert targets(badges()) == [
        INDEX,
        f"{REPOSITORY}/actions/workflows/tests.yml",
        SITE,
    ]
    text = cited("version: 0.0.1\nurl: https://old.example\n")
    assert text == f"version: {__version__}\nrepository-code: {REPOSITORY}\nurl: {SITE}\n"
    assert cited(text) == text


@pytest.mark.usefixtures("published")
def test_the_extension_has_the_version_and_the_repository() -> None:
    text = packaged('{"name":"torchlint","version":"0.0.1"}')
    repository = {"type": "git", "url": f"{REPOSITORY}.git", "directory": "editors/vscode"}
    assert json.loads(text) == {"name": "torchlint", "version": __version__, "repository": repository}
    assert packaged(text) == text
    lock = json.loads(locked('{"version":"0.0.1","packages":{"":{"version":"0.0.1"},"a":{"version":"0.0.1"}}}'))
    assert lock == {"version": __version__, "packages": {"": {"version": __version__}, "a": {"version": "0.0.1"}}}


@pytest.mark.usefixtures("unpublished")
def test_before_that_there_are_none() -> None:
    assert badges() == ""
    assert cited(f"version: {__version__}\nurl: https://old.example\n") == f"version: {__version__}\n"


def test_the_package_index_gets_links_that_lead_somewhere() -> None:
    shown = targets(description(ROOT, REPOSITORY, "1.2.3"))
    assert shown
    assert all(target.startswith("https://") for target in shown)
    assert {f"{REPOSITORY}/tree/v1.2.3/examples", f"{REPOSITORY}/blob/v1.2.3/docs/rules.md"} <= {*shown}
    assert f"{REPOSITORY}/tree/v1.2.3#verify" in shown
    assert urls(REPOSITORY, SITE)["Issues"] == f"{REPOSITORY}/issues"
    assert all(target.startswith("https://") for target in targets(description(ROOT, None, "1.2.3")))
    assert not urls(None, None)
