"""Classes that are made of their fields: dataclasses, NamedTuples and the like, whose constructor stores them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.knowledge.signatures import HAS_FIELDS, MAKES_FIELDS, WITHOUT_FIELDS
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Class
    from torchlint.domain.values import Value


def fields_of(cls: Class) -> tuple[str, ...]:
    """The fields of a class, in the order of its constructor; none of a class with a constructor of its own."""
    if cls.is_module or not any(map(_declares_fields, cls.lineage)) or cls.method("__init__") is not None:
        return ()
    declared = (s for base in reversed(cls.lineage) for s in base.node.body if isinstance(s, tree.AnnotatedAssign))
    return tuple(dict.fromkeys(s.target.id for s in declared if isinstance(s.target, tree.Name)))


def _declares_fields(cls: Class) -> bool:
    """Whether a class lists its fields as annotations, from which its constructor is made."""
    decorators = (d.func if isinstance(d, tree.Call) else d for d in cls.node.decorators)
    if any(tree.last_part(d) in MAKES_FIELDS for d in decorators):
        return True
    return any(base.kind == "external" and base.name in HAS_FIELDS for base in cls.bases)


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


def holds_tensors(value: Value) -> bool:
    """Whether a value is a tensor, may come from a model, or contains what does."""
    if value.is_tensor or value.origins:
        return True
    return value.kind in ("list", "tuple", "dict") and any(map(holds_tensors, value.elements))
