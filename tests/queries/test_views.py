"""What views say of a piece of code."""

from __future__ import annotations

import pytest

from torchlint.queries import CallView, File
from torchlint.queries.losses.loss_calls import LossView
from torchlint.syntax import tree


def call_in(code: str) -> CallView:
    file = File("a.py", f"import torch\n{code}\n")
    (call,) = file.tree.all(tree.Call)
    return CallView(file, call)


@pytest.mark.parametrize(
    ("code", "position", "keyword", "text"),
    [
        ("f(x, y)", 1, "dim", "y"),
        ("f(x, dim=y)", 1, "dim", "y"),
        ("f(x, dim=y)", 1, "", None),  # not by position
        ("f(x, *rest)", 0, "", "x"),
        ("f(x, *rest)", 1, "", None),
        ("f(*rest, y)", 1, "", None),  # nobody knows how many come before it
        ("f(*rest, y, dim=z)", 1, "dim", "z"),
        ("f(dim=z, *rest)", 1, "dim", "z"),
        ("f(x, **options)", 1, "dim", None),
    ],
)
def test_an_argument_is_found_by_keyword_or_by_a_known_position(
    code: str, position: int, keyword: str, text: str | None
) -> None:
    argument = call_in(code).argument(position, keyword)
    assert (argument and argument.text) == text


@pytest.mark.parametrize(("code", "by_method"), [("torch.ones(3).abs()", True), ("torch.abs(torch.ones(3))", False)])
def test_a_call_knows_whether_it_is_a_method_of_a_tensor(code: str, *, by_method: bool) -> None:
    file = File("a.py", f"import torch\n{code}\n")
    (call,) = file.calls("torch.abs", "torch.Tensor.abs")
    assert call.is_tensor_method is by_method
    assert call.operand is not None
    assert call.operand.text == "torch.ones(3)"


@pytest.mark.parametrize(
    ("code", "name"), [("torch.nn.BCELoss()(x, y)", "BCELoss"), ("library.dice(x, y)", "dice"), ("made(x)(y)", "")]
)
def test_a_loss_has_a_name_whoever_defines_it(code: str, name: str) -> None:
    file = File("a.py", f"import library\nimport torch\n{code}\n")
    call = max(file.tree.all(tree.Call), key=lambda one: one.end - one.start)
    assert LossView(file, call).name == name
