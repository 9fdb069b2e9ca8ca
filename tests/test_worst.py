"""What a hostile file can cost: steps are counted, not timed, and grow with the size of the file, not its square."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from benchmarks.shapes import SHAPES
from tests.toy_rules import ALL_DIAGNOSTICS, finder
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.files.source import Source
from torchlint.fixing import fix
from torchlint.flow import state
from torchlint.gate import concerns_torch
from torchlint.lint import check, check_path
from torchlint.project.project_files import ProjectFiles
from torchlint.result import Checked
from torchlint.rule import Rule
from torchlint.suppression.insertion import with_comments
from torchlint.syntax.python_source import MOST_BRANCHES

BAD = finder("bad", "BAD", "GOOD")
CATALOG = {**DIAGNOSTICS, "bad": BAD}
RULES = (BAD, *ALL_DIAGNOSTICS)
MOVED = "t = torch.ones(1)\nt.cuda()\n"


@pytest.fixture(scope="module")
def rules(pack: dict[str, Rule]) -> tuple[Rule, ...]:
    return (*pack.values(), *DIAGNOSTICS.values())


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python are run."""
    count = 0

    def trace(_: FrameType, event: str, __: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def looked_at(text: str) -> Checked:
    return check(Source("a.py", f"import torch\n{text}"), RULES, CATALOG)


def assert_linear(work: Callable[[str], object], text: Callable[[int], str], size: int = 100) -> None:
    """Four times as much text takes about four times as many steps; with its square, it would be sixteen."""
    work(text(2))  # what is done once
    small, large = steps(lambda: work(text(size))), steps(lambda: work(text(4 * size)))
    assert large < 6 * small


def lines(line: str) -> Callable[[int], str]:
    return lambda size: "".join(line.format(i=i) for i in range(size))


@pytest.mark.parametrize(
    "text",
    [
        lines("x = {i}  # torchlint: ignore[bad]\n"),
        lines("BAD  # torchlint: ignore[bad]\n"),
        lines("# torchlint: disable[bad]\nx = {i}\n"),
        lines("# torchlint: disable[a{i}]\nx = {i}\n# torchlint: enable[a{i}]\n"),
        lines("# torchlint: disable\nx = {i}\n# torchlint: enable\n"),
        lines("# torchlint: ignore[bad]\n"),
        lambda size: "x = [\n" + "# torchlint: ignore[bad]\n1,\n" * size + "]\n",
        lambda size: "# torchlint: ignore[bad]\n@a\n" * size + "def f(): ...\n",
        lambda size: f"x = 1  # torchlint: ignore[{'x,' * size}]\n",
        lambda size: f"x = 1  # torchlint: ignore[{','.join(f'bad{i:05}' for i in range(size))}]\n",
        lambda size: "x = 1  " + "# torchlint: ignore[bad] " * size + "\n",
        lambda size: "x = 1  " + "#torchlint: ignore[bad]" * size + "\n",
    ],
)
def test_comments(text: Callable[[int], str]) -> None:
    assert_linear(looked_at, text)


def test_fixes() -> None:
    def fixed(text: str) -> None:
        done = fix(Source("a.py", f"import torch\n{text}"), RULES, unsafe=True, fixable=lambda _: True, catalog=CATALOG)
        assert done.applied

    assert_linear(fixed, lines("BAD\n"))


def test_comments_for_findings() -> None:
    assert_linear(lambda text: with_comments(looked_at(text)), lines("BAD\n"))


@pytest.mark.parametrize("name", ["classes in a chain", "elif that returns", "functions in a chain"])
def test_shapes(name: str, rules: tuple[Rule, ...]) -> None:
    (shape,) = [shape for shape in SHAPES if shape.name == name]
    assert_linear(lambda text: check(Source("a.py", text), rules), lambda size: shape.files(size)["a.py"], 60)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("labels that functions hand on", "hard-labels-as-scores"),
        ("resumed loops over epochs", "epoch-repeated-on-resume"),
    ],
)
def test_shapes_that_one_rule_follows(name: str, rule: str, pack: dict[str, Rule]) -> None:
    (shape,) = [shape for shape in SHAPES if shape.name == name]
    assert_linear(lambda text: check(Source("a.py", text), [pack[rule]]), lambda size: shape.files(size)["a.py"], 25)


@pytest.mark.parametrize("branches", [1_000, MOST_BRANCHES - 100])
def test_an_if_with_as_many_branches_as_python_compiles(branches: int, rules: tuple[Rule, ...]) -> None:
    chain = "if a == 0:\n    x = 1\n" + lines("elif a == {i}:\n    x = {i}\n")(branches)
    inside = (
        f"def f(a):\n    {chain.replace(chr(10), chr(10) + '    ')}\n    {MOVED.replace(chr(10), chr(10) + '    ')}\n"
    )
    found = check(Source("a.py", f"import torch\n{chain}{MOVED}{inside}"), rules).findings
    assert [one.rule for one in found].count("discarded-tensor-op") == 2
    assert not any(one.rule in ("unreadable-file", "torchlint-error") for one in found)


def test_an_if_with_more_branches_is_told(rules: tuple[Rule, ...]) -> None:
    chain = "if a == 0:\n    x = 1\n" + lines("elif a == {i}:\n    x = {i}\n")(20 * MOST_BRANCHES)
    (finding,) = check(Source("a.py", f"import torch\n{chain}{MOVED}"), rules).findings
    assert finding.rule == "unreadable-file"
    assert "nested" in finding.message


