"""Files that break other tools: each gets its findings or one clear message, and none stops the run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.toy_rules import rule_of
from torchlint.diagnostics import DIAGNOSTICS, FAILURE
from torchlint.files.source import Lines, Unwritable
from torchlint.finding import Finding, Span
from torchlint.fixing import fix
from torchlint.lint import check_path
from torchlint.queries import File
from torchlint.reading import read_source
from torchlint.result import Checked
from torchlint.rule import Findings, Rule

# A leak that is found wherever it stands: who finds it has read the file to its end.
LEAK = """
def train(model, loader):
    total = 0
    for x, y in loader:
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        total += loss
    print(total)
"""
ROW_OF_LEAK = 7


@pytest.fixture(scope="session")
def rules(pack: dict[str, Rule]) -> tuple[Rule, ...]:
    """All that torchlint can say."""
    return (*pack.values(), *DIAGNOSTICS.values())


def check_text(text: str | bytes, rules: tuple[Rule, ...]) -> Checked:
    return check_path("a.py", rules, text if isinstance(text, bytes) else text.encode())


def only(result: Checked) -> Finding:
    (finding,) = result.findings
    assert 0 <= finding.span.start <= finding.span.end <= len(result.source.text)
    return finding


def row(result: Checked, finding: Finding) -> int:
    return Lines(result.source.text).row(finding.span.start)


def assert_read_to_the_end(text: str | bytes, rules: tuple[Rule, ...]) -> None:
    """Whether the leak at the end of a text is found, and nothing else."""
    result = check_text(text, rules)
    finding = only(result)
    lines = Lines(result.source.text)
    assert finding.message.startswith("`total` keeps the graph")
    assert lines.line(row(result, finding)).strip() == "total += loss"


@pytest.mark.parametrize(
    ("text", "row_of_error"),
    [
        ("x = (1,\ny = 2\n", 1),
        ("def f(:\n    pass\n", 1),
        ("x = 1\n\nif x\n    y = 2\n", 3),
        ("x = 1\n  y = 2\n", 2),
        ("if x:\n\ty\n        z\n", 3),
        ("x = 'open\n", 1),
        ("x = '''open\n", 1),
        ("x = 1 \\", 1),
        ("x = 1 $ 2\n", 1),
        ("x\xa0= 1\n", 1),
        ("return = 1\n", 1),
        ("%matplotlib inline\n!pip install torch\n", 1),
        ("<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> main\n", 1),
        # Python 2.
        ("x = 1\nprint 'x'\n", 2),
        ("exec 'x' in y\n", 1),
        ("x = `y`\n", 1),
        ("x = 0777\n", 1),
        ("x = ur'a'\n", 1),
        ("if x <> y: pass\n", 1),
        ("raise E, 'x'\n", 1),
        # Newlines.
        ("x = 1\rdef f(:\r    pass\r", 2),
        ("x = 1\r\ndef f(:\r\n    pass\r\n", 2),
        ("\x0cx = 1\n\x0cdef f(:\n", 2),
    ],
)
def test_what_is_not_python_is_one_finding_in_its_row(text: str, row_of_error: int, rules: tuple[Rule, ...]) -> None:
    result = check_text(f"import torch\n{text}", rules)
    finding = only(result)
    assert finding.rule == "syntax-error"
    assert finding.message
    assert "\n" not in finding.message
    assert row(result, finding) in (row_of_error + 1, row_of_error + 2)  # Pythons differ in what they blame
    assert not result.parsed


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    x\nexcept A, B:\n    y\n",  # Python 2, and 3.14 again
        "def f[T](x: T) -> T:\n    return x\n\n\ntype Number = int | float\n",
        "x = t'{y}'\n",
        "x = f'{y['a']}'\n",
        "with (a as b, c as d):\n    pass\n",
        "match x:\n    case {'a': [1, *r], **k} if k:\n        pass\n",
        "try:\n    x\nexcept* ValueError:\n    pass\n",
    ],
)
def test_syntax_of_other_pythons_is_read(text: str, rules: tuple[Rule, ...]) -> None:
    assert_read_to_the_end(f"import torch\n{text}{LEAK}", rules)


def test_files_that_can_not_be_read(tmp_path: Path, rules: tuple[Rule, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    missing = only(check_path(str(tmp_path / "missing.py"), rules))
    folder = only(check_path(str(tmp_path), rules))
    assert (missing.rule, missing.message) == ("unreadable-file", "can't be read: No such file or directory")
    assert (folder.rule, folder.message) == ("unreadable-file", "can't be read: Is a directory")

    def forbid(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr("os.open", forbid)  # for root nothing is forbidden
        secret = only(check_path(__file__, rules))
    assert (secret.rule, secret.message) == ("unreadable-file", "can't be read: Permission denied")


@pytest.mark.parametrize(
    ("data", "message", "row_of_error"),
    [
        (b"import torch\nx = '\xe4'\n", "byte 0xe4 is not valid utf-8", 2),
        (b"# coding: klingon\nimport torch\n", "unknown encoding `klingon`", 1),
        (b"# coding: hex\nimport torch\n", "the declared encoding can't be used", 1),
        (b"import torch\n\nx = \0\n", "a NUL byte", 3),
        ("import torch\n".encode("utf-16"), "this is UTF-16", 1),
        (os.urandom(4000) + b"\0\xff", "", None),
    ],
    ids=["latin-1", "unknown", "hex", "NUL", "UTF-16", "random"],
)
def test_bytes_that_are_no_text(data: bytes, message: str, row_of_error: int | None, rules: tuple[Rule, ...]) -> None:
    result = check_text(data, rules)
    finding = only(result)
    assert finding.rule == "unreadable-file"
    assert finding.message.startswith(message)
    assert row_of_error in (None, row(result, finding))
    with pytest.raises(Unwritable, match="could not be read"):  # what is shown of it is not what is in it
        result.source.encoded()


@pytest.mark.parametrize(
    "data",
    [
        b"# coding: latin-1\nimport torch\nx = '\xe4'\n",
        b"\xef\xbb\xbfimport torch\n",
        b"\xef\xbb\xbf# coding: utf-8\nimport torch\n",
        "import torch\nß = '😀\u2028\x0b\x1c'\n".encode(),
        b"\x0cimport torch\n\x0c\nx\x0c = 1\n\x0c",
        b"\x0c\x0c\n\x0cimport torch\n",
        b"import torch\n    \n\t\n \x0c\n",
        b"import torch\nx = 1;\\\n\ny = 2\n",
    ],
)
def test_odd_texts_are_read(data: bytes, rules: tuple[Rule, ...]) -> None:
    encoding = read_source("a.py", data).encoding
    for newline in ("\n", "\r\n", "\r"):
        whole = data.decode("latin-1").replace("\n", newline) + LEAK.replace("\n", newline)
        assert_read_to_the_end(whole.encode("latin-1"), rules)
    mixed = LEAK.replace("\n", "\r", 2).replace("\n", "\r\n", 2)
    assert_read_to_the_end(data + mixed.encode(encoding), rules)


HEAD = """\
import functools
import torch
from torch import nn

