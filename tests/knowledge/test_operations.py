"""The table of operations: each name is PyTorch's, each column has a use, and no other file keeps such a table."""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast, get_args

import pytest

from torchlint.knowledge import operations, torch_api

ROOT = Path(__file__).parent.parent.parent
TABLE = operations.parse((ROOT / "torchlint" / "data" / "torch_operations.txt").read_text(encoding="utf-8"))


def test_each_name_is_in_the_generated_table() -> None:
    missing = [
        f"{section}: {name}"
        for section, names in TABLE.names.items()
        for name in names
        if not any(torch_api.fact(f"{namespace}.{name}") for namespace in TABLE.namespaces[section])
    ]
    assert not missing


def test_the_columns_are_those_that_mypy_knows() -> None:
    written = {column for columns in TABLE.columns.values() for column in columns}
    assert written == set(get_args(operations.Column))
    assert set(TABLE.columns) == set(get_args(operations.Section))


def test_no_name_is_listed_twice() -> None:
    text = (ROOT / "torchlint" / "data" / "torch_operations.txt").read_text(encoding="utf-8")
    listed = [
        (namespaces[0], column, name)
        for namespaces, column, names in operations.lines(text)
        for name in (*_brought(namespaces[0], names), *(name for name in names if not name.startswith("+")))
    ]
    assert len(listed) > 700
    assert not [entry for entry, times in Counter(listed).items() if times > 1]


def _brought(section: str, names: list[str]) -> frozenset[str]:
    """The names of the columns that a line includes."""
    columns = {str(column): known for column, known in TABLE.columns[cast(operations.Section, section)].items()}
    return frozenset().union(*(columns[name[1:]] for name in names if name.startswith("+")))


def test_no_two_columns_say_the_same() -> None:
    for section, columns in TABLE.columns.items():
        assert len(set(columns.values())) == len(columns), section


def test_each_column_and_each_section_is_explained() -> None:
    page = operations.__doc__ or ""
    assert set(get_args(operations.Column)) <= set(re.split(r"[^\w-]+", page))
    assert [section for section in get_args(operations.Section)[1:] if section not in page] == []


_QUERIES = {"operations": 0, "full_names": 0, "full_names_in_place": 0, "has_column": 1}


def asked_for(source: str) -> Iterator[tuple[str, str]]:
    """The columns that a file asks for, each with its section; "*" where that is not written beside it."""
    by_hand = (ast.Compare, ast.BinOp) if "columns_of" in source else ()
    for node in ast.walk(ast.parse(source)):
        section, given = "*", list[ast.expr]()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _QUERIES:
            of = next((k.value for k in node.keywords if k.arg == "of"), ast.Constant("torch.Tensor"))
            section = str(of.value) if isinstance(of, ast.Constant) else "*"
            given = node.args[_QUERIES[node.func.id] :]
        elif isinstance(node, ast.AnnAssign) and "Column" in ast.unparse(node.annotation) and node.value:
            given = [node.value]
        elif isinstance(node, by_hand) and "columns" in ast.unparse(node):
            given = [node]
        words = (inner.value for each in given for inner in ast.walk(each) if isinstance(inner, ast.Constant))
        yield from ((section, word) for word in words if isinstance(word, str))


def test_each_column_is_asked_for() -> None:
    paths = (*_sources(), *(ROOT / "torchlint" / "knowledge").rglob("*.py"))
    sources = [path.read_text(encoding="utf-8") for path in paths]
    asked = {
        pair for source in sources if "Column" in source or "operations import" in source for pair in asked_for(source)
    }
    unused = [
        f"{section}: {column}"
        for section, columns in TABLE.columns.items()
        for column in columns
        if not {(section, column), ("*", column)} & asked
    ]
    assert not unused


def test_what_asking_for_a_column_is() -> None:
    assert list(asked_for('has_column("reshape", "cast")')) == [("torch.Tensor", "cast")]
    assert list(asked_for('KEPT: tuple[Column, ...] = (*VIEWS, "copy")')) == [("*", "copy")]
    assert list(asked_for('operations("move", of="torch.nn.Module")')) == [("torch.nn.Module", "move")]
    assert not list(asked_for('Column = Literal["copy"]'))


def test_a_column_includes_others() -> None:
    table = operations.parse("torch.Tensor torch\n# Numbers.\n root: sqrt\n unary: +root exp\n")
    assert table.columns == {"torch.Tensor": {"root": {"sqrt"}, "unary": {"sqrt", "exp"}}}
    assert table.names["torch.Tensor"]["sqrt"] == {"root", "unary"}