def _levels_of_calls(size: int) -> str:
    """Functions that call the next one many times, in a step of one rank, and in a retry."""
    levels = "".join(f"def f{level}(x):\n" + f"    f{level + 1}(x)\n" * size for level in range(3))
    return f"""{levels}def f3(x):
    return x
def train(model, optimizer, batches):
    for x in batches:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        if torch.distributed.get_rank() == 0:
            f0(x)
        try:
            model.fit(x)
        except torch.cuda.OutOfMemoryError:
            f0(x)
"""


def _flags_for_flags(size: int) -> str:
    """Attributes that a training is stopped for, each set under each of the others."""
    flags = range(size)
    sets = "".join(
        f"            if self.a{j}:\n                self.a{i} = True\n" for i in flags for j in flags if i != j
    )
    return f"""class Training:
    def fit(self, model, optimizer, batches, rank):
        for x in batches:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
{sets}            if self.a0:
                break
"""


@pytest.mark.parametrize(
    ("text", "size", "name", "growth"),
    [
        (_levels_of_calls, 6, "rank-conditional-collective", 3),
        (_levels_of_calls, 6, "oom-retry-inside-except", 3),
        (_flags_for_flags, 4, "training-left-on-one-rank", 8),
    ],
)
def test_what_functions_and_flags_lead_to_is_looked_for_once(
    pack: dict[str, Rule], text: Callable[[int], str], size: int, name: str, growth: int
) -> None:
    def taken(size: int) -> int:
        source = Source("a.py", f"import torch\n{text(size)}")
        # What following the calls costs, any rule pays that asks for values.
        return steps(lambda: check(source, [pack[name]])) - steps(lambda: check(source, [pack["discarded-tensor-op"]]))

    taken(size)  # what is loaded once
    small, big = taken(size), taken(2 * size)
    assert big < growth * small


CALLS = "def g(x):\n    return x + x\ndef f(x):\n    return g(x) + g(x)\n" + "f(torch.ones(1))\n" * 50


def test_calls_that_take_too_much_work_are_not_followed(
    rules: tuple[Rule, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"import torch\n{CALLS}{MOVED}"
    assert "analysis-limit" not in [one.rule for one in check(Source("a.py", text), rules).findings]
    monkeypatch.setattr(state, "MOST_WORK", 100)
    monkeypatch.setattr(state, "LEAST_PER_NODE", 0)
    found = {one.rule: one for one in check(Source("a.py", text), rules).findings}
    assert "not every call in it was followed" in found["analysis-limit"].message
    assert "discarded-tensor-op" in found
    assert DIAGNOSTICS["analysis-limit"].severity == "info"


def test_a_file_that_takes_too_much_work_is_given_up(rules: tuple[Rule, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOST_WORK", "LEAST_PER_NODE", "MOST_AFTER", "AFTER_PER_NODE"):
        monkeypatch.setattr(state, name, 0)
    (finding,) = check(Source("a.py", f"import torch\n{CALLS}{MOVED}"), rules).findings
    assert finding.rule == "analysis-limit"
    assert "was not checked" in finding.message


@pytest.mark.parametrize(
    ("text", "concerns"),
    [
        ("# as fast as torch\nx = 1\n", False),
        ("x = 1  # transformers do this\n", False),
        ("'''Two transformers accelerate.'''\n", False),
        ("def accelerate(lightning): ...\n", False),
        ("from timm import create_model\n", True),
        ("x = 1\rimport pytorch_lightning as pl\n", True),
        ("pytest.importorskip('transformers')\n", True),
        ("torch.ones(1)\n", True),
        ("import paddle\nimport paddle.nn as nn\nSTATE = 'pytorch_model.bin'\n", False),
        ("from paddlenlp.transformers import AutoModel\n", False),
        ("import numpy as np, paddle\nmodel.eval()\nSTATE = 'torch'\n", False),
        ("import paddle\nimport torch\n", True),
        ("import paddle\n\ndef load():\n    from torchvision import models\n", True),
        ("from paddleocr import PaddleOCR\nSTATE = 'pytorch_model.bin'\n", True),
    ],
)
def test_words_count_in_code(text: str, concerns: bool) -> None:
    assert concerns_torch(Source("a.py", text)) is concerns


def test_a_script_whose_trainer_uses_torch_is_checked(tmp_path: Path) -> None:
    files = {
        "acme/__init__.py": "from .trainer import Trainer\n",
        "acme/trainer.py": "import torch\nfrom . import numbers\nclass Trainer: ...\n",
        "acme/names.py": "class Names: ...\n",
        "acme/numbers.py": "import numpy as np\nnp.random.seed = 0\n",
        "elsewhere.py": "import numpy as np\nnp.random.seed = 0\n",
        "train.py": "from acme import Trainer\ntotal = 0\nfor x in y:\n    total += Trainer().step(x)\n",
        "other.py": "from acme.names import Names\nNames().step(1)\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    paths = [str(tmp_path / name) for name in files]
    around = ProjectFiles(str(tmp_path), lambda path: Path(path).read_text(encoding="utf-8"), lambda: paths)

    def is_checked(name: str) -> bool:
        return concerns_torch(Source(str(tmp_path / name), files[name]), lambda: around)

    assert is_checked("train.py")
    assert not is_checked("acme/names.py")
    assert is_checked("acme/numbers.py")  # what it replaces is replaced for the training, too
    assert not is_checked("elsewhere.py")
    assert check_path(str(tmp_path / "train.py"), RULES, None, CATALOG, around).parsed
