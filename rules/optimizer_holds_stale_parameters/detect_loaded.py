"""Models, and parts of objects, that a file replaces as such, while their optimizer goes on with the old ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, definitions_from
from torchlint.binding.known_texts import of_namespace, texts_of
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.knowledge.call_names import HANDS_ON_PARAMETERS
from torchlint.queries import CallView, View, query
from torchlint.syntax import tree

from .detect import Replaced

if TYPE_CHECKING:
    from torchlint.queries import File

_PARAMETERS = ".parameters"


def loaded_parts(file: File) -> Iterator[Replaced]:
    """`self.scale = state["scale"]` beside `self.optimizer.load_state_dict(...)`, in source order.

    The optimizer was made in the constructor, of the object that `self.scale` was then.
    """
    for cls in file.tree.all(tree.ClassDef):
        methods = [one for one in cls.body if isinstance(one, tree.FunctionDef)]
        made = {attr: call for one in methods if one.name == "__init__" for attr, call in _optimizers(file, one)}
        for method in methods if made else ():
            if method.name != "__init__":
                yield from _replaced(file, cls, method, made)


def loaded_models(file: File) -> Iterator[Replaced]:
    """`model = torch.load(path)` after an optimizer was made of `model`, which steps where that is called.

    That it is called shows that the file holds a model, and not only its weights.
    """
    for call in file.named_calls("torch.load"):
        for one in definitions_from(file.tree, call.node):
            scope = file.tree.scope(call.node)
            made = _made_before(file, scope, call.node.start, one.name)
            steps = (step for step in file.method_calls("step") if file.tree.scope(step.node) is scope)
            trained = (step for step in steps if step.node.start > call.node.start) if made else ()
            for step in trained:
                if _optimizer_of(file, step) in made and _is_called_beside(file, step.node, one):
                    make = View(file, _optimizer_of(file, step) or step.node)
                    if one.target is not None:
                        yield Replaced(file, one.target, make, step)
                    break


def _made_before(file: File, scope: tree.Node, end: int, name: str) -> list[tree.Call]:
    """The calls in a scope, before a place, that make optimizers of the parameters of what has this name."""
    return [call for call in _makers_by_name(file).get((scope, name), []) if call.start < end]


@query
def _makers_by_name(file: File) -> dict[tuple[tree.Node, str], list[tree.Call]]:
    """The calls that make optimizers, by the scope that they are in and the names whose `parameters` they mention."""
    found: dict[tuple[tree.Node, str], list[tree.Call]] = {}
    for call in file.tree.all(tree.Call):
        if file.value(call).value.kind == "optimizer":
            named = (tree.dotted(one) or "" for one in tree.walk(call) if isinstance(one, tree.Attribute))
            for name in {one.removesuffix(_PARAMETERS) for one in named if one.endswith(_PARAMETERS)}:
                found.setdefault((file.tree.scope(call), name), []).append(call)
    return found


def _optimizer_of(file: File, step: CallView) -> tree.Node | None:
    """The call that makes the optimizer that steps, if it can only be one."""
    receiver = step.node.func.value if isinstance(step.node.func, tree.Attribute) else None
    return resolved_expression(file.tree, receiver) if isinstance(receiver, tree.Name) else None


def _is_called_beside(file: File, step: tree.Node, model: Definition) -> bool:
    """Whether the loop around a step calls what was loaded."""
    loop = file.tree.above(step, *tree.Loops)
    for call in file.tree.own(loop, tree.Call) if loop is not None else ():
        if isinstance(call.func, tree.Name) and call.func.id == model.name:
            reaching = reaching_definitions(file.tree, call.func)
            return any(one is not None and one.target is model.target for one in reaching)
    return False


def _optimizers(file: File, constructor: tree.FunctionDef) -> Iterator[tuple[str, tree.Call]]:
    """The attributes that are given an optimizer, with the call that makes it."""
    for name, _, value in _assigned(file, constructor):
        if isinstance(value, tree.Call) and file.value(value).value.kind == "optimizer":
            yield name, value


def _replaced(
    file: File, cls: tree.ClassDef, method: tree.FunctionDef, made: dict[str, tree.Call]
) -> Iterator[Replaced]:
    """What a method that restores an optimizer gives another object, of which the optimizer has the one before."""
    called = {tree.dotted(node.func): node for node in tree.walk(cls) if isinstance(node, tree.Call)}
    restored = {tree.dotted(node.func) for node in tree.walk(method) if isinstance(node, tree.Call)}
    assigned = {name: (place, value) for name, place, value in _assigned(file, method)}
    for name, call in made.items():
        step = called.get(f"self.{name}.step")
        if step is None or name in assigned or f"self.{name}.load_state_dict" not in restored:
            continue
        for attr in _held(call):
            target, value = assigned.get(attr, (None, None))
            if target is not None and value is not None and _is_read(file, value):
                yield Replaced(
                    file, target, View(file, call), View(file, step), "copy its values into the old parameter"
                )


def _assigned(file: File, method: tree.FunctionDef) -> Iterator[tuple[str, tree.Expression, tree.Expression]]:
    """What a method assigns to attributes of its object, each by its name and with the code that says which."""
    for node in tree.walk(method, into_functions=False):
        if isinstance(node, tree.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, tree.Attribute) and tree.dotted(target.value) == "self":
                yield target.attr, target, node.value
            elif isinstance(target, tree.Subscript) and tree.dotted(of_namespace(target.value)) == "self":
                for name in texts_of(file.tree, target.index):
                    yield name, target, node.value
        elif isinstance(node, tree.Call) and tree.dotted(node.func) == "setattr" and len(node.args) == 3:
            holder, named, value = (argument.value for argument in node.args)
            for name in texts_of(file.tree, named) if tree.dotted(holder) == "self" else ():
                yield name, value, value


def _held(call: tree.Call) -> list[str]:
    """The attributes of which an optimizer is given the parameters, or which are parameters: `[self.scale]`."""
    given = next((one.value for one in call.args if one.keyword in ("", None, "params")), None)
    nodes = list(tree.walk(given)) if given is not None else []
    held = [node for node in nodes if isinstance(node, tree.Attribute) and tree.dotted(node.value) == "self"]
    return [node.attr for node in held]


def _is_read(file: File, value: tree.Expression) -> bool:
    """Whether a value is an entry of what was saved, or what was saved itself."""
    value = resolved_expression(file.tree, value) if isinstance(value, tree.Name) else value
    while (
        isinstance(value, tree.Call)
        and isinstance(value.func, tree.Attribute)
        and value.func.attr in HANDS_ON_PARAMETERS
    ):
        value = value.func.value
    if isinstance(value, tree.Subscript):
        return bool(texts_of(file.tree, value.index))
    return isinstance(value, tree.Call) and "torch.load" in file.names.spelled(value)