model, x, handles = nn.Linear(2, 2), torch.ones(2), []
optimizer, scaler = torch.optim.SGD(model.parameters(), 0.1), torch.amp.GradScaler()
"""


@pytest.mark.parametrize(
    "call",
    [
        "isinstance(*(), int)",
        "isinstance(*(model, nn.Module))",
        "getattr(*(model, 'weight'), None)",
        "getattr(*(), 'weight')",
        "handles.append(*())",
        "x.add_(*(model(x),))",
        "x.add_(*(), model(x))",
        "model.register_buffer(*('y', x))",
        "scaler.step(*(optimizer,))",
        "scaler.scale(*()).backward(*())",
        "functools.partial(scaler.step, optimizer)()",
        "functools.partial(handles.append, x)()",
        "list(map(scaler.step, [optimizer]))",
        "nn.Linear.__init__(**{})",
    ],
)
def test_calls_whose_arguments_stand_elsewhere(call: str, rules: tuple[Rule, ...]) -> None:
    assert [f.message for f in check_text(HEAD + call + "\n", rules).findings if f.rule == FAILURE] == []


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\r", b"\x0c", b"\xef\xbb\xbf", b"# torch", b"'torch'", b"   \n", b"\\\n"]
)
def test_nearly_empty_files_are_clean(data: bytes, rules: tuple[Rule, ...]) -> None:
    assert check_text(data, rules).findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "(" * 500 + "1" + ")" * 500,
        "(" * 1500 + "1" + ")" * 1500,
        "(" * 100_000,
        "[" * 500 + "]" * 500,
        "f(" * 500 + ")" * 500,
        "".join(f"{' ' * depth}if x:\n" for depth in range(500)) + " " * 500 + "pass",
        "".join(f"{' ' * depth}def f():\n" for depth in range(500)) + " " * 500 + "pass",
    ],
    ids=["500 (", "1500 (", "100000 (", "500 [", "500 f(", "500 if", "500 def"],
)
def test_deeper_than_python_reads(text: str, rules: tuple[Rule, ...]) -> None:
    finding = only(check_text(f"import torch\n{text}\n", rules))
    assert finding.rule == "syntax-error"
    assert "too many" in finding.message


@pytest.mark.parametrize("depth", [500, 3000])
@pytest.mark.parametrize(
    ("start", "link"),
    [
        ("x", ".f()"),
        ("x", " + x"),
        ("x", " ** x"),
        ("x", ".a"),
        ("x", "[0]"),
        ("x", " if x else x"),
        ("", "not "),
        ("", "lambda: "),
        ("", "x if x else "),
        ("x", " and x"),
        ("x", " < x"),
        ("x", ", x"),
        ("'a'", " 'a'"),
        ("f'{x}'", " f'{x}'"),
        ("x", " = x"),
        ("x", ";x"),
        ("if x: pass", "\nelif x: pass"),
        ("try: pass", "\nexcept E: pass"),
    ],
)
def test_long_chains_are_read_or_told(start: str, link: str, depth: int, rules: tuple[Rule, ...]) -> None:
    end = "x" if not start else ""
    finding = only(check_text(f"import torch\n{start}{link * depth}{end}\n{LEAK}", rules))
    if finding.rule == "unreadable-file":
        assert "nested" in finding.message
    else:
        assert finding.message.startswith("`total` keeps the graph")


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"{' ' * depth}for x in x:\n" for depth in range(19)) + " " * 19 + "x = x + 1\n",
        "".join(f"{' ' * depth}if x:\n" for depth in range(90)) + " " * 90 + "x = 1\n",
        "x = " + "[" * 90 + "]" * 90 + "\n",
        "x = " + "f(" * 90 + ")" * 90 + "\n",
        "class A(A): pass\nclass B(C): pass\nclass C(B): pass\n",
        "def f(x):\n    return g(x)\ndef g(x):\n    return f(x)\n",
        "@x\n" * 500 + "def f(): pass\n",
        "x = '" + "a" * 1_000_000 + "'\n",
        "# " + "a" * 1_000_000 + "\n",
    ],
    ids=["for", "if", "[", "f(", "classes", "functions", "decorators", "string", "comment"],
)
def test_what_is_long_but_fine_is_read(text: str, rules: tuple[Rule, ...]) -> None:
    assert_read_to_the_end(f"import torch\n{text}{LEAK}", rules)


def test_a_file_of_20_000_lines(rules: tuple[Rule, ...]) -> None:
    step = "x = torch.relu(x + 1)\n\n\ndef f{0}(x):\n    # a comment\n    y = x.sum()\n    return y\n\n\n"
    text = "import torch\n" + "".join(step.replace("{0}", str(number)) for number in range(2300)) + LEAK
    assert text.count("\n") > 20_000
    assert_read_to_the_end(text, rules)


def test_a_rule_that_raises_does_not_stop_the_others(rules: tuple[Rule, ...]) -> None:
    def fail(file: File) -> Findings:
        yield Finding(file.path, Span(0, 1 // len("")), "unreachable")

    result = check_text(f"import torch{LEAK}", (*rules, rule_of(fail, "failing")))
    error, leak = result.findings
    assert error.rule == "torchlint-error"
    assert error.message.startswith("`failing` failed: ZeroDivisionError: ")
    assert row(result, leak) == ROW_OF_LEAK


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("start", ["", "\x0c", "\ufeff", "# coding: latin-1\n# ä\n", "x = '\u2028'\n"])
def test_fixes_touch_nothing_else(newline: str, start: str, tmp_path: Path, rules: tuple[Rule, ...]) -> None:
    encoding = "latin-1" if "latin-1" in start else "utf-8"
    text = f"{start}import torch\n{LEAK}    \n".replace("\n", newline)
    path = tmp_path / "a.py"
    path.write_bytes(text.encode(encoding))
    source = read_source(str(path))
    result = fix(source, rules, unsafe=True, fixable=lambda name: True)
    assert result.rolled_back == ()
    assert result.checked.findings == ()
    fixed = result.checked.source.encoded().decode(encoding)
    assert fixed == text.replace("total += loss", "total += loss.detach()")
