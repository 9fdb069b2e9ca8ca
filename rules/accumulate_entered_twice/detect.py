"""Second blocks of accelerate's `accumulate` in one pass of a loop, or in a function that a framework calls in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.flow.framework_callbacks import step_for
from torchlint.queries import FunctionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


# Through how many methods the one that a framework calls is looked for.
_DEEPEST = 3


@dataclass(frozen=True, slots=True, eq=False)
class SecondBlock(View):
    """The call of `accumulate` that a second block enters, or the call of the method that has the block."""

    before: tree.Call

    @property
    def first(self) -> View:
        """The same of the first block."""
        return View(self.file, self.before)


def second_blocks(file: File) -> Iterator[SecondBlock]:
    """The blocks behind another one of the same accelerator and loop, which both run in a pass, in source order."""
    blocks = [call for block in file.tree.all(tree.With) if (call := _accumulate(block)) is not None]
    # Where each is entered in a loop: at the block, or where a method is called that always enters it.
    entered = {call: call for call in blocks}
    if len(blocks) > 1:
        entered |= {at: call for call in blocks for at in _calls_of_method(file, call)}
    places = sorted(entered, key=lambda at: at.start)
    for index, at in enumerate(places):
        before = next((one for one in places[:index] if _is_in_same_pass(file, one, at, entered)), None)
        if before is not None:
            yield SecondBlock(file, at, before)


def _calls_of_method(file: File, accumulate: tree.Call) -> list[tree.Call]:
    """Where loops call the method that a block is in, if the method enters it once, whenever it is called."""
    method, owner = file.tree.scope(accumulate), file.tree.above(accumulate, tree.ClassDef)
    if not isinstance(method, tree.FunctionDef) or owner is None or file.tree.parents.get(method) is not owner:
        return []
    if file.tree.above(accumulate, tree.For, tree.While, tree.If, tree.Try, *tree.Scope) is not method:
        return []
    calls = (call for call in file.tree.inside(owner, tree.Call) if tree.dotted(call.func) == f"self.{method.name}")
    return [call for call in calls if file.tree.above(call, tree.For, tree.While, *tree.Scope) is not method]


def _accumulate(block: tree.With) -> tree.Call | None:
    """The call of an accelerator's `accumulate` that a block enters."""
    for item in block.items:
        call = item.context
        if isinstance(call, tree.Call) and tree.last_name(call.func) == "accumulate":
            return call if "accelerator" in (tree.dotted(call.func) or "").lower() else None
    return None


def _is_run_per_batch(file: File, code: tree.Node | None, depth: int = 0) -> bool:
    """Whether code is a loop, or a method that a framework calls for each batch, or that such a method calls."""
    if not isinstance(code, tree.FunctionDef) or depth > _DEEPEST:
        return isinstance(code, (tree.For, tree.While))
    function = FunctionView(file, code)
    called = step_for(function.definition) if function.definition is not None else None
    if called is not None:
        return called.per_batch
    owner = file.tree.parents.get(code)
    if not isinstance(owner, tree.ClassDef):
        return False
    calls = (call for call in tree.walk(owner) if isinstance(call, tree.Call))
    own = [call for call in calls if tree.dotted(call.func) == f"self.{code.name}"]
    callers = (file.tree.above(call, tree.For, tree.While, *tree.Scope) for call in own)
    return any(_is_run_per_batch(file, caller, depth + 1) for caller in callers)


def _is_in_same_pass(file: File, first: tree.Call, second: tree.Call, entered: dict[tree.Call, tree.Call]) -> bool:
    loops = [file.tree.above(call, tree.For, tree.While, *tree.Scope) for call in (first, second)]
    if loops[0] is not loops[1] or not _is_run_per_batch(file, loops[0]):
        return False
    if tree.dotted(entered[first].func) != tree.dotted(entered[second].func) or file.tree.statement(
        first
    ) in file.tree.around(second):
        return False
    sides = [file.tree.branches(call, tree.If, tree.Try, tree.Match) for call in (first, second)]
    if any(sides[1].get(branching, side) != side for branching, side in sides[0].items()):
        return False  # one of two branches
    alone = {branching: side for branching, side in sides[0].items() if branching not in sides[1]}
    if any(_leaves_pass(branching, side) for branching, side in alone.items()):
        return False  # where the first one runs, `continue` keeps the pass from getting to the second
    # One of them runs whenever the other does.
    return sides[0].keys() <= sides[1].keys() or sides[1].keys() <= sides[0].keys()


def _leaves_pass(branching: tree.Node, side: str) -> bool:
    """Whether nothing runs in a pass of the loop after one branch of an `if`."""
    block = (branching.body if side == "body" else branching.orelse) if isinstance(branching, tree.If) else []
    return bool(block) and isinstance(block[-1], (tree.Continue, tree.Break, tree.Return, tree.Raise))
