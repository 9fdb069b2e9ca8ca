"""Fixes in notebooks: the lines that change, and not a byte beside them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.notebook_texts import cell, notebook
from tests.toy_rules import ALL_DIAGNOSTICS, editor, finder
from torchlint.files.source import Source, Unwritable
from torchlint.files.splice import Splice, spliced
from torchlint.finding import Edit, Span
from torchlint.fixing import Fixed, fix
from torchlint.notebooks.writing import rewritten
from torchlint.reading import read_source, write_source
from torchlint.rule import Rule

BAD = finder("wrong", "bad", "good")


def fixed(data: bytes, *rules: Rule) -> Fixed:
    catalog = {rule.name: rule for rule in (*rules, *ALL_DIAGNOSTICS)}
    rules = (*rules, *ALL_DIAGNOSTICS)
    return fix(read_source("a.ipynb", data), rules, unsafe=False, fixable=lambda name: True, catalog=catalog)


def put(*edits: tuple[int, int, str]) -> Splice:
    return Splice([[Edit(Span(start, end), text)] for start, end, text in edits])


def with_code(data: bytes, old: str, new: str) -> str:
    """The JSON of a notebook after one stretch of its code has become another."""
    source = read_source("a.ipynb", data)
    start = source.text.index(old)
    after = spliced(source, put((start, start + len(old), new)))
    stored = rewritten(source, after)
    again = read_source("a.ipynb", stored.encode())
    assert (again.text, again.cells) == (after.text, after.cells)
    return stored


STYLES = [
    {"indent": 1},
    {"indent": None},
    {"indent": 4},
    {"indent": None, "separators": (",", ":")},
    {"indent": 2, "ensure_ascii": False},
]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("in_lines", [True, False])
def test_only_what_was_edited_changes(style: dict[str, Any], in_lines: bool) -> None:
    code = 'import torch\n"ä \\t €"\nx = bad\ny = "😀"'
    source = code.splitlines(keepends=True) if in_lines else code
    cells = [cell("bad", "markdown"), cell(source, outputs=[{"text": "bad"}]), cell("bad = 1")]
    data = json.dumps({"cells": cells, "metadata": {"x": "bad"}, "nbformat": 4}, **style).encode() + b"\n\n"
    result = fixed(data, BAD)
    wanted = data.replace(b"x = bad", b"x = good").replace(b'bad = 1"', b'good = 1"')
    assert result.checked.source.encoded() == wanted
    assert (dict(result.applied), result.rolled_back) == ({"wrong": 2}, ())


def test_lines_that_come_and_go_are_strings_of_their_own() -> None:
    data = notebook(cell(["import torch\n", "x = 1\n", "y = 2"]))
    text = data.decode()
    assert with_code(data, "x = 1", "with torch.no_grad():\n    x = 1") == text.replace(
        '"x = 1\\n",', '"with torch.no_grad():\\n",\n    "    x = 1\\n",'
    )
    assert with_code(data, "x = 1\n", "") == text.replace('\n    "x = 1\\n",', "")
    assert with_code(data, "import torch\n", "") == text.replace('"import torch\\n",\n    ', "")
    assert with_code(data, "\ny = 2", "") == text.replace('"x = 1\\n",\n    "y = 2"', '"x = 1"')
    assert with_code(data, "y = 2", "y = 2\nz = 3") == text.replace('"y = 2"', '"y = 2\\n",\n    "z = 3"')
    assert with_code(data, "import", "# a\nimport") == text.replace('"import', '"# a\\n",\n    "import')
    assert with_code(data, "import torch\nx = 1\ny = 2", "") == text.replace(
        '"import torch\\n",\n    "x = 1\\n",\n    "y = 2"', ""
    )


def test_a_list_of_one_string_grows_like_its_neighbours() -> None:
    data = notebook(cell(["x = 1"]))
    assert '"source": [\n    "x = 1\\n",\n    "y = 2"\n   ]' in with_code(data, "x = 1", "x = 1\ny = 2")
    assert '["x = 1\\n", "y = 2"]' in with_code(json.dumps(json.loads(data)).encode(), "x = 1", "x = 1\ny = 2")


def test_strings_that_are_no_lines_are_made_lines() -> None:
    data = notebook(cell(["import to", "rch\nx", " = 1\ny = 2"]))
    assert json.loads(with_code(data, "x = 1", "x = 3"))["cells"][0]["source"] == ["import torch\n", "x = 3\n", "y = 2"]


def test_escapes_that_were_not_edited_stay_as_they_are() -> None:
    data = rb'{"cells": [{"cell_type": "code", "source": ["a = \"\u00e4\/\"\n", "b = bad"]}]}'
    assert with_code(data, "bad", "'ö'") == data.decode().replace("bad", r"'\u00f6'")


def test_any_edits_of_any_notebook() -> None:
    """What is written is read back as what was meant, and all other cells are what they were to the byte."""
    chance = random.Random(0)
    pieces = ["x = 1\n", "é", "\n", "\r\n", '"', "\\", "\t", "😀", "y", "\u2028", "  "]
    for _ in range(400):
        codes = ["".join(chance.choices(pieces, k=chance.randrange(8))) for _ in range(3)]
        cells = [cell(code.splitlines(keepends=True) if chance.random() < 0.7 else code) for code in codes]
        whole = {"cells": cells, "metadata": {}, "nbformat": 4}
        data = json.dumps(whole, indent=chance.choice((None, 1)), ensure_ascii=chance.random() < 0.5).encode()
        source = read_source("a.ipynb", data)
        one = chance.choice(source.cells or ())
        low, high = sorted(chance.choices(range(one.start, one.end + 1), k=2))
        after = spliced(source, put((low, high, "".join(chance.choices(pieces, k=3)))))
        stored = rewritten(source, after)
        again = read_source("a.ipynb", stored.encode())
        if cells[one.number - 1]["source"] == []:
            assert stored == source.stored  # an empty list has no place to write to
            continue
        assert (again.text, again.cells) == (after.text, after.cells)
        others = [at for at in range(3) if at != one.number - 1]
        old, new = json.loads(data)["cells"], json.loads(stored)["cells"]
        assert [old[at] for at in others] == [new[at] for at in others]


def test_an_edit_between_cells_is_taken_back() -> None:
    outside = editor("outside", "bad", lambda match: [Edit(Span(0, 1), "x")])
    (finding,) = fixed(notebook("import torch\nbad"), outside).rolled_back
    assert finding.message == "the fix of `outside` was reverted: its edits lie outside the cells"


def test_a_fix_that_would_replace_a_magic_is_not_made() -> None:
    whole = editor("whole", "(?s)if bad:.*inline", lambda match: [Edit(Span(*match.span()), "good")])
    data = notebook("import torch\nbad = 1\nif bad:\n    %matplotlib inline")
    result = fixed(data, whole)
    assert (result.applied, result.rolled_back) == ((), ())
    assert result.checked.source.encoded() == data
    beside = fixed(data, finder("wrong", "bad = 1", "worse = 1"))
    assert beside.checked.source.encoded() == data.replace(b"bad = 1", b"worse = 1")


def test_a_fix_that_makes_a_cell_unreadable_is_taken_back() -> None:
    broken, good = finder("broken", "worse", "("), finder("wrong", "bad", "good")
    result = fixed(notebook("import torch", "x = worse", "x = bad"), broken, good)
    assert [finding.message for finding in result.rolled_back] == [
        "the fix of `broken` was reverted: the fixed code is not valid Python"
    ]
    assert dict(result.applied) == {"wrong": 1}


def test_a_cell_that_was_unreadable_before_hinders_nothing() -> None:
    data = notebook("import torch", "def (", "x = bad")
    assert fixed(data, BAD).checked.source.encoded() == data.replace(b"bad", b"good")


def test_a_notebook_on_the_disk(tmp_path: Path) -> None:
    path, data = tmp_path / "a.ipynb", b"\xef\xbb\xbf" + notebook("import torch\nx = bad")
    path.write_bytes(data)
    source = read_source(str(path))
    result = fix(source, [BAD], unsafe=False, fixable=lambda name: True)
    write_source(source, result.checked.source)
    assert path.read_bytes() == data.replace(b"bad", b"good")
    with pytest.raises(Unwritable, match="changed since it was read"):
        write_source(source, result.checked.source)


def test_code_that_the_json_would_not_hold_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    path.write_bytes(notebook("import torch"))
    source: Source = read_source(str(path))
    with pytest.raises(Unwritable, match="can't be written into the notebook"):
        write_source(source, replace(source, text=source.text.replace("torch", "other")))
    assert path.read_bytes() == notebook("import torch")
