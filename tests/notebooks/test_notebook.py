"""Notebooks: which cells are code, what IPython adds to Python, and where in a cell something is found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.notebook_texts import PYTHON, cell, notebook
from tests.toy_rules import ALL_DIAGNOSTICS, finder, rule_of
from torchlint.baselines.fingerprint import fingerprints
from torchlint.files.source import Source, Unreadable
from torchlint.finding import Finding
from torchlint.lint import check_path
from torchlint.notebooks.cells import program
from torchlint.notebooks.magics import as_python
from torchlint.queries import File, api
from torchlint.reading import read_source
from torchlint.report.pages import Pages
from torchlint.result import Checked
from torchlint.rule import Findings, Rule


def code_of(data: bytes) -> list[tuple[int, str]]:
    """Number and text of each cell that is read as code."""
    source = read_source("a.ipynb", data)
    return [(one.number, source.text[one.start : one.end]) for one in source.cells or ()]


def run_as(*cells: str) -> tuple[list[str], list[str]]:
    """The cells as Python reads them, without blanks at the ends of rows, and why some are left out."""
    source = read_source("a.ipynb", notebook(*cells))
    text, problems = program(source)
    assert len(text) == len(source.text)
    assert [at for at, char in enumerate(text) if char in "\r\n"] == [
        at for at, char in enumerate(source.text) if char in "\r\n"
    ]
    read = [text[one.start : one.end] for one in source.cells or ()]
    return [re.sub(r"[ \t]+(?=[\r\n]|\Z)", "", one) for one in read], [one.message for one in problems]


def look(data: bytes, rules: Iterable[Rule]) -> Checked:
    return check_path("a.ipynb", (*rules, *USUAL), data)


def told(data: bytes, rules: Iterable[Rule]) -> list[str]:
    """Place and rule of what is found."""
    checked = look(data, rules)
    return [place(checked, finding) for finding in checked.findings]


def place(checked: Checked, finding: Finding) -> str:
    start = finding.span.start
    return f"{Pages(checked.source).at(start).place(start)} {finding.rule}"


USUAL = [one for one in ALL_DIAGNOSTICS if one.default]
BAD = finder("bad-name", r"\bBAD\b")


# Which cells, and their text


def test_code_cells_are_counted_among_all_cells() -> None:
    data = notebook(cell("# Title", "markdown"), "import torch", cell("x", "raw"), cell(["a = 1\n", "b = 2"]))
    assert code_of(data) == [(2, "import torch"), (4, "a = 1\nb = 2")]


def test_a_source_is_one_string_or_a_list_of_them() -> None:
    assert code_of(notebook(cell(["a\n", "b"]), cell("a\nb"), cell([]))) == [(1, "a\nb"), (2, "a\nb"), (3, "")]


def test_format_3_has_worksheets() -> None:
    sheet = {"cells": [{"cell_type": "heading", "source": "x"}, {"cell_type": "code", "input": ["a\n"]}]}
    ruby = {"cells": [{"cell_type": "code", "input": "b", "language": "ruby"}, {"cell_type": "code", "input": "c"}]}
    old = {"worksheets": [sheet, ruby], "metadata": {"name": ""}, "nbformat": 3}
    assert code_of(json.dumps(old).encode()) == [(2, "a\n"), (4, "c")]


@pytest.mark.parametrize(
    "metadata",
    [
        {"kernelspec": {"language": "julia"}},
        {"language_info": {"name": "R"}},
        {"kernelspec": {"language": "python"}, "language_info": {"name": "scala"}},
    ],
)
def test_other_kernels_are_passed_over(metadata: Any) -> None:
    data = notebook("import torch\nBAD = (", metadata=metadata)
    assert code_of(data) == []
    assert look(data, [BAD]).findings == ()


@pytest.mark.parametrize(
    "metadata",
    [{}, [], {"kernelspec": None}, {"kernelspec": {"name": "env"}}, {"language_info": {"name": "IPython"}}, PYTHON],
)
def test_without_another_language_it_is_python(metadata: Any) -> None:
    assert code_of(notebook("x", metadata=metadata)) == [(1, "x")]


def test_a_cell_may_be_in_a_language_of_its_own() -> None:
    shell = cell("ls", metadata={"vscode": {"languageId": "shellscript"}})
    assert code_of(notebook(shell, cell("x", metadata={"vscode": {"languageId": "python"}}))) == [(2, "x")]


# Bad input


def refused(data: bytes) -> tuple[str, int]:
    with pytest.raises(Unreadable) as caught:
        read_source("a.ipynb", data)
    assert [finding.rule for finding in look(data, [BAD]).findings] == ["unreadable-file"]
    assert not look(data, [BAD]).parsed
    return caught.value.message, caught.value.offset


@pytest.mark.parametrize(
    ("data", "message", "offset"),
    [
        (b"", "the file is empty, but a notebook is a JSON file", 0),
        (b" \n", "the file is empty, but a notebook is a JSON file", 0),
        (b"import torch", "a notebook is a JSON file, but this is not valid JSON: Expecting value", 0),
        (b'{"cells": [}', "a notebook is a JSON file, but this is not valid JSON: Expecting value", 11),
        (b'{"cells": []', "a notebook is a JSON file, but this is not valid JSON: Expecting ',' delimiter", 12),
        (b'{"cells": "\0"}', "a notebook is a JSON file, but this is not valid JSON: Invalid control character at", 11),
        (b"[]", "this JSON file is not a notebook", 0),
        (b"null", "this JSON file is not a notebook", 0),
        (b"{}", "this JSON file is not a notebook: it has no cells", 0),
        (b'{"cells": {}}', "this JSON file is not a notebook: its cells are not a list", 0),
        (b'{"cells": [7]}', "cell 1 of this notebook has no type", 0),
        (b'{"cells": [{"cell_type": "code"}]}', "cell 1 of this notebook has no text", 0),
        (b'{"cells": [{"cell_type": "code", "source": [1]}]}', "cell 1 of this notebook has no text", 0),
        (b'{"cells": "\xff"}', "byte 0xff is not valid UTF-8, the encoding of notebooks", 11),
        ("{}".encode("utf-16"), "byte 0xff is not valid UTF-8, the encoding of notebooks", 0),
    ],
)
def test_what_is_no_notebook_is_told(data: bytes, message: str, offset: int) -> None:
    assert refused(data) == (message, offset)


@pytest.mark.parametrize("data", [b'{"a":' * 200_000, b'{"cells": [' + b"9" * 5000 + b"]}"])
def test_json_that_breaks_its_reader_is_told(data: bytes) -> None:
    message, offset = refused(data)
    assert message.startswith("a notebook is a JSON file, but this can't be read: ")
    assert offset == 0


def test_a_missing_notebook_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"can't be read: No such file"):
        read_source(str(tmp_path / "a.ipynb"))


def test_a_byte_order_mark_is_not_text() -> None:
    assert code_of(b"\xef\xbb\xbf" + notebook("x")) == [(1, "x")]


@pytest.mark.parametrize("text", ["x = '\0'", "x = '\ud800'", "\0", "(" * 300, "x = " + "-" * 100_000 + "1"])
def test_cells_that_break_parsers_are_told(text: str) -> None:
    checked = look(notebook("import torch", text, "BAD"), [BAD])
    first, second = checked.findings
    assert (place(checked, first).split(":")[0], place(checked, second)) == ("cell 2", "cell 3:1:1 bad-name")
    assert first.rule in ("syntax-error", "unreadable-file")


# What is about PyTorch


def test_only_the_code_says_whether_torch_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = cell("x = BAD", outputs=[{"output_type": "stream", "text": ["import torch\n"]}])
    assert look(notebook(cell("torch", "markdown"), shown, "y = ("), [BAD]).findings == ()
    assert told(notebook(shown, "import torch"), [BAD]) == ["cell 1:1:5 bad-name"]


def test_the_words_of_a_rule_are_looked_for_in_the_code() -> None:
    def found_anyway(file: File) -> Findings:
        yield Finding(file.path, file.value(file.tree.root.body[0]).span, "found")

    rule = rule_of(found_anyway, "wordy", words=("backward",))
    assert told(notebook(cell("backward", "markdown"), "import torch", "!backward", "%%bash\nbackward"), [rule]) == []
    assert told(notebook("import torch", "loss.backward()"), [rule]) == ["cell 1:1:1 wordy"]


# Magics


@pytest.mark.parametrize(
    ("code", "python"),
    [
        ("%matplotlib inline\nx = 1", "0\nx = 1"),
        ("x = 1\n!pip install torch\n", "x = 1\n0\n"),
        ("!!ls\n!ls", "0\n0"),
        ("?x\nx?\nx.y??\n??x", "0\n0\n0\n0"),
        ("%time?", "0"),
        ("x = f?\ny = 1", "0\ny = 1"),
        ("/f 1\n,f a b\n;f a b", "0\n0\n0"),
        ("%env A=1  # torch", "0"),
        ("x = !ls\ny", "x = __\ny"),
        ("x=!ls", "x=__"),
        ("a['b'] = %pwd", "a['b'] = __"),
        ("a, b = c = !ls -l 'it''s", "a, b = c = __"),
        # In blocks, which stay blocks.
        ("for i in x:\n    !ls {i}\nelse:\n\t%cd ..", "for i in x:\n    0\nelse:\n\t0"),
        ("if x:\n    y = !ls\n    z?", "if x:\n    y = __\n    0"),
        ("def f():\n    %cd ..", "def f():\n    0"),
        # Over several rows.
        ("!ls \\\n  -l\nx = 1", "0\n\nx = 1"),
        ("x = !ls \\\n  -l\ny", "x = __\n\ny"),
        ("!it's\nx = 'y'", "0\nx = 'y'"),
        ("!ls\r\nx = 1\r\n", "0\r\nx = 1\r\n"),
        # Magics that run code.
        ("%time x = f(1)", "0;    x = f(1)"),
        ("%timeit -n 10 -r3 -q f(x)", "0;                   f(x)"),
        ("%timeit -f(x)", "0;      -f(x)"),
        ("%prun -s cumulative f(x)", "0;                  f(x)"),
        ("%lprun -f g f(x)", "0;          f(x)"),
        ("%time for i in x: f(i)", "0"),
        ("%time", "0"),
        ("if x:\n    %time y = 1", "if x:\n    0;    y = 1"),
        ("x = %time f(1)", "x =       f(1)"),
        ("x = %timeit -o f(1)", "x = __"),
        ("x = %time", "x = __"),
        # A cell of one line needs no %.
        ("pip install torch", ""),
        ("cd ../data", ""),
        # Magics of whole cells that run them.
        ("%%time\nx = 1", "\nx = 1"),
        ("# Timed.\n\n%%timeit -n 1\nf()\n!ls", "# Timed.\n\n\nf()\n0"),
        ("%%capture out\n%%time\nx = 1", "\n\nx = 1"),
        ("%%prun\nx = 1", "\nx = 1"),
    ],
)
def test_magics_stand_aside(code: str, python: str) -> None:
    (read,), problems = run_as(code)
    assert (read, problems) == (python, [])


@pytest.mark.parametrize(
    "code",
    [
        'print("%s"\n% x)',
        'text = "%d" \\\n% x',
        "text = '''\n%matplotlib inline\n!ls\nx?\n'''",
        "x = (1\n% 2)\n# !ls\n# x?",
        "x = a %\\\nb",
        "if a != b: pass",
        "await f()\nasync with x: pass\n[y async for y in z]",
        "get_ipython().system('ls')\nx = get_ipython()",
        "x = 1;",
        "",
        "\n\n# only a comment",
        "x = y = f'{a!r} {b:%Y}'",
    ],
)
def test_python_is_left_as_it_is(code: str) -> None:
    source = read_source("a.ipynb", notebook(code))
    text, problems = program(source)
    assert (text, problems) == (source.text, ())


@pytest.mark.parametrize(
    ("code", "python"),
    [
        ('x = ("%s"\n% y)\n%cd ..', 'x = ("%s"\n% y)\n0'),
        ('x = """\n!ls\n"""\n!ls', 'x = """\n!ls\n"""\n0'),
        ("x = 'a' \\\n% y\n!ls", "x = 'a' \\\n% y\n0"),
        ("x = {  # it's (\n!y: 1}\n!ls", None),
        ("f(a=1,\n  b='%')\n%cd ..", "f(a=1,\n  b='%')\n0"),
        ("def f(a=1): pass\n!ls", "def f(a=1): pass\n0"),
        (r"x = r'\'' # y" + "\n!ls", r"x = r'\'' # y" + "\n0"),
    ],
)
def test_a_magic_beside_what_looks_like_one(code: str, python: str | None) -> None:
    (read,), problems = run_as(code)
    assert (read == python) is (python is not None)
    assert bool(problems) is (python is None)


@pytest.mark.parametrize(
    "code",
    [
        *(
            f"%%{name}\nBAD (((\n"
            for name in ("bash", "sh", "html", "javascript", "writefile x.py", "cython", "sql", "R")
        ),
        "%%python2\nprint 'BAD'",
        "%%!\nls BAD",
        "# Shell.\n%%script bash\nBAD (",
        "%sql SELECT BAD\nFROM x",
        "%md\n# BAD title\nand text",
    ],
)
def test_cells_in_other_languages_are_passed_over(code: str) -> None:
    assert look(notebook("import torch", code), [BAD]).findings == ()
    (_, read), _ = run_as("import torch", code)
    assert not read.strip()


def test_a_cell_of_another_language_is_none() -> None:
    assert as_python("%%bash\nls") is None


def test_a_cell_may_be_indented_as_a_whole() -> None:
    assert told(notebook("import torch", "    x = 1\n    if x:\n        BAD\n\n"), [BAD]) == ["cell 2:3:9 bad-name"]
    assert told(notebook("import torch", "    %cd ..\n    BAD"), [BAD]) == ["cell 2:2:5 bad-name"]


# Cells that can't be read


@pytest.mark.parametrize(
    ("code", "row_and_column", "message"),
    [
        ("x = 1\nx = (", "2:5", "'(' was never closed"),
        ("print 'x'", "1:1", "Missing parentheses"),
        ("%cd ..\nx = = 1", "2:5", "invalid syntax"),
        ("x = 1\n  y = 2", "2:2", "unexpected indent"),
        ("x = 1\nreturn x", "2:1", "'return' outside function"),
        ("yield 1", "1:1", "'yield' outside function"),
        ("def f():\n    x = 1\nbreak", "3:1", "'break' outside loop"),
        ("x = 1\r\ny = (\r\n", "2:5", "'(' was never closed"),
        ("x = 1\ry = (", "2:5", "'(' was never closed"),
        ("x = 1\rreturn", "2:1", "'return' outside function"),
        ("if x:", "1:6", "expected an indented block"),
    ],
)
def test_a_cell_that_is_not_python_is_told_and_the_others_are_read(
    code: str, row_and_column: str, message: str
) -> None:
    data = notebook(cell("# Title", "markdown"), "import torch", code, "x = BAD")
    checked = look(data, [BAD])
    first, _ = checked.findings
    assert told(data, [BAD]) == [f"cell 3:{row_and_column} syntax-error", "cell 4:1:5 bad-name"]
    assert message in first.message
    assert checked.parsed


def test_each_cell_that_is_not_python_is_told() -> None:
    assert told(notebook("import torch", "x = (", "y = 1", "z = )"), []) == [
        "cell 2:1:5 syntax-error",
        "cell 4:1:5 syntax-error",
    ]


@pytest.mark.parametrize(
    ("pseudo_code", "found"),
    [
        ("# torchlint: ignore[syntax-error] -- pseudo-code\nfor batch in loader:\n    ...\n  and so on", []),
        ("for batch in loader: ... and so on\nstep()  # torchlint: ignore[syntax-error]", []),
        ("for batch in loader: ... and so on  # torchlint: ignore[bad-name]", ["cell 2:1:33 syntax-error"]),
    ],
)
def test_a_comment_in_a_cell_accepts_that_it_is_not_python(pseudo_code: str, found: list[str]) -> None:
    assert told(notebook("import torch", pseudo_code, "y = BAD"), [BAD]) == [*found, "cell 3:1:5 bad-name"]
    elsewhere = notebook("import torch", "y = (", f"{pseudo_code}\n")
    assert told(elsewhere, [])[0] == "cell 2:1:5 syntax-error"


def test_what_only_other_cells_open_is_not_joined() -> None:
    assert told(notebook("import torch\nx = (", "1)"), []) == ["cell 1:2:5 syntax-error", "cell 2:1:2 syntax-error"]
    assert told(notebook("import torch\nx = 1 \\", "y = 2"), []) == ["cell 1:2:8 syntax-error"]


def test_a_future_import_may_stand_in_any_cell() -> None:
    assert told(notebook("import torch", "from __future__ import annotations"), []) == []


# One program


def test_cells_are_one_program_in_their_order(pack: dict[str, Rule]) -> None:
    leak = "for x, y in loader:\n    loss = criterion(model(x), y)\n    loss.backward()\n    total += loss"
    setup = "import torch\nfrom torch import nn\n%matplotlib inline"
    model = "model = nn.Linear(8, 2)\ncriterion = nn.MSELoss()"
    data = notebook(cell("# Leak", "markdown"), setup, model, "total = 0", f"%%time\n{leak}", "print(total)")
    checked = look(data, [pack["loss-accumulates-graph"]])
    (finding,) = checked.findings
    assert place(checked, finding) == "cell 5:5:5 loss-accumulates-graph"
    # What is counted anew further up is no leak of the cells below.
    fixed = notebook(setup, model, "total = 0", leak.replace("total += loss", "total += loss.item()"), "print(total)")
    assert look(fixed, [pack["loss-accumulates-graph"]]).findings == ()


def test_values_of_magics_are_unknown(pack: dict[str, Rule]) -> None:
    (read,), _ = run_as("x = !ls")
    assert read == "x = __"
    data = notebook("import torch\ntotal = 0\nfor _ in range(3):\n    total += 1", "x = !ls", "total += x")
    assert look(data, pack.values()).findings == ()


def test_what_ends_a_cell_is_shown() -> None:
    def discarded(file: File) -> Findings:
        for call in file.calls("torch.sigmoid"):
            if api.is_discarded(call):
                yield Finding(file.path, call.span, "dropped")

    rule = rule_of(discarded, "dropped")
    shown, hidden = "x = torch.ones(1)\ntorch.sigmoid(x)  # above; below\n\n", "torch.sigmoid(x);"
    inside = "for _ in range(2):\n    torch.sigmoid(x)"
    more = "torch.sigmoid(x)\nx"
    assert told(notebook("import torch", shown, hidden, inside, more), [rule]) == [
        "cell 3:1:1 dropped",
        "cell 4:2:5 dropped",
        "cell 5:1:1 dropped",
    ]
    assert len(check_path("a.py", [rule], f"import torch\n{shown}".encode()).findings) == 1


def test_names_of_findings_stay_when_cells_move() -> None:
    def names(data: bytes) -> list[str]:
        checked = look(data, [BAD])
        return list(fingerprints(checked.source.text, checked.findings).values())

    one = names(notebook("import torch", "def f():\n    BAD", "BAD"))
    assert len(set(one)) == 2
    assert one == names(
        notebook(cell("# Title", "markdown"), "import torch\n\n", "x = 1", "%cd ..\ndef f():\n  BAD", "BAD")
    )


# Comments


def test_comments_silence_in_cells() -> None:
    data = notebook(
        "import torch\nx = BAD  # torchlint: ignore[bad-name]",
        "%cd ..\n# torchlint: ignore[bad-name]\nx = BAD",
        "# torchlint: disable[bad-name]",
        "x = BAD",
        "# torchlint: enable[bad-name]",
        "x = BAD",
    )
    checked = look(data, [BAD])
    assert [place(checked, one) for one in checked.findings] == ["cell 6:1:5 bad-name"]
    assert [place(checked, one)[:6] for one in checked.suppressed] == ["cell 1", "cell 2", "cell 4"]


def test_a_comment_silences_for_the_whole_notebook() -> None:
    data = notebook("import torch\nBAD", "%%time\n# torchlint: file-ignore[bad-name]", "BAD")
    assert look(data, [BAD]).findings == ()
    assert len(look(data, [BAD]).suppressed) == 2


def test_comments_that_silence_nothing_are_told() -> None:
    data = notebook("import torch", "x = 1  # torchlint: ignore[bad-name]")
    assert told(data, [BAD]) == ["cell 2:1:8 unused-ignore"]
    # What a cell that can't be read would have made of it is not known.
    assert told(notebook("import torch", "x = 1  # torchlint: ignore[bad-name]", "x ="), [BAD]) == [
        "cell 3:1:4 syntax-error"
    ]


def test_a_cell_that_cannot_be_read_may_say_so() -> None:
    trailing = "x = = 1  # torchlint: ignore[syntax-error] -- as an example"
    above = "# torchlint: ignore[syntax-error]\nx = = 1"
    assert look(notebook("import torch", trailing, above), []).findings == ()
    assert told(notebook("import torch", above, "y = = 1"), []) == ["cell 3:1:5 syntax-error"]


def test_files_of_python_stay_what_they_were() -> None:
    data = b"import torch\n%matplotlib inline\n"
    assert [one.rule for one in check_path("a.py", ALL_DIAGNOSTICS, data).findings] == ["syntax-error"]
    assert read_source("a.py", data) == Source("a.py", data.decode())
