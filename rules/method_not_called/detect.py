"""Methods that are named as statements of their own, and not called."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.knowledge.signatures import METHODS_WITHOUT_ARGUMENTS
from torchlint.queries import ExpressionView, File, api
from torchlint.syntax import tree


def uncalled_methods(file: File) -> Iterator[ExpressionView]:
    """Attributes, as statements of their own, of optimizers, modules, schedulers and tensors, in source order."""
    for statement in file.tree.all(tree.ExpressionStatement):
        held = statement.value
        if isinstance(held, tree.Attribute) and statement not in api.displayed(file):
            kind = file.value(held.value).value.kind
            if held.attr in METHODS_WITHOUT_ARGUMENTS.get(kind, ()):
                yield ExpressionView(file, held)
