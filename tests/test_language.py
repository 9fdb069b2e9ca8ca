"""What a machine can hold of docs/writing.md: lengths, forms, names in full, and phrases that read as translated."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rule_folders import FOLDERS, ROOT, name_of
from tests.test_house import check_of, literal_text, messages, paragraphs, text

each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
MOST_OF_SUMMARY, MOST_OF_PLACE, MOST_OF_TITLE = 110, 60, 50
# One quotes the phrases; the others are made from docstrings of the code.
EXEMPT = ("writing.md", "queries.md", "architecture.md")
PAGES = sorted(path for path in (ROOT / "docs").glob("*.md") if path.name not in EXEMPT)

_COMPARED = "(?:longer|more|fewer|less|better|worse|different|larger|bigger|smaller)"
# Never good English in the sense in which we wrote them.
PHRASES = (
    r"(?:is|are|was|were|be|not|none is) told(?! apart)",
    r"told of",
    r"speaks? (?:of|where)",
    r"says? of",
    r"keeps? quiet",
    r"stands(?! for| out| in for)",
    r"anew",
    r"hangs? on (?:the|whether|how|which|what|where)",
    r"what is there",
    r"(?:comes|came) (?:by|of)",
    rf"(?<!there )(?<!this )(?<!that )(?:is|are) no(?= \w)(?! {_COMPARED})",
    r"(?:is|are) none (?:of|for|to)",
    r"at the least",
    r"on (?:one|some|both|every) ways?",
    r"turn (?:it|them) round",
    r"give(?:s|n)? back",
    r"shall",
    r"has it now",
    r"taken? back",
    r"c[ao]mes? to (?:its|their|an) end",
    r"end(?:ed|s)? well",
    r"on trial",
    r"least severity",
    r"yours to (?:say|judge)",
    r"lie on each other",
    r"wants? a gradient",
    r"(?:nobody|who) knows",
    r"for ever",
    r"gone through",
    r"goe?s? over",
    r"hand(?:s|ed) on",
    r"does not go with",
)
BANNED = re.compile("|".join(rf"\b(?:{phrase})(?!\w)" for phrase in PHRASES), re.IGNORECASE)
CUT = re.compile(r"`(?:cuda|amp|utils|distributed|backends|multiprocessing|autograd|nn\.functional|checkpoint)\.\w+")
# Where users read what the code says: errors, help, verdicts, reports, parts of messages. The analysis says nothing.
SPEAKING = sorted(
    path
    for path in (ROOT / "torchlint").rglob("*.py")
    if path.relative_to(ROOT).parts[1] not in ("binding", "domain", "flow", "syntax")
)
# What stands behind the end of a test in a rule, which `--why-not` shows.
REASON = re.compile(r"^ +(?:continue|break|return\b[^#\n]*) +# (.*)$", re.MULTILINE)
CAPITALS = frozenset("Adam Python Lightning Accelerate Dropout".split())  # a message may begin with these names


def without_code(page: str) -> str:
    """The prose of a page: no fenced blocks, no code in backticks, no addresses."""
    page = re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]+`|\]\([^)]*\)|<!--.*?-->", "", page, flags=re.DOTALL)


def calls_of(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name in (getattr(node.func, "id", None), getattr(node.func, "attr", None)):
            yield node


def first_texts(tree: ast.AST, name: str) -> list[str]:
    """The literal first arguments of the calls of one name, such as the titles of `Fix`."""
    given = [call.args[0] for call in calls_of(tree, name) if call.args]
    choices = [one for each in given for one in ((each.body, each.orelse) if isinstance(each, ast.IfExp) else (each,))]
    return [literal_text(one) for one in choices if isinstance(one, ast.Constant | ast.JoinedStr)]


def prose_of(tree: ast.AST) -> list[str]:
    """All literal text with a blank in it that is not a docstring: what messages are put together from."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr)]
    texts = [literal_text(node) for node in nodes if id(node) not in docs | inside]
    return [one for one in texts if " " in one]


def trees(folder: Path) -> list[ast.Module]:
    return [ast.parse(text(path)) for path in sorted(folder.glob("*.py")) if path.name not in ("bad.py", "good.py")]


def faults(said: str) -> list[str]:
    return [match[0] for match in BANNED.finditer(" ".join(said.split()))]


