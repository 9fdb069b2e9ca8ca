"""What `--verify` does where tensors are on a GPU: the checks of `python -m benchmarks.cuda`, less what is timed."""

from __future__ import annotations

import pytest

from benchmarks.cuda.checks import CORRECT, Check
from benchmarks.cuda.runs import Runs

torch = pytest.importorskip("torch")
pytestmark = [
    pytest.mark.cuda,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device"),
]


@pytest.fixture(scope="module")
def runs() -> Runs:
    return Runs("cuda")


@pytest.mark.parametrize("check", CORRECT, ids=[check.__name__ for check in CORRECT])
def test_on_a_gpu(check: Check, runs: Runs) -> None:
    found = check(runs)
    assert found.passed, found.says
