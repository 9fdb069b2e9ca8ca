"""Copies of a DataLoader's batches to a GPU."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.queries.file import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# Words in what names an accelerator: `device`, `args.gpu`, `local_rank`, `"cuda:0"`.
_DEVICES = re.compile(r"device|gpu|cuda|xpu|rank", re.IGNORECASE)
# Through how many names a tensor is followed to its batch.
_FARTHEST = 4
# What copies batches by itself, or pins them by hand.
_OTHERS = re.compile(r"\baccelerat\w*\.prepare\(|\.pin_memory\(")


def copies_by_other_means(file: File) -> bool:
    """Whether other code in the file copies batches by itself, or pins them by hand."""
    return _OTHERS.search(file.text) is not None


def batch_copies(file: File, loop: tree.For) -> list[CallView]:
    """The copies of batches to a device, in a loop or in functions that it passes them to, in source order."""
    found = _copies_in(file, loop, loop)
    for call in file.tree.own(loop, tree.Call):
        for function, parameter in _gets_batch(file, call, loop):
            found += _copies_in(file, function, parameter)
    return sorted(found, key=lambda copy: (not file.is_within(copy.node, loop), copy.node.start))


def _copies_in(file: File, place: tree.Node, root: tree.Node) -> list[CallView]:
    return [
        CallView(file, call)
        for call in file.tree.own(place, tree.Call)
        if isinstance(call.func, tree.Attribute)
        and _is_to_gpu(file, call, call.func.attr)
        and _is_of_batch(file, call.func.value, root, _FARTHEST)
    ]


def _gets_batch(file: File, call: tree.Call, loop: tree.For) -> Iterator[tuple[tree.FunctionDef, tree.Parameter]]:
    """The one function of the file, or method of the same object, that a call gives a batch or its parts."""
    func, is_method = call.func, isinstance(call.func, tree.Attribute)
    if isinstance(func, tree.Attribute) and not (isinstance(func.value, tree.Name) and func.value.id == "self"):
        return
    named = file.tree.once_of_all(_functions).get(tree.last_name(func), [])
    if len(named) != 1 or (file.tree.above(named[0], tree.ClassDef) is not None) is not is_method:
        return
    given = tree.passed_to(named[0], call)
    for parameter in named[0].parameters:
        if parameter.name in given and _is_of_batch(file, given[parameter.name], loop, _FARTHEST):
            yield named[0], parameter


def _functions(syntax: tree.Tree) -> dict[str, list[tree.FunctionDef]]:
    found: dict[str, list[tree.FunctionDef]] = {}
    for function in syntax.all(tree.FunctionDef):
        found.setdefault(function.name, []).append(function)
    return found


def _is_to_gpu(file: File, call: tree.Call, name: str) -> bool:
    """Whether a call is `x.cuda()`, or `x.to(device)` of a device that may be one."""
    if any(argument.star for argument in call.args):
        return False
    if name == "cuda":
        return True
    given = next((a.value for a in call.args[:1] if a.keyword in (None, "device")), None)
    if name != "to" or given is None:
        return False
    made = resolved_expression(file.tree, given)
    text = file.tree.text_of(made)
    if isinstance(made, tree.Constant) or file.names.spelled_out(getattr(made, "func", made)) == "torch.device":
        return "cpu" not in text or _DEVICES.search(text.replace("device", "")) is not None
    return _DEVICES.search(file.tree.text_of(given)) is not None


def is_asynchronous(copy: CallView) -> bool | None:
    """Whether a copy passes `non_blocking=True`; None if that is decided elsewhere."""
    given = next((a.value for a in copy.node.args if a.keyword in ("non_blocking", "async")), None)
    positional = copy.argument(1 if copy.method == "cuda" else 2)
    if given is None and positional is None:
        return False
    node = given if given is not None else positional.node if positional is not None else None
    return bool(node.value) if isinstance(node, tree.Constant) else None


def _is_of_batch(file: File, node: tree.Node, root: tree.Node, names: int) -> bool:
    """Whether an expression is a batch of a loop, or a parameter, or a part of it that nothing was computed from."""
    if isinstance(node, tree.Subscript):
        is_key = isinstance(node.index, (tree.Constant, tree.Name))
        return is_key and _is_of_batch(file, node.value, root, names)
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        is_walk = node.func.attr in ("items", "values") and not node.args
        return is_walk and _is_of_batch(file, node.func.value, root, names)
    if not isinstance(node, tree.Name) or not names:
        return False
    made = reaching_definitions(file.tree, node)
    return bool(made) and all(one is not None and _is_part(file, one, root, names - 1) for one in made)


def _is_part(file: File, made: Definition, root: tree.Node, names: int) -> bool:
    if made.node is root:
        return True
    if made.kind not in ("assignment", "for", "comprehension"):
        return False
    source = made.value if made.value is not None else made.source
    return source is not None and _is_of_batch(file, source, root, names)
