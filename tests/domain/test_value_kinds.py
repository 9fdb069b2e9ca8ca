"""The words by which values, the places that they have passed and the steps of training differ are closed sets.

mypy checks each value that is made, each `==` and each set that is declared; of `kind in ("tensor", "output")` it
checks nothing, so the strings of every comparison are checked here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from tests.rule_folders import FOLDERS, ROOT
from torchlint.binding import definitions
from torchlint.domain.kinds import ValueKind
from torchlint.domain.origins import Origin, OriginKind
from torchlint.domain.values import UNKNOWN, Value
from torchlint.flow.facts import PrecisionFact
from torchlint.flow.training_trace import By, ExitKind, Step, StepKind
from torchlint.knowledge import scores, torch_api
from torchlint.syntax import tree

# Every attribute with such words, and those of all classes that have an attribute of this name.
WORDS = {
    "kind": {
        *get_args(ValueKind),
        *get_args(torch_api.Kind),
        *get_args(definitions.Kind),
        *get_args(scores.Kind),
        *get_args(get_type_hints(tree.Parameter)["kind"]),
        *get_args(get_type_hints(tree.Comprehension)["kind"]),
    },
    "what": {
        *get_args(OriginKind),
        *get_args(StepKind),
        *get_args(ExitKind),
        *(word for words in get_args(get_type_hints(PrecisionFact)["what"]) for word in get_args(words)),
    },
    "by": set(get_args(By)),
}


def sources() -> Iterator[Path]:
    """The files that compare values: the floors above the lattice, and the rules."""
    for floor in ("domain", "knowledge", "binding", "flow", "queries"):
        yield from sorted((ROOT / "torchlint" / floor).rglob("*.py"))
    for folder in FOLDERS:
        yield from sorted(path for path in folder.glob("*.py") if path.name not in ("bad.py", "good.py"))


def _elements(node: ast.expr) -> list[ast.expr]:
    """What is inside a set that is written out or computed; else the expression itself."""
    if isinstance(node, ast.SetComp):
        return [node.elt]
    return node.elts if isinstance(node, ast.Set) else [node]


def _words(node: ast.expr) -> Iterator[str]:
    """The strings that an expression is, or that stand in a tuple or set of them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        for element in node.elts:
            yield from _words(element)


def compared(code: str) -> Iterator[tuple[str, str]]:
    """Each string that a program compares an attribute with, and the attribute's name."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            inside = [part for side in sides for part in _elements(side)]
            names = {part.attr for part in inside if isinstance(part, ast.Attribute)}
            for name in sorted(names & set(WORDS)):
                yield from ((name, word) for side in sides for word in _words(side))


def declared(code: str) -> set[str]:
    """The words of the closed sets that a file declares for itself."""
    literals = [n.slice for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Subscript) and _is_literal(n.value)]
    return {word for literal in literals for word in _words(literal)}


def _is_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "Literal"


def test_every_word_that_code_compares_with_is_one() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {name} {word!r}"
        for path in sources()
        for code in [path.read_text(encoding="utf-8")]
        for own in [declared(code)]
        for name, word in compared(code)
        if word not in WORDS[name] | own
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ('value.kind == "modul"', "modul"),
        ('a.value.kind not in ("tensor", "outptu")', "outptu"),
        ('step.what in ("step", "backwards")', "backwards"),
        ('{"backward", "stop"} <= {step.what for step in steps}', "stop"),
        ('step.by == "closer"', "closer"),
        ('{a.kind, b.kind} == {"number", "tensr"}', "tensr"),
    ],
)
def test_a_misspelt_word_is_seen(code: str, word: str) -> None:
    assert [found for name, found in compared(code) if found not in WORDS[name]] == [word]


def misspelt(node: tree.Node) -> None:
    """What mypy must not accept: where one of these is no error any more, it says that its comment is not needed."""
    _ = UNKNOWN.kind == "modul"  # type: ignore[comparison-overlap]
    _ = next(iter(UNKNOWN.origins)).what == "foward"  # type: ignore[comparison-overlap]
    Value("tensr")  # type: ignore[call-overload]
    Value("dict")  # type: ignore[call-overload]
    Value("dict", ref="torch.nn.Linear")  # type: ignore[call-overload]
    Value("external", ref={})  # type: ignore[call-overload]
    Value("module", ref=("sequential", UNKNOWN))  # type: ignore[call-overload]
    Value("tensor", ref="torch.Tensor")  # type: ignore[call-overload]
    UNKNOWN.replace(ref=None)  # type: ignore[call-arg]
    _ = UNKNOWN.ref[1:]  # type: ignore[index]
    UNKNOWN.replace(kind="tensor")  # type: ignore[call-arg]
    Origin("foward", node, ())  # type: ignore[arg-type]
    Step("stop", node, UNKNOWN)  # type: ignore[arg-type]
    UNKNOWN.replace(mad_by="relu")  # type: ignore[call-arg]
