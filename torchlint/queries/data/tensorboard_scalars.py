"""Scalars that are logged to TensorBoard: with which tag, at which step, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding.use_def import written
from torchlint.knowledge.lookup import BUILT_IN
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.hooks import hook_registrations
from torchlint.queries.memo import query
from torchlint.queries.training.training_loops import step_loops
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_METHODS = ("add_scalar", "add_scalars")
_OF_NUMBERS = frozenset(("len", "int"))
# Pairs of statistics that a tag may confuse.
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
        return loop is not None and (loop.node in self.file.facts.over_batches or loop.node in step_loops(self.file))

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
        if loop is None or self.tag is None or self.receiver is None or _ends_at_once(loop.node):
            return ""
        changed = _changed_in(self.file.tree, loop.node)
        if any(_speaks_of(part.node, changed) for part in (self.receiver, self.tag)):
            return ""  # another tag, or another file, for each pass
        return self._comes_again(loop.node, changed)

    @property
    def step_stays(self) -> bool:
        """Whether the step is certainly the same in all passes of the innermost loop around."""
        loop, step = self.loop, self.step
        if loop is None or step is None:
            return False
        counted = written(self.file.tree, step.node)
        known = (tree.Name, tree.Constant, tree.BinaryOp, tree.UnaryOp, tree.Call, tree.Argument)
        for node in tree.walk(counted):
            if not isinstance(node, known):
                return False  # an attribute: anything may change it
            if isinstance(node, tree.Call) and tree.dotted(node.func) not in _OF_NUMBERS:
                return False
        return not _speaks_of(counted, _changed_in(self.file.tree, loop.node))

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

    def _comes_again(self, loop: tree.Node, changed: set[str]) -> How:
        """Whether more than one pass of a loop reaches this, judging by the conditions in between."""
        found: How = "surely"
        if any(isinstance(n, tree.Continue) and n.end <= self.node.start for n in tree.walk(loop)):
            found = "maybe"
        inside, above = self.node, self.file.tree.parents[self.node]
        while above is not loop:
            if isinstance(above, (tree.Handler, tree.Case, tree.BoolOp)):
                return ""
            if isinstance(above, (tree.If, tree.Conditional)) and inside is not above.test:
                holds = _holds_again(above.test, changed)
                if not holds:
                    return ""
                found = holds if found == "surely" else found
            inside, above = above, self.file.tree.parents[above]
        return found


@query
def scalar_writes(file: File) -> list[BoardWrite]:
    """Calls of `add_scalar` and `add_scalars` on a SummaryWriter or an unknown object, in source order."""
    found = []
    imports = file.names.imports_any(frozenset(BUILT_IN.names_with("writer", "torch", "tensorboardX")))
    for call in file.method_calls(*_METHODS):
        kind = call.receiver.value.kind if call.receiver is not None else ""
        if kind in ("writer", "unknown") and not call.has_stars:
            found.append(BoardWrite(file, call.node, kind == "writer" or imports))
    return found


def _changed_in(syntax: tree.Tree, loop: tree.Node) -> set[str]:
    """The names and attributes that a loop assigns, as they are written."""
    return syntax.once(_changed, loop)


def _changed(_: tree.Tree, loop: tree.Node) -> set[str]:
    bind = (tree.For, tree.Clause, tree.AugmentedAssign, tree.AnnotatedAssign, tree.NamedExpression, tree.WithItem)
    targets: list[tree.Node | None] = []
    for node in tree.walk(loop):
        if isinstance(node, tree.Assign):
            targets += node.targets
        elif isinstance(node, bind):
            targets.append(node.target)
    parts = [part for target in targets if target is not None for part in _parts(target)]
    return {name for part in parts if (name := tree.dotted(part))}


def _parts(target: tree.Node) -> list[tree.Node]:
    """The names and attributes that an assignment to this target changes."""
    if isinstance(target, (tree.Tuple, tree.List)):
        return [part for element in target.elements for part in _parts(element)]
    if isinstance(target, (tree.Starred, tree.Subscript)):
        return _parts(target.value)
    return [target]


def _speaks_of(node: tree.Node, names: set[str]) -> bool:
    """Whether an expression reads one of these names or attributes."""
    return any(isinstance(n, (tree.Name, tree.Attribute)) and tree.dotted(n) in names for n in tree.walk(node))


def _holds_again(test: tree.Expression, changed: set[str]) -> How:
    """Whether a condition is true in several passes of a loop that assigns these names."""
    remainders = [n for n in tree.walk(test) if isinstance(n, tree.BinaryOp) and n.op == "%"]
    if remainders:
        every = [isinstance(n.right, tree.Constant) and isinstance(n.right.value, int) for n in remainders]
        return "surely" if all(every) and not isinstance(test, tree.BoolOp) else "maybe"
    if _speaks_of(test, changed):
        return ""  # holds for one batch, the first or the last
    return "maybe" if any(isinstance(n, tree.Call) for n in tree.walk(test)) else "surely"


def _ends_at_once(loop: tree.Node) -> bool:
    """Whether a loop always ends after its first pass."""
    body: list[tree.Statement] = getattr(loop, "body", [])
    is_short = isinstance(loop, tree.For) and isinstance(loop.iter, (tree.Tuple, tree.List))
    return is_short or any(isinstance(statement, (tree.Break, tree.Return, tree.Raise)) for statement in body)


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
