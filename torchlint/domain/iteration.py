"""What iterating over a value yields."""

from __future__ import annotations

from torchlint.domain.joins import join_all
from torchlint.domain.values import NUMBER, SETTINGS, Value, unknown


def element(value: Value) -> Value:
    """The value that iterating over a container yields."""
    kind = value.kind
    if kind == "list":
        return value.items[0].with_origins(value.origins) if value.items else unknown(value.origins)
    if kind == "tuple":
        return join_all(value.items).with_origins(value.origins)
    if kind == "dict":
        return NUMBER
    if value.is_tensor:
        return value
    if kind in ("loader", "batch"):
        return Value("batch")
    if kind == "enumerate":
        return Value("tuple", items=(NUMBER, element(value.items[0])))
    if kind == "zip":
        return Value("tuple", items=tuple(element(item) for item in value.items))
    if kind == "module":
        return join_all(value.items) if value.items else Value("module", assumed=True)
    if value.made_by == SETTINGS:
        return NUMBER  # the names
    if kind in ("number", "array", "optimizer"):  # Lightning's self.optimizers() is one or several
        return value
    return unknown(value.origins)
