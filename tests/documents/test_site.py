"""The documentation site: every page is there, and no link leads nowhere, on the site or in the repository."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.rule_folders import FOLDERS, ROOT
from tools import site
from tools.links import anchors, deepened, rewritten, targets
from torchlint import addresses
from torchlint.authoring.page_address import address_of
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.pack import builtin_rules

DOCUMENTS = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "RELEASING.md")]
DOCUMENTS += [*ROOT.glob("docs/*.md"), *ROOT.glob("rules/*/README.md"), *ROOT.glob("*/README.md")]


SITE = "https://docs.example/torchlint/"


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return site.pages()


def entries(nav: Any) -> list[str]:
    """The paths in a navigation."""
    if isinstance(nav, str):
        return [nav]
    return [path for part in (nav.values() if isinstance(nav, dict) else nav) for path in entries(part)]


def test_the_navigation_leads_to_every_page_once(pages: dict[str, str]) -> None:
    settings = yaml.safe_load(site.configuration())
    assert sorted(entries(settings["nav"])) == sorted(pages)


def test_the_site_knows_its_address_once_it_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "SITE", None)
    monkeypatch.setattr(addresses, "REPOSITORY", None)
    assert not {"site_url", "repo_url"} & {*yaml.safe_load(site.configuration())}
    monkeypatch.setattr(addresses, "SITE", SITE)
    monkeypatch.setattr(addresses, "REPOSITORY", "https://git.example/torchlint")
    settings = yaml.safe_load(site.configuration())
    assert (settings["site_url"], settings["repo_url"]) == (SITE, "https://git.example/torchlint")


def test_every_rule_has_its_page_where_its_address_says(pages: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "SITE", SITE)
    rules = [*builtin_rules().values(), *DIAGNOSTICS.values()]
    known = {f"{SITE}{page.removesuffix('.md')}/" for page in pages}
    assert {address_of(rule) for rule in rules} <= known
    for rule in rules:
        title, standing, *_ = pages[f"rules/{rule.name}.md"].split("\n\n")
        assert title == f"# {rule.name}"
        assert standing.startswith(f"group [{rule.group}](index.md#{rule.group}) · severity {rule.severity} · ")
        assert f"[`{rule.name}`]({rule.name}.md)" in pages["rules/index.md"]


def test_a_rules_page_says_what_can_be_done(pages: dict[str, str]) -> None:
    page = pages["rules/loss-accumulates-graph.md"]
    assert "on by default · fix safe · [`--verify` settles it](#what-a-run-would-show)" in page
    assert (ROOT / "rules/loss_accumulates_graph/bad.py").read_text(encoding="utf-8") in page


def test_no_link_of_the_site_leads_nowhere(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        for target in targets(text):
            path, _, anchor = target.partition("#")
            if re.match(r"https?:", target):
                continue  # elsewhere
            page = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            assert page in pages, (name, target)
            assert not anchor or anchor in anchors(pages[page]), (name, target)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_link_in_the_repository_leads_nowhere(path: Path) -> None:
    for target in targets(path.read_text(encoding="utf-8")):
        file, _, anchor = target.partition("#")
        if re.match(r"https?:", target):
            continue  # elsewhere
        place = path.parent / file if file else path
        assert place.exists(), target
        assert not anchor or anchor in anchors(place.read_text(encoding="utf-8")), target


@pytest.mark.parametrize("link", ["docs/gone.md", "../README.md", "rules/gone/README.md#fine"])
def test_a_link_that_leads_nowhere_stops_the_site(link: str) -> None:
    with pytest.raises(ValueError, match=f"README.md: {re.escape(link)} leads nowhere"):
        site._linked(f"[gone]({link})", "README.md", "index.md")


def test_links_lead_to_pages_and_files_are_named() -> None:
    folder = f"rules/{FOLDERS[0].name}"
    text = f"[a]({folder}/README.md#what-happens) [b](LICENSE) [c](https://pytorch.org) [d](#top) [e]({folder}/bad.py)"
    page = f"rules/{FOLDERS[0].name.replace('_', '-')}.md"
    wanted = f"[a]({page}#what-happens) b [c](https://pytorch.org) [d](#top) [e]({page}#badpy)"
    assert site._linked(text, "README.md", "index.md") == wanted


def test_code_has_no_links_and_no_headings() -> None:
    page = "# One `x`: [two](a.md)\n\n`[x](y)` [a\nb](c)\n\n```sh\n# no\n[x](y)\n```\n\n~~~~\n```\n[z](z)\n~~~~\n"
    assert targets(page) == ["a.md", "c"]
    assert anchors(page) == ["one-x-two"]
    assert rewritten(page, lambda target: None) == page.replace("[two](a.md)", "two").replace("[a\nb](c)", "a\nb")


def test_lists_are_indented_as_python_reads_them() -> None:
    assert deepened("- a\n  b\n  - c\n    - d\n\n```\n  e\n```\n") == (
        "- a\n    b\n    - c\n        - d\n\n```\n  e\n```\n"
    )
