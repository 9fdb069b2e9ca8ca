"""Modules that are given to torch.save as they are, alone or in a dict."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.knowledge.naming_conventions import names_model
from torchlint.knowledge.signatures import returns_itself
from torchlint.queries import CallView, ExpressionView, checkpoints, gradients
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What a stream in memory or a file for the moment is called, or made by.
_IN_MEMORY = re.compile(r"BytesIO|buffer|stream|\bbuf\b|TemporaryFile|\btmp\b|\btemp\.", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class SavedModule(CallView):
    """A call of torch.save that is given a module."""

    module: ExpressionView
    is_named: bool = False  # whether only its name says that it is a module

    @property
    def is_sure(self) -> bool:
        """Whether it is known to be a module."""
        return not self.is_named and self.module.is_sure

    @property
    def state(self) -> str:
        """The code of its state, without what only moves the module."""
        node = self.module.node
        while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and returns_itself(node.func.attr):
            node = node.func.value
        return f"{ExpressionView(self.file, node)}.state_dict()"

    @property
    def is_in_memory(self) -> bool:
        """Whether it is written to memory, or to a file that is there for a moment only."""
        target = self.argument(1, "f")
        if target is None:
            return self.has_stars
        made = resolved_expression(self.file.tree, target.node)
        return any(_IN_MEMORY.search(self.file.tree.text_of(node)) for node in (target.node, made))

    @property
    def has_own_pickler(self) -> bool:
        """Whether it says with what it pickles."""
        return self.argument(2, "pickle_module") is not None


def saved_modules(file: File) -> Iterator[SavedModule]:
    """Such calls, then those of functions that save what they are given; one for each module of a dict."""
    for call in file.named_calls("torch.save"):
        given = call.argument(0, "obj")
        if given is not None:
            for module in _modules(file, given.node):
                yield SavedModule(file, call.node, module)
            if _is_named(file, given):
                yield SavedModule(file, call.node, given, is_named=True)
    for helper, saved in checkpoints.calls_that_save(file):
        for module in _modules(file, saved):
            yield SavedModule(file, helper, module)


def _modules(file: File, given: tree.Expression) -> Iterator[ExpressionView]:
    """The modules in what is saved: itself, or the values of a dict that is written out, here or in what is called."""
    made = resolved_expression(file.tree, given)
    whole = [made] if isinstance(made, tree.Dict) else gradients.returned_expressions(file, given)
    dicts = [one for one in whole if isinstance(one, tree.Dict)]
    for node in [value for one in dicts for value in one.values] if dicts else [given]:
        view = file.value(node)
        if view.value.kind == "module" and not _is_scripted(view):
            yield view


def _is_named(file: File, given: ExpressionView) -> bool:
    """Whether a name that models have is all that is known of something: `trainer.network`, perhaps moved.

    A variable is one where each assignment gives it such an attribute. A parameter may be a state dict.
    """
    node = given.node
    made = reaching_definitions(file.tree, node) if isinstance(node, tree.Name) else ()
    values = [one.value if one is not None and one.kind == "assignment" else None for one in made] or [node]
    return given.value.kind == "unknown" and all(one is not None and _is_model(file, one) for one in values)


def _is_model(file: File, node: tree.Expression) -> bool:
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and returns_itself(node.func.attr):
        node = node.func.value
    is_unknown = isinstance(node, tree.Attribute) and file.value(node).value.kind == "unknown"
    return is_unknown and isinstance(node, tree.Attribute) and names_model(node.attr)


def _is_scripted(view: ExpressionView) -> bool:
    """Whether torch.jit made it: a module as well, with its code in it."""
    made = resolved_expression(view.file.tree, view.node)
    return isinstance(made, tree.Call) and view.file.names.spelled_out(made.func).startswith("torch.jit.")
