"""What the model says of expressions in users' code, against the comments in tests/reveal that say what they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from torchlint.domain.description import describe
from torchlint.files.source import Lines
from torchlint.flow import fixpoint
from torchlint.project.project_files import ProjectFiles
from torchlint.reading import read_source, text_of
from torchlint.syntax import cst_parser, tree

FILES = sorted((Path(__file__).parent.parent / "reveal").glob("*.py"))
_SAYS = re.compile(r"[ ]*#[ ]*(.+)")


class Reveal(NamedTuple):
    """One `reveal(expression)  # what it is`."""

    row: int
    expression: str
    expected: str
    found: str


def reveals(text: str) -> list[Reveal]:
    """Every reveal of a text with what the model says; an expression that the model never reached is "unreached"."""
    return _said(text, lambda syntax: fixpoint.analyse(syntax))


def reveals_in(folder: Path, program: str, name: str = "program", **others: str) -> list[Reveal]:
    """The same of a file in a project that has these other files."""
    texts = {name: program, **others}
    for file, text in texts.items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / f"{file}.py").write_text(text, encoding="utf-8")
    paths = [str(folder / f"{file}.py") for file in texts]
    configuration = [str(path) for path in sorted(folder.rglob("*.yaml"))]
    around = ProjectFiles(str(folder), text_of, lambda: paths, config_files=lambda: configuration)
    return _said(program, lambda syntax: fixpoint.analyse(syntax, around.place(paths[0]), around))


def _said(text: str, analyse: Callable[[tree.Tree], fixpoint.Analysis]) -> list[Reveal]:
    syntax = cst_parser.parse(text)
    values = analyse(syntax).facts.values
    lines = Lines(text)
    found = []
    for call in syntax.all(tree.Call):
        if isinstance(call.func, tree.Name) and call.func.id == "reveal":
            row, column = lines.place(call.end)
            comment = _SAYS.fullmatch(lines.line(row)[column - 1 :])
            (argument,) = call.args
            value = values.get(argument.value)
            said = "unreached" if value is None else describe(value)
            found.append(Reveal(row, syntax.text_of(argument), comment[1] if comment else "", said))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reveals(path: Path) -> None:
    found = reveals(read_source(str(path)).text)
    assert found, "a file of reveals without a reveal"
    wrong = [
        f"{path.name}:{one.row}: `{one.expression}` is `{one.found}`, not `{one.expected}`"
        for one in found
        if one.found != one.expected
    ]
    assert not wrong, "\n" + "\n".join(wrong)


def test_every_theme_is_there() -> None:
    assert len(FILES) > 10


def test_a_comment_is_compared_with_what_the_model_says() -> None:
    text = (
        "import torch\nx = torch.tensor(1)\nreveal(x)  # number\nreveal(x)\ndef f():\n    return\n    reveal(x)  # a\n"
    )
    assert reveals(text) == [
        Reveal(3, "x", "number", "tensor, no grad"),
        Reveal(4, "x", "", "tensor, no grad"),
        Reveal(7, "x", "a", "unreached"),
    ]
