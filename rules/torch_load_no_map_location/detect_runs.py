"""Whether what is loaded is a model as a whole, by what the code does with the name that it gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Methods that only modules have, called without arguments.
_OF_MODULES = frozenset(("eval", "train", "parameters"))
_MOVES = frozenset(("to", "cuda", "float"))
_OFF = frozenset(("torch.no_grad", "torch.inference_mode"))


def is_run(file: File, load: CallView) -> bool:
    """Whether what is loaded, or the first thing in it, is put in a mode, or given tensors where gradients are off."""
    statement = file.tree.parents.get(_moved(file, load.node))
    target = statement.targets[0] if isinstance(statement, tree.Assign) else None
    if isinstance(target, (tree.Tuple, tree.List)) and target.elements:
        target = target.elements[0]
    if not isinstance(target, tree.Name):
        return False
    calls = (call for call in file.tree.inside(file.tree.scope(load.node), tree.Call))
    return any(_runs(file, call, target.id, statement) for call in calls)


def _moved(file: File, loaded: tree.Node) -> tree.Node:
    """The last of the calls that move what is loaded: `torch.load(path).to(device)`."""
    while True:
        method = file.tree.parents.get(loaded)
        call = file.tree.parents.get(method) if isinstance(method, tree.Attribute) and method.attr in _MOVES else None
        if not isinstance(call, tree.Call) or call.func is not method:
            return loaded
        loaded = call


def _runs(file: File, call: tree.Call, name: str, statement: tree.Node | None) -> bool:
    func = call.func
    used = func.value if isinstance(func, tree.Attribute) else func
    if not isinstance(used, tree.Name) or used.id != name:
        return False
    if any(one is None or one.node is not statement for one in reaching_definitions(file.tree, used)):
        return False
    if isinstance(func, tree.Attribute) and func.attr in _OF_MODULES and not call.args:
        return True
    is_given = any(ExpressionView(file, argument.value).value.is_tensor for argument in call.args)
    return is_given and _is_without_gradients(file, call)


def _is_without_gradients(file: File, call: tree.Call) -> bool:
    around = file.tree.above(call, tree.With, tree.FunctionDef)
    while isinstance(around, tree.With):
        contexts = (item.context for item in around.items)
        if any(isinstance(one, tree.Call) and file.names.spelled_out(one.func) in _OFF for one in contexts):
            return True
        around = file.tree.above(around, tree.With, tree.FunctionDef)
    return False
