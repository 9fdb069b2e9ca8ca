"""What runs a piece of code again and again: a loop, a method of each step or sample, a function that these call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.symbols import Class
from torchlint.queries import checkpoints
from torchlint.queries.data import datasets, transforms
from torchlint.queries.modules import calls_of as calls_of_objects
from torchlint.syntax import tree
from torchlint.syntax.conditions import ends_at_once

if TYPE_CHECKING:
    from torchlint.queries import File

# Methods that run when the object is called.
_CALLED = ("forward", "__call__")
_STEPS = (*_CALLED, "training_step", "validation_step", "test_step", "predict_step")
_SAMPLERS = frozenset(
    f"torch.utils.data.{name}"
    for name in ("Sampler", "sampler.Sampler", "DistributedSampler", "distributed.DistributedSampler")
)
_LOOPS = (*tree.Loops, tree.Comprehension)
_DEEPEST = 3


class Repeat(NamedTuple):
    """What runs code again."""

    each: str  # "each iteration"
    is_certain: bool = True  # whether it surely does so more than once


@dataclass(frozen=True, slots=True, eq=False)
class Caller:
    """A call of a function, by its name."""

    syntax: tree.Tree
    node: tree.Call
    function: tree.FunctionDef

    @property
    def is_surely_meant(self) -> bool:
        """Whether the call means no other function of that name."""
        return isinstance(self.node.func, tree.Name) or self.function.name in _CALLED

    def leaves_out(self, names: frozenset[str]) -> bool:
        """Whether the call surely passes none of these parameters, which have defaults."""
        if any(one.star for one in self.node.args) or any(one.keyword in names for one in self.node.args):
            return False
        own = [one.name for one in self.function.parameters if one.kind == "positional"]
        own = own[1:] if own[:1] == ["self"] else own
        count = sum(one.keyword is None for one in self.node.args)
        return names.isdisjoint(own[:count])


def calls_of(file: File, function: tree.FunctionDef) -> list[Caller]:
    """The calls of a function in the project; of a module's forward, those of the module, but its constructor's."""
    cls = _class_of(file, function)
    found = [(one.syntax, one.node) for one in checkpoints.calls_of(file, function)]
    if cls is not None and function.name in _CALLED:
        found = [one for one in calls_of_objects(file, cls) if tree.last_part(one[1].func) != cls.name]
    return [Caller(syntax, call, function) for syntax, call in dict.fromkeys(found)]


def repeat_around(file: File, node: tree.Node, depth: int = 0) -> Repeat | None:
    """What runs some code of the file again, as far as the project shows."""
    function = file.tree.above(node, tree.FunctionDef, tree.Lambda)
    if _loop_around(file.tree, node) is not None:
        return Repeat("each iteration")
    if not isinstance(function, tree.FunctionDef):
        return None
    own = _repeat_of_method(file, function)
    if own is not None or depth == _DEEPEST:
        return own
    for call in calls_of(file, function):
        if _loop_around(call.syntax, call.node) is not None:
            return Repeat(f"each call of `{function.name}`", call.is_surely_meant)
        if call.syntax is file.tree and call.syntax.above(call.node, tree.FunctionDef, tree.Lambda) is not function:
            outer = repeat_around(file, call.node, depth + 1)
            if outer is not None:
                return Repeat(f"each call of `{function.name}`", outer.is_certain and call.is_surely_meant)
    return None


def _loop_around(syntax: tree.Tree, node: tree.Node) -> tree.Node | None:
    """The innermost loop around some code of a function, without those that a `break` or `return` ends at once."""
    for above in syntax.around(node):
        if isinstance(above, (tree.FunctionDef, tree.Lambda)):
            return None
        if isinstance(above, _LOOPS) and not ends_at_once(above):
            return above
    return None


def _repeat_of_method(file: File, function: tree.FunctionDef) -> Repeat | None:
    """What calls a method again by its name: the training's steps, a loader's samples, the epochs of a sampler."""
    cls = _class_of(file, function)
    if cls is None:
        return None
    if any(one.node is function for view in (*datasets(file), *transforms(file)) for one in view.used):
        return Repeat("each epoch" if function.name == "__iter__" else "each sample")
    if function.name == "__iter__" and not _SAMPLERS.isdisjoint(cls.external_bases):
        return Repeat("each epoch")
    return Repeat(f"each call of `{function.name}`") if cls.is_module and function.name in _STEPS else None


def _class_of(file: File, function: tree.FunctionDef) -> Class | None:
    return file.analysis.class_at.get(file.tree.parents.get(function))
