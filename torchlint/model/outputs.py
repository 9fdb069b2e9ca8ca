"""What rules see of what models return: the tuples that a forward writes out, and what their places hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.model import tree
from torchlint.model.definitions import Class, Function
from torchlint.model.torch_meaning import LOGISTIC, SOFTMAX
from torchlint.model.views import ExpressionView, View

if TYPE_CHECKING:
    from torchlint.model.file import File


@dataclass(frozen=True, eq=False)
class OutputView(View):
    """A `return` of a model's forward that writes out a tuple."""

    cls: Class
    forward: Function

    @cached_property
    def elements(self) -> list[ExpressionView]:
        """The things in the tuple, without those that are None."""
        value = self.node.value if isinstance(self.node, tree.Return) else None
        nodes = value.elements if isinstance(value, tree.Tuple) else []
        return [ExpressionView(self.file, n) for n in nodes if not (isinstance(n, tree.Constant) and n.value is None)]

    @property
    def is_of_top_level_model(self) -> bool:
        """Whether the class is made outside of other modules in this file: a model in itself, rather than a part."""
        makers = self.file.record.makers.get(self.cls, set())
        return bool(makers) and all(m is None or not m.is_module or m is self.cls for m in makers)

    @property
    def is_part_of_another(self) -> bool:
        """Whether another module in this file makes one of these for itself."""
        makers = self.file.record.makers.get(self.cls, set())
        return any(m is not None and m.is_module and m is not self.cls for m in makers)

    @property
    def hands_on_state(self) -> bool:
        """Whether the last thing is the state that a recurrent layer takes and returns."""
        last = self.elements[-1]
        if last.value.made_by == "state" or any(v.made_by == "state" for v in last.value.elements):
            return True
        if isinstance(last.node, tree.Tuple) and len(self.elements) == 2:
            return True  # (output, (h, c))
        taken = {p.name for p in self.forward.node.parameters[2:]}
        return isinstance(last.node, tree.Name) and last.node.id in taken

    @property
    def hands_on_attention(self) -> bool:
        """Whether the second of two things is the weights that an attention layer returns beside its context."""
        if len(self.elements) != 2:
            return False
        first, last = (e.value.made_by for e in self.elements)
        return last == SOFTMAX and first not in (SOFTMAX, LOGISTIC)

    @property
    def is_of_one_kind(self) -> bool:
        """Whether everything in the tuple is made the same way: two images, a mean and a logarithm of a variance."""
        return len({self._maker(e.node) for e in self.elements}) < 2

    def _maker(self, node: tree.Expression, depth: int = 0) -> str:
        """How an element is made, as code: two equal layers make things of one kind."""
        if isinstance(node, tree.Name) and depth < 4:
            made = self._assigned(node.id)
            return self._maker(made, depth + 1) if made is not None else node.id
        if isinstance(node, tree.Call):
            name = tree.dotted(node.func) or ""
            if name.startswith("self."):
                layer = self._layer(name[5:])
                if layer:
                    return layer
            if isinstance(node.func, tree.Attribute) and not name.startswith("self.") and depth < 4:
                inner = self._maker(node.func.value, depth + 1)
                return inner if node.func.attr in ("view", "squeeze", "reshape", "flatten") else f"{inner}.{node.func.attr}"
            return name or self.file.tree.text_of(node.func)
        return self.file.tree.text_of(node)

    def _assigned(self, name: str) -> tree.Expression | None:
        """What a name was last assigned in this forward, by itself."""
        found: tree.Expression | None = None
        for node in tree.walk(self.forward.node, into_functions=False):
            if isinstance(node, tree.Assign) and node.start < self.node.start:
                if any(isinstance(t, tree.Name) and t.id == name for t in node.targets):
                    found = node.value
        return found

    def _layer(self, name: str) -> str:
        """The code that makes `self.<name>`; a method's name where that is one."""
        for cls in self.cls.lineage:
            for node in tree.walk(cls.node):
                if isinstance(node, tree.Assign) and any(tree.dotted(t) == f"self.{name}" for t in node.targets):
                    return " ".join(self.file.tree.text_of(node.value).split())
        return ""


def outputs(file: File) -> Iterator[OutputView]:
    """The tuples that forwards of this file's modules return, in source order."""
    for cls in sorted(file.classes, key=lambda c: c.node.start):
        forward = cls.methods.get("forward")
        if forward is None or not cls.is_module or any(b.endswith("autograd.Function") for b in cls.external_bases):
            continue
        for node in tree.walk(forward.node, into_functions=False):
            if isinstance(node, tree.Return) and isinstance(node.value, tree.Tuple):
                view = OutputView(file, node, cls, forward)
                if len(view.elements) > 1:
                    yield view
