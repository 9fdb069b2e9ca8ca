"""Masks that are computed step by step, in more steps than Python may call functions within each other."""

from __future__ import annotations

import pytest

from torchlint.queries.file import File
from torchlint.queries.gradients import masks
from torchlint.syntax import tree


@pytest.mark.parametrize(("steps", "is_known"), [(3, True), (1600, False)])
def test_a_mask_is_followed_through_some_definitions(steps: int, is_known: bool) -> None:
    lines = [f"    mask{i + 1} = narrowed(mask{i}, 1)" for i in range(steps)]
    file = File("losses.py", "\n".join(["def f(x, mask0):", *lines, f"    return x[mask{steps}].mean()"]))
    name = [one for one in file.tree.all(tree.Name) if one.id == f"mask{steps}"][-1]
    assert masks._comes_with_a_batch(file, name, set()) is is_known
