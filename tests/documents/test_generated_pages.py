"""The pages for contributors are true: what is made from the code is up to date, and what they name is there."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from tests.conftest import QUICK
from tests.rule_folders import ROOT
from tools import architecture, queries, query_code, rule_pages
from torchlint import proofs
from torchlint.queries import File


def test_the_picture_of_the_imports_is_up_to_date() -> None:
    page = architecture.PAGE.read_text(encoding="utf-8")
    assert page == architecture.refreshed(page), "run `python -m tools.architecture --write`"


def test_what_a_rule_can_ask_is_up_to_date() -> None:
    assert queries.PAGE.read_text(encoding="utf-8") == queries.page(), "run `python -m tools.queries --write`"


def test_the_pages_of_rules_and_symptoms_are_up_to_date() -> None:
    assert rule_pages.main([]) == 0, "run `python -m tools.rule_pages --write`"


def test_the_picture_shows_imports_once_and_circles_as_one_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """`top` imports `low` by way of the circle, which is drawn; its own arrow to `low` is not."""
    graph = {floor: {"low"} for floor in architecture.FLOORS}
    graph |= {"top": {"one", "low"}, "one": {"two"}, "two": {"one", "low"}, "low": {"finding"}, "finding": set()}
    monkeypatch.setattr(architecture, "imports", lambda: graph)
    arrows = [line.strip() for line in architecture.picture().splitlines() if "-->" in line]
    assert [arrow for arrow in arrows if "top" in arrow or "one" in arrow] == [
        "box_one_two --> box_low",
        "box_top --> box_one_two",
    ]
    assert not any("finding" in arrow for arrow in arrows)


def test_an_import_in_a_function_is_drawn() -> None:
    """`lint.py` imports the queries late."""
    assert "queries" in architecture.imports()["lint"]


def test_every_query_and_proof_is_on_the_page() -> None:
    page = queries.page()
    asked = [(topic, place.name) for topic, places in query_code.topics().items() for place in places]
    assert len(asked) > 20
    missing = [name for topic, name in asked if not re.search(rf"^### ({topic}\.)?{name}$", page, flags=re.MULTILINE)]
    assert missing == []
    made = [name for name, each in vars(proofs).items() if getattr(each, "__module__", "") == proofs.__name__]
    public = [name for name in made if name[0].islower()]
    assert len(public) > 20
    assert [name for name in public if f"\n- `{name}(" not in page] == []


def test_a_query_is_shown_with_its_result_and_a_piece_of_a_rule() -> None:
    entry = sections()["### gradients.running_sums"]
    assert "```python\nrunning_sums(file: File) -> " in entry
    assert "From [`loss-accumulates-graph`](../rules/loss_accumulates_graph/README.md):" in entry
    assert "for total in gradients.running_sums(file):" in entry
    assert "### AccumulationView" in sections()


@cache
def sections() -> dict[str, str]:
    """The entries of docs/queries.md that show a query or a class, by their headings."""
    parts = re.split(r"\n(?=###? )", queries.page())
    shown = {part.partition("\n")[0]: part for part in parts}
    return {name: part for name, part in shown.items() if name.startswith("### ") or name[3:] in queries.VIEWS}


def test_every_query_and_view_has_a_docstring_and_an_example() -> None:
    missing = []
    for name, part in sections().items():
        is_query = "." in name
        text = re.sub(r"```.*?```", "", part.partition("\n")[2], flags=re.DOTALL).strip()
        if not text or text.startswith(("From [", "- `", "It has all")):
            missing.append(f"{name}: docstring")
        if part.count("```python") < 1 + is_query:  # a query's signature is code, too
            missing.append(f"{name}: example")
    assert len(sections()) > 80
    assert missing == []


def test_every_member_of_a_view_is_described() -> None:
    members = [line for part in sections().values() for line in part.splitlines() if line.startswith("- `")]
    assert len(members) > 200
    assert [line for line in members if not re.match(r"- `[^`]+`: \S", line)] == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_path_that_a_page_names_is_there(name: str) -> None:
    """Links are held elsewhere; this is about commands, and names in backticks."""
    page = (ROOT / name).read_text(encoding="utf-8")
    paths = set(re.findall(r"(?<![\w/.])(?:tests|torchlint|benchmarks|tools)/[\w/]*(?:\.py|/(?=[`\s]))", page))
    assert len(paths) > 1
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/queries.md"])
def test_every_import_that_a_page_shows_works(name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    shown = set(re.findall(r"from (torchlint[\w.]*) import (\w+(?:, \w+)*)", page))
    assert len(shown) > 2
    for module, names in shown:
        exec(f"from {module} import {names}", {})


def test_the_detector_of_the_guide_works() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (code,) = [block for block in re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL) if "@query" in block]
    names: dict[str, Any] = {}
    exec(code, names)
    file = File("one.py", "import torch\n\nx = torch.ones(3)\nx.cuda()\ny = x.cpu()\n")
    assert [move.text for move in names["dropped_moves"](file)] == ["x.cuda()"]


def test_the_quick_tests_exist() -> None:
    assert all(path.exists() for path in QUICK)
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "python -m pytest -q -m quick" in (ROOT / name).read_text(encoding="utf-8")
