"""Parts of an object that a checkpoint replaces as such, while its optimizer goes on with the old ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.known_texts import of_namespace, texts_of
from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.call_names import HANDS_ON_PARAMETERS
from torchlint.queries import View
from torchlint.syntax import tree

from .detect import Replaced

if TYPE_CHECKING:
    from torchlint.queries import File


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
