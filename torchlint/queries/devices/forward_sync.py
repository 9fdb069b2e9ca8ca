"""What is copied to the host in a model's forward: in whose forward, whether always, and what for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import made_by
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import uses
from torchlint.flow.facts import CallContext, HostSyncFact
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_KEEPING = frozenset("append extend update print log info add_scalar zip enumerate list tuple dict".split())
_AROUND = (
    *(tree.Tuple, tree.List, tree.Dict, tree.Argument, tree.Call, tree.FormattedString, tree.Clause),
    *(tree.Comprehension, tree.BinaryOp, tree.UnaryOp),
)  # fmt: skip
_DEEPEST = 3


def model_of(where: CallContext) -> Class | None:
    """The class of the outermost model whose forward leads to a place."""
    forwards = (f.owner for f in where.stack if f.name == "forward" and f.owner is not None and f.owner.is_module)
    return next(forwards, None)


def is_always_reached(file: File, fact: HostSyncFact) -> bool:
    """Whether each forward in a training comes to a place: no condition but `self.training` is around it."""
    where = fact.where
    inner = next((n for n, f in enumerate(where.stack) if f.name == "forward"), 0)
    depth = inner + len(where.chain) + 1 - len(where.stack)
    return all(file.holds(place) and _is_unconditional(file, place) for place in (*where.chain[depth:], fact.node))


def _is_unconditional(file: File, place: tree.Node) -> bool:
    inside, above = place, file.tree.parents.get(place)
    while above is not None and not isinstance(above, (tree.FunctionDef, tree.Module)):
        if isinstance(above, tree.If) and inside is not above.test:
            if tree.last_name(above.test) != "training" or inside not in above.body:
                return False
        elif isinstance(above, (tree.Conditional, tree.Handler, tree.Match, tree.Lambda, tree.BoolOp)):
            return False
        inside, above = above, file.tree.parents.get(above)
    return True


def is_handed_on(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether a number is only returned, stored or logged, so that no shape and no branch depends on it."""
    if depth > _DEEPEST or not _is_kept(file, node):
        return False
    statement = file.tree.statement(node)
    if not isinstance(statement, tree.Assign):
        return True
    if all(isinstance(target, (tree.Attribute, tree.Subscript)) for target in statement.targets):
        return True
    names = [one.target for one in made_by(statement)]
    reads = [use for name in names if isinstance(name, tree.Name) for use in uses(file.tree, name)]
    return bool(reads) and all(is_handed_on(file, use, depth + 1) for use in reads)


def _is_kept(file: File, node: tree.Node) -> bool:
    """Whether a value goes into what a function returns, stores or logs, as it is."""
    above = file.tree.parents.get(node)
    while isinstance(above, _AROUND):
        if isinstance(above, tree.Call) and tree.last_name(above.func) not in _KEEPING:
            return False
        above = file.tree.parents.get(above)
    return isinstance(above, (tree.Return, tree.Assign, tree.ExpressionStatement))
