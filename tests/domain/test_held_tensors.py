"""What a container holds is listed once, however often it holds it."""

from __future__ import annotations

from torchlint.domain.provenance import held_tensors
from torchlint.domain.values import NO, NUMBER, Value, tensor


def test_pairs_of_pairs_hold_what_the_innermost_holds() -> None:
    inner, other = tensor(NO), tensor(NO)
    pair = Value("tuple", items=(inner, NUMBER, other))
    for _ in range(60):
        pair = Value("tuple", items=(pair, pair))
    assert [id(one) for one in held_tensors(pair)] == [id(inner), id(other)]
