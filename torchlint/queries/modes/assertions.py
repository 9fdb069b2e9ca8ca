"""Functions that compare numbers with expected ones, as tests do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_TESTING = ("torch.testing.assert_", "numpy.testing.assert_")


@query
def asserting(file: File) -> frozenset[tree.Node]:
    """The functions (or the tree's root) that compare numbers with the test functions of PyTorch or NumPy."""
    calls = (call for call in file.tree.all(tree.Call) if file.names.spelled_out(call.func).startswith(_TESTING))
    return frozenset(map(file.tree.scope, calls))


def is_checked_after(file: File, call: tree.Node) -> bool:
    """Whether several `assert`s follow a call in its scope, as in a check at the end of a file that defines a model."""
    around = file.tree.own(file.tree.scope(call), tree.Assert)
    return sum(one.start > call.end for one in around) > 1
