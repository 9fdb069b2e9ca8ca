"""Models that objects hold, `self.model`: in which mode the methods of their class leave them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class, Function
from torchlint.domain.modes import NEVER_SEEN
from torchlint.domain.values import YES
from torchlint.flow.facts import ForwardFact
from torchlint.knowledge.naming_conventions import LOSSES
from torchlint.queries.modes.call_depth import depth_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_CONSTRUCTOR = "__init__"


def attribute_of_self(node: tree.Node) -> str:
    """`self.model`, as it is written; empty for anything else."""
    text = tree.dotted(node) or ""
    return text if text.startswith("self.") and text.count(".") == 1 else ""


def is_made_for_evaluation(file: File, model: tree.Node, calls: Iterable[ForwardFact]) -> bool:
    """Whether a model is called in a method, and the constructor alone has put it in a mode: in eval mode."""
    held = attribute_of_self(model)
    unknown = [call.where for call in calls if held and not depth_of(call) and call.switches == NEVER_SEEN]
    functions = [where.caller(0) for where in unknown if where.grad == YES]
    return any(_is_made_for_evaluation(file, function, held) for function in functions if function is not None)


def _is_made_for_evaluation(file: File, function: Function, model: str) -> bool:
    """Whether the constructor puts what an object holds in eval mode, and nothing of the project puts it in another."""
    switches = list(_switches(function, model))
    if not any(method.name == _CONSTRUCTOR and _evaluates(call) for method, call in switches):
        return False
    if any(not _evaluates(call) for _, call in switches) or _is_rebound(function, model):
        return False
    calls = function.unit.tree.inside(function.node, tree.Call)
    if any(LOSSES.search(tree.last_name(call.func)) for call in calls):
        return False  # its output may be trained on
    return not _is_mentioned(file, function, f".{model.partition('.')[2]}.train(")


def is_never_evaluated(file: File, function: Function, model: str) -> bool:
    """Whether a class trains what its objects hold, and nothing of the project puts it in eval mode by that name."""
    trains = any(method.usage.trains for method in _methods(function))
    if not trains or any(tree.last_name(call.func) == "eval" or call.args for _, call in _switches(function, model)):
        return False
    if any(_is_given(method, model) for method in _methods(function)):
        return False
    return not _is_mentioned(file, function, f".{model.partition('.')[2]}.eval(")


def _methods(function: Function) -> Iterator[Function]:
    """The methods of the function's class, its bases and its subclasses; none where a part of them is not seen."""
    owner = function.owner
    if owner is None or owner.is_module or owner.has_unresolved_base:
        return
    seen: set[Class] = set()
    for cls in (*owner.lineage, *owner.descendants):
        if cls not in seen:
            seen.add(cls)
            yield from cls.methods.values()


def _switches(function: Function, model: str) -> Iterator[tuple[Function, tree.Call]]:
    """The calls of `train` and `eval` on this attribute, each with the method that it is in."""
    for method in _methods(function):
        for call in method.unit.tree.inside(method.node, tree.Call):
            if isinstance(call.func, tree.Attribute) and call.func.attr in ("train", "eval"):
                if tree.dotted(call.func.value) == model:
                    yield method, call


def _evaluates(call: tree.Call) -> bool:
    return isinstance(call.func, tree.Attribute) and call.func.attr == "eval"


def _is_rebound(function: Function, model: str) -> bool:
    """Whether another method than the constructor assigns the attribute."""
    others = (method for method in _methods(function) if method.name != _CONSTRUCTOR)
    return any(one.name == model for method in others for one in assignments_in(method.node))


def _is_given(method: Function, model: str) -> bool:
    """Whether a method gives the model to some code, which may switch it; an optimizer gets its parameters."""
    calls = method.unit.tree.inside(method.node, tree.Call)
    return any(tree.dotted(argument.value) == model for call in calls for argument in call.args)


def _is_mentioned(file: File, function: Function, text: str) -> bool:
    """Whether code outside the class's file has such a call on an object, other than on its own `self`."""
    project_files = file.project_files
    if project_files is None:
        return False
    own = {method.unit.place for method in _methods(function)}
    others = (project_files.text(place) for place in project_files.files_mentioning(text) if place not in own)
    return any(other.count(text) > other.count(f"self{text}") for other in others)
