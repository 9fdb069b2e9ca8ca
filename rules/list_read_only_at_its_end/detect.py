"""Lists that a loop appends tensors to, and of which the function uses nothing but the last entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import only_definition, uses
from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class KeptSteps(CallView):
    """The call of `append` that keeps the tensor of each step."""

    container: str  # the list
    appended: str  # what is appended, as code
    read: View  # where its last entry is used, after the loop
    is_of_tensors: bool  # whether tensors are certainly what is appended


def lists_read_at_their_end(file: File) -> Iterator[KeptSteps]:
    """Such calls, in source order."""
    for assign in file.tree.all(tree.Assign):
        target = assign.targets[0]
        is_empty = isinstance(assign.value, tree.List) and not assign.value.elements
        if not is_empty or len(assign.targets) > 1 or not isinstance(target, tree.Name):
            continue
        function, made = file.tree.scope(assign), only_definition(file.tree, target)
        if isinstance(function, tree.FunctionDef) and made is not None and made.node is assign:
            one = _kept(file, target, function)
            if one is not None:
                yield one


def _kept(file: File, name: tree.Name, function: tree.FunctionDef) -> KeptSteps | None:
    """The only append to a list, if it is in a loop and all other uses read the last entry."""
    appended: list[tree.Call] = []
    read: list[tree.Subscript] = []
    for use in uses(file.tree, name):
        above = file.tree.parents.get(use)
        call = file.tree.parents.get(above) if isinstance(above, tree.Attribute) and above.attr == "append" else None
        if isinstance(call, tree.Call) and file.tree.scope(use) is function:
            appended.append(call)
        elif isinstance(above, tree.Subscript) and above.value is use and tree.integer_literal(above.index) == -1:
            read.append(above)
        else:
            return None  # used as a whole, or by another entry
    given = tree.positional(appended[0], 0) if len(appended) == 1 else None
    loop = file.tree.above(appended[0], *tree.Loops, tree.FunctionDef) if given is not None else None
    after = [one for one in read if loop is not None and one.start >= loop.end]
    if given is None or not isinstance(loop, tree.Loops) or not after or _has_been_before(file, name, loop):
        return None
    view = file.value(given)
    if view.value.kind not in ("tensor", "output", "unknown"):
        return None
    is_certain = view.value.is_tensor and (view.is_sure or view.value.proven)
    return KeptSteps(file, appended[0], name.id, view.code, View(file, after[0]), is_certain)


def _has_been_before(file: File, name: tree.Name, loop: tree.Node) -> bool:
    """Whether the list is made in the same loop again, so that it has one entry at a time."""
    return loop.start <= name.start
