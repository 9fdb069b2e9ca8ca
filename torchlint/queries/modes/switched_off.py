"""Layers that one call of a model leaves out: those under `if drops:` in its forward, where the call gives False."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.domain.values import NO, Value
from torchlint.flow.facts import ForwardFact
from torchlint.flow.mode_dependence import ModeLayers, level_of_text
from torchlint.knowledge.mode_dependence import is_without_layers
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_DEEPEST = 4  # modules inside modules that are given the same switch


def leaves_out_layers(file: File, fact: ForwardFact) -> bool:
    """Whether this call switches off, by its arguments, all that makes the model depend on the mode."""
    cls, arguments = fact.model.ref, fact.node.args
    forward = cls.method("forward") if isinstance(cls, Class) else None
    if not isinstance(cls, Class) or forward is None:
        return False
    seen = fact.given if len(fact.given) == len(arguments) else ()
    known = {a.value.id for a, value in zip(arguments, seen) if isinstance(a.value, tree.Name) and value.ref is False}
    off = _off(forward.node, fact.node, known)
    return bool(off) and _leaves_out(file.analysis.layers, cls, off, _DEEPEST)


def _off(function: tree.Node, call: tree.Call, known: Collection[str]) -> frozenset[str]:
    """The parameters of a method that are false in a call, in which these names are."""
    assert isinstance(function, tree.FunctionDef)
    if any(argument.star for argument in call.args):
        return frozenset()
    parameters = function.parameters[1:]
    values = {one.name: one.default for one in parameters}
    values |= tree.given_by_name(call, [one.name for one in parameters])
    rebound = {target.id for one in assignments_in(function) if isinstance(target := one.target, tree.Name)}
    return frozenset(name for name, value in values.items() if name not in rebound and _is_false(value, known))


def _is_false(node: tree.Expression | None, known: Collection[str]) -> bool:
    if isinstance(node, tree.Name):
        return node.id in known
    return isinstance(node, tree.Constant) and node.value is False


def _leaves_out(layers: ModeLayers, cls: Class, off: frozenset[str], depth: int) -> bool:
    """Whether the forward of a class, called so, uses no layer that depends on the mode."""
    forward = cls.method("forward")
    if forward is None or depth == 0 or cls.has_unresolved_base or not all(map(is_without_layers, cls.external_bases)):
        return False
    methods = [f for one in cls.lineage for name, f in one.methods.items() if name != "__init__"]
    if any(f.unit.tree.once(level_of_text, f.node) != NO for f in methods):
        return False
    syntax = forward.unit.tree
    for one in cls.lineage:
        for name, held in one.attributes.items():
            reads = [(f, read) for f in methods for read in _reads(f.unit.tree, f.node, name)]
            if not reads or (held.kind == "module" and layers.of(held) == NO) or not _may_be_called(held):
                continue
            for function, read in reads:
                if function is not forward:
                    return False
                if not _is_skipped(syntax, read, off) and not _is_told(layers, syntax, read, held, off, depth):
                    return False
    return True


def _may_be_called(held: Value) -> bool:
    return held.kind in ("module", "unknown", "list", "tuple", "dict")


def _reads(syntax: tree.Tree, method: tree.Node, name: str) -> Iterator[tree.Attribute]:
    """Where a method calls an attribute, or hands it on."""
    for node in syntax.inside(method, tree.Attribute):
        if node.attr == name and tree.dotted(node) == f"self.{name}":
            yield node


def _is_skipped(syntax: tree.Tree, read: tree.Node, off: frozenset[str]) -> bool:
    """Whether a condition around asks for a parameter that is false."""
    return any(
        field == "body" and isinstance(test := getattr(around, "test", None), tree.Name) and test.id in off
        for around, field in syntax.branches(read, tree.If, tree.Conditional).items()
    )


def _is_told(
    layers: ModeLayers, syntax: tree.Tree, read: tree.Attribute, held: Value, off: frozenset[str], depth: int
) -> bool:
    """Whether a module of the project is called with the switch, and leaves its layers out for it."""
    callee: tree.Node = read
    above = syntax.parents.get(read)
    if isinstance(above, tree.Attribute) and above.attr == "forward":
        callee, above = above, syntax.parents.get(above)
    if not isinstance(above, tree.Call) or above.func is not callee or not isinstance(held.ref, Class):
        return False
    forward = held.ref.method("forward")
    further = _off(forward.node, above, off) if forward is not None else frozenset()
    return bool(further) and _leaves_out(layers, held.ref, further, depth - 1)
