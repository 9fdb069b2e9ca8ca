"""Which removals of other packages a project with an older PyTorch may meet."""

from __future__ import annotations

import pytest

from torchlint.knowledge.removals_beside_torch import REMOVED_BESIDE_TORCH, python_beside
from torchlint.project.requirements import Version


@pytest.mark.parametrize(
    ("name", "before", "needed"),
    [
        ("numpy.float", (1, 10), (3, 8)),
        ("numpy.float", (1, 5), (3, 8)),
        ("numpy.float", (1, 4), None),  # has no packages for Python 3.8
        ("numpy.Inf", (1, 13), None),  # NumPy 2 and a PyTorch of that time do not go together
        ("collections.Mapping", (1, 11), None),
        ("collections.Mapping", (1, 12), (3, 10)),
        ("sklearn.cross_validation", (1, 1), (3, 6)),
    ],
)
def test_the_python_with_which_it_fails(name: str, before: Version, needed: Version | None) -> None:
    assert python_beside(REMOVED_BESIDE_TORCH[name], before) == needed
