"""Names that are given the model inside their wrapper while training goes on, or before it begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.flow.model_wrappers import DDP
from torchlint.knowledge.ranks import IS_FIRST
from torchlint.queries import CallView, ExpressionView, View, distributed
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class Rebinding(View):
    """An assignment after which the bare model is trained, by the next pass of a loop or further down."""

    used: ExpressionView  # where it is trained; the bare model itself where nothing has used the wrapper
    is_in_front: bool = False  # whether that stands further down
    is_unused: bool = False  # whether nothing has used the wrapper so far

    @property
    def does(self) -> str:
        """What is wrong with it."""
        if self.is_unused:
            return "drops the wrapper before anything has called it"
        return f"unwraps the model that {'is trained below' if self.is_in_front else 'the next pass trains'}"


def rebindings(file: File) -> Iterator[Rebinding]:
    """Assignments that take a model out of its wrapper, and reach a forward of a later pass that trains it."""
    taking = [found for assign in file.tree.all(tree.Assign) if (found := _taken_out(file, assign)) is not None]
    for name in taking:
        assign = file.tree.statement(name)
        if _averages_by_hand(file, assign):
            continue
        trained = [n for n in uses(file.tree, name) if _is_reached(file, n, assign) and _is_trained(file, n)]
        before = [n for n in trained if n.end <= assign.start] if _comes_around(file, assign, name.id) else []
        below = [n for n in trained if n.start >= assign.end] if _is_right_after_prepare(file, name) else []
        for found in (before or below)[:1]:
            yield Rebinding(file, assign, ExpressionView(file, found), is_in_front=not before)
        if not before and not below and isinstance(assign, tree.Assign) and _wraps_in_vain(file, name, assign):
            yield Rebinding(file, assign, ExpressionView(file, assign.value), is_unused=True)


def _taken_out(file: File, assign: tree.Assign) -> tree.Name | None:
    """The name in `model = model.module` or `model = accelerator.unwrap_model(model)` whose value is wrapped."""
    target = assign.targets[0] if len(assign.targets) == 1 else None
    if not isinstance(target, tree.Name):
        return None
    value = assign.value
    if isinstance(value, tree.Attribute) and value.attr == "module":
        held = file.facts.values.get(value.value)
        is_wrapped = held is not None and any(origin.what == DDP for origin in held.origins)
        is_wrapped = is_wrapped or _is_prepared(file, target.id)
        return target if is_wrapped and tree.dotted(value.value) == target.id else None
    if not isinstance(value, tree.Call) or tree.dotted(tree.positional(value, 0)) != target.id:
        return None
    unwraps = any(call.node is value for call in file.calls("accelerate.Accelerator.unwrap_model"))
    return target if unwraps and _is_prepared(file, target.id) else None


def _wraps_in_vain(file: File, name: tree.Name, assign: tree.Assign) -> bool:
    """Whether the wrapper was made under this name in the same block, and nothing in between has read it.

    What is wrapped and taken out again only so that its weights are equal on all ranks is not trained here.
    """
    held = file.value(assign.value.value).value if isinstance(assign.value, tree.Attribute) else None
    made = {origin.node for origin in held.origins if origin.what == DDP} if held is not None else set()
    before = [one for one in file.tree.block(assign) if one.end <= assign.start]
    wrapping = next((one for one in reversed(before) if isinstance(one, tree.Assign) and one.value in made), None)
    if wrapping is None or [tree.dotted(target) for target in wrapping.targets] != [name.id]:
        return False
    between = (node for one in before if one.start >= wrapping.end for node in tree.walk(one))
    is_read = any(isinstance(node, tree.Name) and node.id == name.id for node in between)
    return not is_read and _trains(file)


def _trains(file: File) -> bool:
    """Whether any code of the project differentiates."""
    around = file.project_files
    return file.analysis.mentions("backward") or bool(around.files_mentioning("backward") if around else ())


def _averages_by_hand(file: File, assign: tree.Statement) -> bool:
    """Whether the program may average gradients itself; beside an Accelerator, only where this file does."""
    if isinstance(assign, tree.Assign) and isinstance(assign.value, tree.Call):
        return distributed.averages_by_hand(file, in_this_file=True)
    return distributed.averages_by_hand(file)


def _is_prepared(file: File, name: str) -> bool:
    """Whether a model of this name is given to an Accelerator to wrap."""
    return any(name in _given(call.node) for call in _prepares(file))


def _prepares(file: File) -> list[CallView]:
    return list(file.calls("accelerate.Accelerator.prepare", "accelerate.Accelerator.prepare_model"))


def _given(call: tree.Call) -> set[str | None]:
    return {tree.dotted(argument.value) for argument in call.args}


def _is_right_after_prepare(file: File, name: tree.Name) -> bool:
    """Whether an assignment comes after a `prepare` of the same function, under no condition but on the name's type."""
    assign, scope = file.tree.statement(name), file.tree.scope(name)
    prepared = [call.node for call in _prepares(file) if name.id in _given(call.node)]
    if not any(file.tree.scope(call) is scope and call.end <= assign.start for call in prepared):
        return False
    inside: tree.Node = assign
    for above in file.tree.around(assign):
        if above is scope:
            return True
        if isinstance(above, tree.If) and not (inside in above.body and _asks_for_type(above.test, name.id)):
            return False
        if above is not assign and not isinstance(above, (tree.If, tree.With, tree.For)):
            return False
        inside = above
    return False


def _asks_for_type(test: tree.Node, name: str) -> bool:
    """Whether a condition is `isinstance(model, ...)` or `hasattr(model, "module")`."""
    if not isinstance(test, tree.Call) or tree.dotted(test.func) not in ("isinstance", "hasattr"):
        return False
    return tree.dotted(tree.positional(test, 0)) == name


def _comes_around(file: File, assign: tree.Statement, name: str) -> bool:
    """Whether other passes of a loop follow one that comes here.

    So under no condition but every few passes, on a rank, or where the name still is a wrapper, as at first.
    """
    above = file.tree.parents.get(assign)
    while isinstance(above, (tree.If, tree.With)):
        if isinstance(above, tree.If) and not _holds_again(above.test) and not _asks_for_type(above.test, name):
            return False
        above = file.tree.parents.get(above)
    return isinstance(above, tree.Loops)


def _holds_again(test: tree.Node) -> bool:
    every_few = any(isinstance(n, tree.BinaryOp) and n.op == "%" for n in tree.walk(test))
    return every_few or tree.last_name(test) in IS_FIRST


def _is_reached(file: File, name: tree.Name, assign: tree.Statement) -> bool:
    """Whether a name may be what the assignment has given it in an earlier pass."""
    return any(one is not None and one.node is assign for one in reaching_definitions(file.tree, name))


def _is_trained(file: File, name: tree.Name) -> bool:
    """Whether a name is called, or given to a call, for a forward whose result is differentiated."""
    above = file.tree.parents.get(name)
    call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else above
    if not isinstance(call, tree.Call) or (call is above and call.func is not name):
        return False
    if any(given.node is call for given in file.calls("accelerate.Accelerator.accumulate")):
        return True  # the model that the steps train through the wrapper
    trained = (origin for origin in file.facts.differentiated if origin.what == "forward")
    return any(call is origin.node or (call is not above and call in origin.chain) for origin in trained)
