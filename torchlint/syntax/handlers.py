"""What an `except` catches."""

from __future__ import annotations

from collections.abc import Collection

from torchlint.syntax import tree


def catches(handler: tree.Handler, errors: Collection[str]) -> bool:
    """Whether an `except` is for all errors, or for one of these, by their last names."""
    if handler.type is None:
        return True
    types = handler.type.elements if isinstance(handler.type, tree.Tuple) else [handler.type]
    return any(tree.last_name(one) in errors for one in types)
