"""Parameters that are frozen before their model is wrapped, and are told to want gradients afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.symbols import Class
from torchlint.flow.facts import ModelWrapperFact
from torchlint.flow.model_wrappers import DDP
from torchlint.queries import modules
from torchlint.syntax import tree

from .detect_switches import SwitchCall, requires_grad_calls

if TYPE_CHECKING:
    from torchlint.queries import File

Path = tuple[str, ...]  # a part of a model, by the attributes that lead there


class Freed(NamedTuple):
    """Where parameters get their gradients back, and where they had lost them."""

    node: tree.Node
    frozen: tree.Node


def freed_parameters(file: File, wrap: ModelWrapperFact) -> Iterator[Freed]:
    """Each place of a file that frees after a wrapper what was frozen in front of it, in source order."""
    frees = [(node, _path(file, module, wrap)) for node, module in _frees(file)]
    switches = requires_grad_calls(file)
    frozen = [*_frozen_by_then(file, wrap), *_frozen_when_made(file, wrap)]
    frozen += [(one.node, path) for one in switches if (path := _frozen_by_call(file, one, wrap)) is not None]
    frees += [(one.node, _switched_part(file, one, wrap)) for one in switches if one.wanted]
    for node, path in frees:
        if path is None or node.start < wrap.node.start:
            continue
        for freeze, part in frozen:
            between = (free for other, free in frees if freeze.start < other.start < wrap.node.start)
            if _overlap(part, path) and not any(free is not None and path[: len(free)] == free for free in between):
                yield Freed(node, freeze)
                break
    yield from _freed_by_the_same(file, switches, wrap)


def _frozen_by_call(file: File, switch: SwitchCall, wrap: ModelWrapperFact) -> Path | None:
    """What a call in front of the wrapper freezes of the model, in the same code."""
    if switch.wanted or file.tree.scope(switch.node) is not file.tree.scope(wrap.node):
        return None
    return _switched_part(file, switch, wrap) if switch.node.end <= wrap.node.start else None


def _switched_part(file: File, switch: SwitchCall, wrap: ModelWrapperFact) -> Path | None:
    """Which part of the wrapped model a call freezes or frees."""
    path = _path(file, switch.module, wrap) if switch.module is not None else None
    return (*path, *switch.rest) if path is not None else None


def _freed_by_the_same(file: File, switches: Sequence[SwitchCall], wrap: ModelWrapperFact) -> Iterator[Freed]:
    """Calls of a method that has frozen parameters before the model was wrapped: `model.train_backbone(True)`."""
    for free in switches:
        place = _wrapping_in(file, file.tree.scope(free.node), wrap) if free.wanted else None
        if place is None or free.node.start < place.end:
            continue
        before = [one for one in switches if one.same == free.same and one.node.end <= place.start]
        last = max(before, key=lambda one: one.node.start, default=None)
        if last is not None and not last.wanted and file.tree.scope(last.node) is file.tree.scope(free.node):
            yield Freed(free.node, last.node)


def _wrapping_in(file: File, scope: tree.Node, wrap: ModelWrapperFact) -> tree.Node | None:
    """The call in a piece of code that leads to the wrapper, or the wrapper itself."""
    if file.tree.scope(wrap.node) is scope:
        return wrap.node
    chains = (
        origin.chain
        for fact in file.facts.forwards
        for origin in fact.model.origins
        if origin.what == DDP and origin.node is wrap.node
    )
    return next(
        (call for chain in chains for call in chain if file.holds(call) and file.tree.scope(call) is scope), None
    )


def _frees(file: File) -> Iterator[tuple[tree.Node, tree.Node]]:
    """Code that has all parameters of a module want gradients, and that module."""
    for loop in file.tree.all(tree.For):
        call = modules.parameters_of(loop)
        if call is not None and any(_is_set(node) for node in loop.body):
            yield loop, modules.receiver_of(call)
    for call in file.tree.all(tree.Call):
        if modules.frees(call) and file.value(modules.receiver_of(call)).value.kind == "module":
            yield call, modules.receiver_of(call)


def _is_set(statement: tree.Node) -> bool:
    """Whether a statement is `p.requires_grad = True` or `p.requires_grad_()`."""
    if isinstance(statement, tree.Assign):
        is_true = tree.is_true(statement.value)
        return is_true and any(tree.last_name(target) == "requires_grad" for target in statement.targets)
    call = statement.value if isinstance(statement, tree.ExpressionStatement) else None
    return isinstance(call, tree.Call) and modules.frees(call)


def _frozen_by_then(file: File, wrap: ModelWrapperFact) -> Iterator[tuple[tree.Node, Path]]:
    """What the same code freezes in front of the wrapper."""
    for freeze in modules.freezes(file.analysis.units[0]):
        if freeze.node.end <= wrap.node.start and file.tree.scope(freeze.node) is file.tree.scope(wrap.node):
            path = _path(file, freeze.module, wrap)
            if path is not None:
                yield freeze.node, path


def _frozen_when_made(file: File, wrap: ModelWrapperFact) -> Iterator[tuple[tree.Node, Path]]:
    """What the class of the model freezes when a model is made."""
    made = wrap.model.ref.node if isinstance(wrap.model.ref, Class) else None
    for unit in file.analysis.units if made is not None else ():
        for freeze in modules.freezes(unit):
            function = unit.tree.above(freeze.node, tree.FunctionDef)
            is_made = isinstance(function, tree.FunctionDef) and function.name == "__init__"
            if is_made and unit.is_target and unit.tree.above(freeze.node, tree.ClassDef) is made:
                first, *rest = (tree.dotted(freeze.module) or "").split(".")
                if first == "self":
                    yield freeze.node, tuple(rest)


def _path(file: File, module: tree.Node, wrap: ModelWrapperFact) -> Path | None:
    """Which part of the wrapped model this is; None if it is none of it."""
    names: list[str] = []
    while True:
        value = file.value(module).value
        if value.kind == "module" and value.source is wrap.model.source:
            return tuple(names[1:] if names[:1] == ["module"] else names)
        if isinstance(module, tree.Attribute):
            names.insert(0, module.attr)
        elif isinstance(module, tree.Subscript):
            names.insert(0, file.tree.text_of(module.index))
        else:
            return None
        module = module.value


def _overlap(one: Path, other: Path) -> bool:
    """Whether one part of a model is inside the other, or is the other."""
    return all(a == b for a, b in zip(one, other))
