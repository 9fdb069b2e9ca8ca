"""What the way a name is used says of it."""

from __future__ import annotations

import pytest

from torchlint.binding.usage import usage_everywhere
from torchlint.syntax.ast_parser import parse


@pytest.mark.parametrize(
    ("code", "is_module"),
    [
        ("net.named_parameters()", True),
        ("net.named_buffers()", True),
        ("net.register_full_backward_hook(look)", True),
        ("net.eval()", True),
        ("net.eval('x + 1')", False),
        ("net.children()", False),  # a process has those, too
        ("net.register_hook(look)", False),
        ("net.train()\nnet(x)", True),
    ],
)
def test_what_is_a_module_by_its_use(code: str, *, is_module: bool) -> None:
    syntax = parse(code)
    assert syntax is not None
    assert ("net" in usage_everywhere(syntax, syntax.root).modules) is is_module
