"""The lattice of values: what two of them have in common."""

from __future__ import annotations

import pytest

from torchlint.binding.symbols import class_of
from torchlint.domain.joins import join
from torchlint.domain.kinds import WrongKind
from torchlint.domain.values import NONE, Composite, OneOf, Sequential, Value, tensor
from torchlint.syntax import tree


def cache(entry: Value, depth: int) -> Value:
    """A dict of eight names for one dict of eight names, and so on: what models hand on to their parts."""
    for _ in range(depth):
        entry = Value("dict", ref={f"'part{number}'": entry for number in range(8)})
    return entry


def dicts_in(value: Value) -> set[int]:
    """The dicts that a value is and holds, each once."""
    found: dict[int, Value] = {}
    todo = [value]
    while todo:
        here = todo.pop()
        if here.kind == "dict" and id(here) not in found:
            found[id(here)] = here
            todo += here.elements
    return set(found)


def test_a_dict_that_stands_in_many_places_is_joined_once() -> None:
    joined = join(cache(NONE, 4), cache(tensor(), 4))
    assert len(dicts_in(joined)) == 4
    inside = joined
    for _ in range(4):
        inside = inside.entries["'part7'"]
    assert inside.kind == "tensor"


def test_dicts_that_differ_are_joined_each_for_itself() -> None:
    one, other = Value("dict", ref={"'a'": NONE}), Value("dict", ref={"'a'": tensor()})
    joined = join(Value("dict", ref={"'x'": one, "'y'": one}), Value("dict", ref={"'x'": other, "'y'": one}))
    assert joined.entries["'x'"].entries["'a'"].kind == "tensor"
    assert joined.entries["'y'"].entries["'a'"].kind == "none"


def test_a_value_of_another_kind_is_refused() -> None:
    with pytest.raises(WrongKind, match="<tensor None> has no entries"):
        _ = tensor().entries
    with pytest.raises(WrongKind, match=r"<dict \{\}> has no name"):
        _ = Value("dict", ref={}).name
    with pytest.raises(WrongKind, match="of no known class"):
        class_of(Value("module", ref="torch.nn.Linear"))
    with pytest.raises(WrongKind):
        tensor().with_entries({})


def test_sequentials_of_the_same_parts_are_equal() -> None:
    part = Value("module", ref="torch.nn.Linear")
    assert Sequential((part,)) == Sequential((part,))
    choice: Composite = OneOf((part,))
    assert Sequential((part,)) != choice
    joined = join(Value("module", ref=Sequential((part,))), Value("module", ref=Sequential((part,))))
    assert joined.ref == Sequential((part,))


def test_names_that_were_not_looked_into_join_to_something_unknown() -> None:
    one, other = (Value("deferred", ref=(tree.Pass(at, at + 4),)) for at in (0, 5))
    assert join(one, other).kind == "unknown"
