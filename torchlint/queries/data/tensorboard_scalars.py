"""Scalars that are logged to TensorBoard: with which tag, at which step, and how often."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from torchlint.binding.definitions import names_bound
from torchlint.binding.use_def import is_changed_in, is_loop_invariant, resolved_expression
from torchlint.knowledge.lookup import BUILT_IN
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.hooks import hook_registrations
from torchlint.queries.memo import query
from torchlint.queries.training.training_loops import step_loops
from torchlint.syntax import tree
from torchlint.syntax.conditions import ends_at_once

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries.file import File

_METHODS = ("add_scalar", "add_scalars")
# Two statistics of the same numbers, of which a tag may name one where the value is the other.
_OPPOSITES = {"mean": "std", "std": "mean", "min": "max", "max": "min"}
How = Literal["", "maybe", "surely"]


@dataclass(frozen=True, slots=True, eq=False)
class BoardWrite(CallView):
    """A call of `add_scalar` or `add_scalars` on a SummaryWriter, or on something that may be one."""

    is_of_a_writer: bool  # whether the receiver is certainly a SummaryWriter

    @property
    def tag(self) -> ExpressionView | None:
        """The tag argument; None if it is left out."""
        return self.argument(0, "tag" if self.method == "add_scalar" else "main_tag")

    @property
    def step(self) -> ExpressionView | None:
        """The step argument (`global_step`); None if it is left out, or None itself."""
        given = self.argument(2, "global_step")
        return None if given is None or given.is_literally is None else given

    @property
    def is_once_a_batch(self) -> bool:
        """Whether the innermost loop around iterates over batches, or does a training step in each pass."""
        loop = self.loop
        return loop is not None and (loop.node in self.file.facts.batch_loops or loop.node in step_loops(self.file))

    @property
    def is_in_a_hook(self) -> bool:
        """Whether it is in a function registered as a hook, which runs in each forward or backward."""
        around = self.function
        hooks = hook_registrations.registrations(self.file) if around is not None and self.loop is None else ()
        return any(hook.body is not None and hook.body.node is around.node for hook in hooks if around is not None)

    @property
    def repeats(self) -> How:
        """Whether several passes of the innermost loop around log to one tag of one writer."""
        loop = self.loop
        if loop is None or self.tag is None or self.receiver is None or _passes_once(loop.node):
            return ""
        if any(is_changed_in(self.file.tree, part.node, loop.node) for part in (self.receiver, self.tag)):
            return ""  # another tag or file for each pass
        return self._comes_again(loop.node)

    @property
    def comes_with_each_call(self) -> bool:
        """Whether a loop calls the function around, which logs to the same tags each time."""
        around, tag, writer = self.file.tree.scope(self.node), self.tag, self.receiver
        if not isinstance(around, tree.FunctionDef) or tag is None or writer is None:
            return False
        above = _between(self.file.tree, self.node, around)
        targets = [part for loop in above if isinstance(loop, tree.For) for part in tree.walk(loop.target)]
        of_loops = {part.id for part in targets if isinstance(part, tree.Name)}
        made = names_bound(self.file.tree, around)
        parameters = {one.name for one in around.parameters}
        told = {part.id for part in tree.walk(tag.node) if isinstance(part, tree.Name)} - of_loops
        holder = tree.root_name(writer.node)
        if told & (made | parameters) or holder is None or holder.id in made or not all(map(_is_at_intervals, above)):
            return False
        return any(_is_of_one_writer(call, holder.id) for call in _calls_in_loops(self.file).get(around, ()))

    @property
    def step_stays(self) -> bool:
        """Whether the step is certainly the same in all passes of the innermost loop around."""
        loop, step = self.loop, self.step
        if loop is None or step is None:
            return False
        syntax = self.file.tree
        return is_loop_invariant(syntax, resolved_expression(syntax, step.node), loop.node)

    @property
    def named_otherwise(self) -> tuple[str, str] | None:
        """The statistic that the tag names and the one that is logged, `("mean", "std")`; None if they agree."""
        value = self.argument(1, "scalar_value")
        if self.tag is None or value is None or self.method != "add_scalar":
            return None
        words = {word for text in _texts(self.file, self.tag.node) for word in _words(text)} & _OPPOSITES.keys()
        called = {n.attr for n in tree.walk(value.node) if isinstance(n, tree.Attribute)} & _OPPOSITES.keys()
        if len(words) != 1 or len(called) != 1:
            return None
        (said,), (computed,) = words, called
        return (said, computed) if _OPPOSITES[said] == computed else None

    def _comes_again(self, loop: tree.Node) -> How:
        """Whether more than one pass of a loop reaches this, judging by the conditions in between."""
        found: How = "surely"
        if any(isinstance(n, tree.Continue) and n.end <= self.node.start for n in tree.walk(loop)):
            found = "maybe"
        inside, above = self.node, self.file.tree.parents[self.node]
        while above is not loop:
            if isinstance(above, (tree.Handler, tree.Case, tree.BoolOp)):
                return ""
            if isinstance(above, (tree.If, tree.Conditional)) and inside is not above.test:
                holds = _holds_again(self.file.tree, above.test, loop)
                if not holds:
                    return ""
                found = holds if found == "surely" else found
            inside, above = above, self.file.tree.parents[above]
        return found


class _CallInLoop(NamedTuple):
    """A call of a function that a loop makes in more than one pass."""

    syntax: tree.Tree
    call: tree.Call
    function: Function
    loop: tree.Node


@query
def _calls_in_loops(file: File) -> dict[tree.Node, list[_CallInLoop]]:
    """Such calls of each function, also in other files."""
    found: dict[tree.Node, list[_CallInLoop]] = {}
    for call, functions in file.facts.functions.items():
        unit = file.analysis.unit_of(call)
        loop = unit.tree.above(call, *tree.Loops, *tree.Scope) if unit is not None else None
        if unit is None or not isinstance(loop, tree.Loops) or _passes_once(loop):
            continue
        if all(map(_is_at_intervals, _between(unit.tree, call, loop))):
            for function in functions:
                found.setdefault(function.node, []).append(_CallInLoop(unit.tree, call, function, loop))
    return found


def _between(syntax: tree.Tree, node: tree.Node, outer: tree.Node) -> list[tree.Node]:
    """What is around some code, up to a loop or function around all of that, from the inside out."""
    return list(itertools.takewhile(lambda one: one is not outer, syntax.around(node)))


def _is_of_one_writer(made: _CallInLoop, holder: str) -> bool:
    """Whether all passes log to the same writer, which a function has in a parameter or in what `self` holds."""
    bound, func = names_bound(made.syntax, made.loop), made.call.func
    given = made.function.passed_by(made.call).get(holder)
    if holder == "self":
        given = func.value if isinstance(func, tree.Attribute) else None
    root = tree.root_name(given) if given is not None else None
    return not (root is not None and root.id in bound) and not isinstance(given, tree.Call)


def _is_at_intervals(node: tree.Node) -> bool:
    """Whether code around a call leaves it to run again and again, as far as the conditions in it show."""
    if isinstance(node, (tree.If, tree.Conditional)):
        test = node.test
        parts = test.values if isinstance(test, tree.BoolOp) and test.op == "and" else [test]
        return all(map(_holds_often, parts))
    return not isinstance(node, (tree.Handler, tree.Case))


def _holds_often(test: tree.Expression) -> bool:
    """Whether a condition is one on a remainder, a type, the mode of a model, or whether there is a writer at all."""
    if isinstance(test, tree.Compare) and test.ops[0] in ("is", "is not"):
        return True
    parts = list(tree.walk(test))
    asks = any(isinstance(part, tree.Call) and tree.dotted(part.func) == "isinstance" for part in parts)
    is_of_mode = any(isinstance(part, tree.Attribute) and part.attr == "training" for part in parts)
    return asks or is_of_mode or any(isinstance(part, tree.BinaryOp) and part.op == "%" for part in parts)


@query
def scalar_writes(file: File) -> list[BoardWrite]:
    """Calls of `add_scalar` and `add_scalars` on a SummaryWriter or an unknown object, in source order."""
    found = []
    imports = file.names.imports_any(frozenset(BUILT_IN.names_with("writer", "torch", "tensorboardX")))
    for call in file.method_calls(*_METHODS):
        kind = call.receiver.value.kind if call.receiver is not None else ""
        step = call.argument(2, "global_step")
        is_text = step is not None and isinstance(
            step.is_literally, str
        )  # a project's own: `(tag, value, phase, step)`
        if kind in ("writer", "unknown") and not call.has_stars and not is_text:
            found.append(BoardWrite(file, call.node, kind == "writer" or imports))
    return found


def _holds_again(syntax: tree.Tree, test: tree.Expression, loop: tree.Node) -> How:
    """Whether a condition holds in several passes of a loop."""
    remainders = [n for n in tree.walk(test) if isinstance(n, tree.BinaryOp) and n.op == "%"]
    if remainders:
        every = [isinstance(n.right, tree.Constant) and isinstance(n.right.value, int) for n in remainders]
        return "surely" if all(every) and not isinstance(test, tree.BoolOp) else "maybe"
    if is_changed_in(syntax, test, loop):
        return ""  # true for one batch, the first or the last
    return "maybe" if any(isinstance(n, tree.Call) for n in tree.walk(test)) else "surely"


def _passes_once(loop: tree.Node) -> bool:
    """Whether a loop ends after its first pass, or goes over a few items that are written out."""
    is_short = isinstance(loop, tree.For) and isinstance(loop.iter, (tree.Tuple, tree.List))
    return is_short or ends_at_once(loop)


def _texts(file: File, node: tree.Node) -> list[str]:
    """The literal texts of a tag, without the values formatted into it."""
    found = []
    for part in tree.walk(node):
        if isinstance(part, tree.FormattedString):
            code = file.tree.text_of(part)
            for inside in part.values:
                code = code.replace(file.tree.text_of(inside), " ")
            found.append(code)
        elif isinstance(part, tree.Constant) and isinstance(part.value, str):
            found.append(part.value)
    return found


def _words(text: str) -> list[str]:
    """The words of a text: `grad/Mean` is grad and mean."""
    return "".join(c.lower() if c.isalnum() else " " for c in text).split()
