"""Modules with a `__call__` of their own, in place of nn.Module's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.domain.values import YES
from torchlint.knowledge.signatures import PROCESSOR_PARAMETERS
from torchlint.queries import View, testing
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# By what an own `__call__` goes on to what nn.Module does.
_GOES_ON = frozenset(("__call__", "_call_impl", "_wrapped_call_impl"))


@dataclass(frozen=True, slots=True, eq=False)
class OwnCall(View):
    """The `def __call__` of a module."""

    cls: str
    has_forward: bool  # whether a forward of the class, or of a base, is there, too

    @property
    def advice(self) -> str:
        """What to write instead."""
        return "override `forward` instead" if self.has_forward else "rename it to `forward`"


def own_calls(file: File) -> Iterator[OwnCall]:
    """Each such method of this file that does not go on to nn.Module's, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for cls in sorted(file.analysis.classes, key=lambda one: one.node.start):
        own = cls.methods.get("__call__") if any(base.startswith("torch.nn.") for base in cls.external_bases) else None
        if own is None or _is_attention_processor(own.node):
            continue  # diffusers inspects the parameters of `__call__`
        if not _goes_on(own.node) and _may_have_layers(file, cls):
            yield OwnCall(file, own.node, cls.name, cls.method("forward") is not None)


def _may_have_layers(file: File, cls: Class) -> bool:
    """Whether something may be in the module, so that it is more than a function: what is made by a call is kept."""
    if any(one.kind == "module" or one.grad == YES for base in cls.lineage for one in base.attributes.values()):
        return True
    kept = (one for one in assignments_in(cls.node) if isinstance(one.target, tree.Attribute))
    made = (one.value for one in kept if isinstance(one.value, tree.Call))
    return any(file.value(call).value.kind in ("unknown", "list") for call in made)


def _is_attention_processor(method: tree.FunctionDef | tree.Lambda) -> bool:
    return tuple(one.name for one in method.parameters[:3]) == PROCESSOR_PARAMETERS


def _goes_on(method: tree.Node) -> bool:
    return any(isinstance(node, tree.Attribute) and node.attr in _GOES_ON for node in tree.walk(method))