@each_folder
def test_a_summary_makes_sense_in_a_table(folder: Path) -> None:
    summary = ast.get_docstring(check_of(folder)) or ""
    assert len(summary) <= MOST_OF_SUMMARY, f"{len(summary)} characters: {summary}"
    assert summary[:1].isupper() or summary.startswith("`"), summary
    assert not faults(summary), summary


@each_folder
def test_code_says_nothing_in_our_old_phrases(folder: Path) -> None:
    for tree in trees(folder):
        for said in prose_of(tree):
            assert not faults(said), f"{faults(said)} in {said!r}"
            assert not CUT.search(said), f"a name is cut: {CUT.findall(said)} in {said!r}"


@each_folder
def test_reasons_that_why_not_shows_read_well(folder: Path) -> None:
    for path in (path for path in folder.glob("*.py") if path.name not in ("bad.py", "good.py")):
        for reason in REASON.findall(text(path)):
            assert not faults(reason), f"{faults(reason)} in {reason!r}"


def test_what_users_read_of_our_code_reads_well() -> None:
    # Docstrings, comments, and line ends within a text: if nothing is found without them, there is nothing to parse.
    aside = re.compile(r"""^ *\"{3}.*?\"{3}|#.*?$|["']\n *f?["']""", re.MULTILINE | re.DOTALL)
    for path in SPEAKING:
        written = text(path)
        left = aside.sub("", written)
        if not BANNED.search(left) and not CUT.search(left):
            continue
        for said in prose_of(ast.parse(written)):
            assert not faults(said), f"{path.relative_to(ROOT)}: {faults(said)} in {said!r}"
            assert not CUT.search(said), f"{path.relative_to(ROOT)}: a name is cut in {said!r}"


@each_folder
def test_a_message_begins_with_a_name_or_in_lower_case(folder: Path) -> None:
    for tree in trees(folder):
        for said in map(literal_text, messages(tree)):
            first = re.match(r"[A-Z][a-z]+(?= )", said)
            assert first is None or first[0] in CAPITALS, said


@each_folder
def test_a_fix_is_an_imperative(folder: Path) -> None:
    for tree in trees(folder):
        for title in first_texts(tree, "Fix"):
            assert title[0].isupper(), f"begins with a capital: {title}"
            assert not title.endswith("."), f"no full stop: {title}"
            assert len(title) <= MOST_OF_TITLE, f"{len(title)} characters: {title}"


@each_folder
def test_a_related_place_is_a_label(folder: Path) -> None:
    for tree in trees(folder):
        for label in first_texts(tree, "says"):
            assert not label[:1].isupper() or not label[1:2].islower(), f"begins in lower case: {label}"
            assert not label.endswith("."), f"no full stop: {label}"
            assert len(label) <= MOST_OF_PLACE, f"{len(label)} characters: {label}"


@each_folder
def test_the_page_of_a_rule_reads_well(folder: Path) -> None:
    _title, *rest = paragraphs(without_code(text(folder / "README.md")))  # the title is a name
    for paragraph in rest:
        assert not faults(paragraph), f"{faults(paragraph)} in {paragraph!r}"


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES], ids=lambda path: path.name)
def test_a_page_of_the_docs_reads_well(page: Path) -> None:
    for paragraph in paragraphs(without_code(text(page))):
        assert not faults(paragraph), f"{faults(paragraph)} in {paragraph!r}"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("only what is clipped is told", ["is told"]),
        ("a mask is no tensor", ["is no"]),
        ("there is no fix, and it is no longer slow", []),
        ("a name that stands there", ["stands"]),
        ("DDP stands for DistributedDataParallel", []),
        ("each module is made anew", ["anew"]),
        ("a layer whose name starts with shallow", []),
    ],
)
def test_phrases_are_found(said: str, found: list[str]) -> None:
    assert faults(said) == found


def test_texts_in_code_are_read() -> None:
    tree = ast.parse(
        '"""Doc string."""\nx = f"`{a}` is told {b}"\nFix("Do " f"{it} now", e)\ny.says("a b" if c else "d e")'
    )
    assert prose_of(tree) == ["`` is told ", "Do  now", "a b", "d e"]
    assert first_texts(tree, "Fix") == ["Do  now"]
    assert first_texts(tree, "says") == ["a b", "d e"]


def test_cut_names_are_seen() -> None:
    assert CUT.search("`cuda.amp.autocast` is deprecated")
    assert not CUT.search("`torch.cuda.amp.autocast` is deprecated")
