"""Layers that a module makes each time that it is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.symbols import Class, module_has_parameters
from torchlint.binding.use_def import owner_of, uses
from torchlint.domain.values import YES, Value
from torchlint.knowledge.call_names import REACHES_WEIGHTS
from torchlint.knowledge.operations import has_column, operations
from torchlint.queries import CallView, View
from torchlint.queries.modules import Method, constructing_code, constructs_parameters
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Arguments that leave a normalisation without parameters.
_AFFINE = frozenset(("affine", "elementwise_affine"))
# Methods that build a model, whoever calls them.
_BUILDING = ("init", "build", "make", "create", "setup", "reset", "add_", "get_", "load")


@dataclass(frozen=True, slots=True, eq=False)
class MadeLayer(CallView):
    """A layer that is made and called in a method which runs with each forward."""

    node: tree.Call
    method_of_module: Method
    made: Value
    maker: tree.Node  # the code that makes it and its parts: the call, or the function that it calls

    @property
    def model(self) -> View | None:
        """The module that makes it, where the code speaks of it before."""
        return self.method_of_module.mentions_itself(self.file, self.node)

    @property
    def has_parameters(self) -> bool:
        """Whether the layer certainly has something to be trained."""
        if self._is_without_affine or not constructs_parameters(self.file, self.made, self.maker):
            return False
        return not isinstance(self.made.ref, Class) or any(map(_makes_parameters, self.made.ref.lineage))

    @property
    def drops(self) -> bool:
        """Whether the layer is a dropout that drops something."""
        ref = self.made.ref
        is_dropout = isinstance(ref, str) and ref.startswith("torch.nn.") and ref.rpartition(".")[2] in _DROPOUTS
        given = self.argument(0, "p")
        return is_dropout and not (given and isinstance(given.node, tree.Constant) and not given.node.value)

    @property
    def _is_without_affine(self) -> bool:
        return any(a.keyword in _AFFINE and tree.is_false(a.value) for a in self.node.args)

    @property
    def is_only_called(self) -> bool:
        """Whether nothing is done with the layer than to call it, so that nobody keeps it or sets its weights."""
        node, parent = self._moved()
        if isinstance(parent, tree.Call) and parent.func is node:
            return True
        named = definitions_from(self.file.tree, node)
        name = named[0].target if len(named) == 1 else None
        return isinstance(name, tree.Name) and self._is_name_only_called(name)

    @property
    def switches_itself(self) -> bool:
        """Whether the layer is put into a mode as it is made: `nn.Dropout(0.5).train(self.training)`."""
        parent = self.file.tree.parents.get(self._moved()[0])
        return isinstance(parent, tree.Attribute) and parent.attr in ("train", "eval")

    def _moved(self) -> tuple[tree.Node, tree.Node | None]:
        """The layer, moved to a device where it is, and the code around that."""
        parents = self.file.tree.parents
        node: tree.Node = self.node
        while (
            isinstance(above := parents.get(node), tree.Attribute)
            and _gives_it_back(above.attr)
            and isinstance(call := parents.get(above), tree.Call)
        ):
            node = call
        return node, parents.get(node)

    def _is_name_only_called(self, name: tree.Name) -> bool:
        parents, calls = self.file.tree.parents, 0
        if owner_of(self.file.tree, name) is not self.method_of_module.node:
            return False
        for use in uses(self.file.tree, name):
            above = parents.get(use)
            if isinstance(above, tree.Attribute) and _gives_it_back(above.attr):
                continue
            if not isinstance(above, tree.Call) or above.func is not use:
                return False
            calls += 1
        return calls > 0


def _gives_it_back(method: str) -> bool:
    """Whether a method gives the module itself back: moved, or converted."""
    return has_column(method, "move", "cast", of="torch.nn.Module")


def _makes_parameters(cls: Class) -> bool:
    """Whether a class makes something that is trained, rather than to hold what it is given."""
    if any(value.kind != "module" and value.grad == YES for value in cls.attributes.values()):
        return True
    parts = (value for value in cls.attributes.values() if value.kind == "module")
    return any(_is_made_by(cls, part.source) and module_has_parameters(part) for part in parts)


def _is_made_by(cls: Class, source: tree.Node | None) -> bool:
    """Whether a module is made in a class, or in a function of the file that the class calls."""
    syntax = cls.unit.tree
    if not isinstance(source, tree.Call) or source not in syntax.parents:
        return False
    maker = syntax.above(source, tree.FunctionDef, tree.ClassDef)
    if not isinstance(maker, tree.FunctionDef) or syntax.above(maker, tree.ClassDef) is not None:
        return cls.node in syntax.around(source)
    return any(tree.last_part(call.func) == maker.name for call in syntax.inside(cls.node, tree.Call))


_DROPOUTS = operations("dropout", of="torch.nn")


def layers_made_in_forward(file: File) -> Iterator[MadeLayer]:
    """The layers that modules of this file make and call each time that they are called, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda c: c.node.start):
        if not cls.is_module or "forward" not in cls.methods:
            continue
        for method in _methods_of_forward(cls):
            for node in file.tree.own(method.node, tree.Call):
                made = file.facts.values.get(node)
                maker = constructing_code(file, node, made) if made is not None else None
                if made is None or maker is None or _sets_weights(maker):
                    continue  # no layer, one that is kept somewhere, or one that gets the weights of another
                layer = MadeLayer(file, node, method, made, maker)
                if layer.is_only_called:
                    yield layer


def _sets_weights(maker: tree.Node) -> bool:
    """Whether a function that makes a layer goes on to give it weights: `layer.weight.data = kernel`."""
    reached = (node.attr for node in tree.walk(maker) if isinstance(node, tree.Attribute))
    return isinstance(maker, tree.FunctionDef) and not REACHES_WEIGHTS.isdisjoint(reached)


def _methods_of_forward(cls: Class) -> list[Method]:
    """The forward of a class, and its methods that only this calls."""
    found: list[Method] = []
    todo = ["forward"]
    for name in todo:  # grows as methods are found
        function = cls.methods.get(name)
        node = function.node if function else None
        if function is None or not isinstance(node, tree.FunctionDef) or not node.parameters:
            continue
        found.append(Method(cls, node, node.parameters[0].name))
        called = sorted(function.unit.traits_of(node).calls_of_self)
        todo += [other for other in called if other not in todo and not other.lstrip("_").startswith(_BUILDING)]
    return sorted(found, key=lambda method: method.node.start)
