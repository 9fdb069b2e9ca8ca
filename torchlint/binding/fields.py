"""Classes that are made of their fields: dataclasses, NamedTuples and the like, whose constructor stores them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.knowledge.signatures import HAS_FIELDS, WITHOUT_FIELDS
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Class
    from torchlint.domain.values import Value


def is_named_tuple(cls: Class) -> bool:
    """Whether instances are tuples of their fields."""
    return "typing.NamedTuple" in cls.external_bases


def given_fields(cls: Class, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> dict[str, Value]:
    """The fields that a call of the class sets, as far as it is known which they are."""
    found = {name: value for name, value in keywords.items() if name in cls.fields}
    if args and _has_all_fields(cls) and not any(argument.star for argument in node.args):
        found |= dict(zip(cls.fields, args))
    return found


def _has_all_fields(cls: Class) -> bool:
    """Whether no base class that is not known has fields of its own, which would come first."""
    return not any(b.kind == "unknown" for c in cls.lineage for b in c.bases) and (
        set(cls.external_bases) <= HAS_FIELDS | WITHOUT_FIELDS
    )


def holds_tensors(value: Value, depth: int = 0) -> bool:
    """Whether a value is a tensor, may come from a model, or contains what does."""
    if value.is_tensor or value.origins:
        return True
    if depth > 2 or value.kind not in ("list", "tuple", "dict", "instance"):
        return False
    return any(holds_tensors(inside, depth + 1) for inside in value.elements)