def test_a_name_in_place_has_the_columns_of_its_operation() -> None:
    assert operations.has_column("relu_", "relu")
    assert operations.has_column("squeeze_", "reshape")
    assert operations.has_column("detach_", "detach", "mark")
    assert not operations.has_column("normal_", "create-anew")  # torch.normal makes a tensor
    assert not operations.columns_of("sum_")  # PyTorch has none
    assert not operations.has_column("relu_", "sigmoid")
    assert not operations.has_column("_", "reshape")


def test_spellings_are_documented_names() -> None:
    assert set(operations.spellings("where")) == {"torch.Tensor.where", "torch.where"}
    assert "torch.nn.LSTM" in operations.full_names("recurrent", of="torch.nn")


# Python's own words, which are names of operations too: `max`, `float`, `append`, `copy`.
_PYTHONS = frozenset(dir(builtins)).union(*(dir(t) for t in (str, bytes, int, float, list, dict, set, tuple)))
# What observes a run imports nothing of torchlint, so that it has tables of its own.
_ALONE = ROOT / "torchlint" / "verify" / "runtime"


# Nobody writes the names of these namespaces without theirs: `constraints.positive`.
_NEVER_BARE = ("torch.distributions.constraints.", "torch.signal.windows.")


def _names() -> frozenset[str]:
    return frozenset(n.rpartition(".")[2] for n in torch_api.names() if not n.startswith(_NEVER_BARE)) - _PYTHONS


def tables(source: str, known: frozenset[str]) -> Iterator[tuple[int, list[str]]]:
    """The collections, written out, of three or more names of PyTorch that are most of them: their lines and names."""
    module = ast.parse(source)
    types = {node.slice for node in ast.walk(module) if isinstance(node, ast.Subscript)}  # `Literal["step", ...]`
    annotated = (n for n in ast.walk(module) if isinstance(n, ast.AnnAssign) and "Column" in ast.unparse(n.annotation))
    columns = {inner for assign in annotated for inner in ast.walk(assign)}  # mypy knows these for columns
    for node in ast.walk(module):
        if node in types or node in columns:
            continue
        if isinstance(node, (ast.Set, ast.List, ast.Tuple, ast.Dict)):
            elements = [k for k in node.keys if k] if isinstance(node, ast.Dict) else node.elts
            words = [e.value for e in elements if isinstance(e, ast.Constant) and isinstance(e.value, str)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
            text = node.func.value
            words = text.value.split() if isinstance(text, ast.Constant) and isinstance(text.value, str) else []
        else:
            continue
        found = [word for word in words if word in known or (word.startswith("torch.") and torch_api.fact(word))]
        if len(found) >= 3 and 2 * len(found) > len(words):
            yield node.lineno, found


def _sources() -> list[Path]:
    floors = [p for p in (ROOT / "torchlint").rglob("*.py") if "knowledge" not in p.parts and _ALONE not in p.parents]
    rules = [p for p in (ROOT / "rules").rglob("*.py") if p.parent.name != "cases" and p.stem not in ("bad", "good")]
    return sorted(floors + rules)


def test_no_other_file_keeps_a_table_of_operations() -> None:
    known = _names()
    found = [
        f"{path.relative_to(ROOT)}:{line}: {' '.join(names)}"
        for path in _sources()
        for line, names in tables(path.read_text(encoding="utf-8"), known)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("source", "is_table"),
    [
        ('KEEP = frozenset(("view", "reshape", "squeeze"))', True),
        ('KEEP = frozenset("view reshape squeeze".split())', True),
        ('ROOTS = {"torch.sqrt": 1, "torch.rsqrt": 2, "torch.Tensor.sqrt": 3}', True),
        ('KEEP = ("view", "reshape")', False),
        ('KEEP: tuple[Column, ...] = ("reshape", "transpose", "select")', False),
        ('SIZES = ("max", "min", "sum", "len")', False),
        ('Deed = Literal["forward", "backward", "zero_grad", "step"]', False),
        ('SAYS = {"positive": 1, "nonnegative": 2, "nonzero": 3, "cosine": 4}', False),
    ],
)
def test_what_a_table_is(source: str, *, is_table: bool) -> None:
    assert bool(list(tables(source, _names()))) is is_table
