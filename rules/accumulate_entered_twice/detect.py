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
    """The call of `accumulate` that a second block enters."""

    before: tree.Call

    @property
    def first(self) -> View:
        """The call that the first block enters."""
        return View(self.file, self.before)


def second_blocks(file: File) -> Iterator[SecondBlock]:
    """The blocks behind another one of the same accelerator and loop, which both run in a pass, in source order."""
    entered = [call for block in file.tree.all(tree.With) if (call := _accumulate(block)) is not None]
    for index, call in enumerate(entered):
        before = next((one for one in entered[:index] if _is_in_same_pass(file, one, call)), None)
        if before is not None:
            yield SecondBlock(file, call, before)


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


def _is_in_same_pass(file: File, first: tree.Call, second: tree.Call) -> bool:
    loops = [file.tree.above(call, tree.For, tree.While, *tree.Scope) for call in (first, second)]
    if loops[0] is not loops[1] or not _is_run_per_batch(file, loops[0]):
        return False
    if tree.dotted(first.func) != tree.dotted(second.func) or file.tree.statement(first) in file.tree.around(second):
        return False
    sides = file.tree.branches(first, tree.If, tree.Try), file.tree.branches(second, tree.If, tree.Try)
    if any(sides[1].get(branching, side) != side for branching, side in sides[0].items()):
        return False  # one of two branches
    # One of them runs whenever the other does.
    return sides[0].keys() <= sides[1].keys() or sides[1].keys() <= sides[0].keys()
