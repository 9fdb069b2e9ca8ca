"""What a function's own code says of it, without running it."""

from __future__ import annotations

from typing import NamedTuple

from torchlint.binding.definitions import names_bound
from torchlint.knowledge.operations import operations
from torchlint.syntax import tree

# Methods that models, losses and hooks have: who has one called on what, its caller knows.
_MATTERS = (
    operations("mode", of="torch.nn.Module")
    | operations("hook", of="torch.nn.Module")
    | operations("grad-off", "grad-on", of="torch.autograd")
    | {"forward", "backward"}
)


class Traits(NamedTuple):
    """Properties of a function's own code."""

    is_generator: bool
    rebinds: frozenset[str]  # the names that it assigns anew
    switches_itself: bool  # whether it calls self.eval() or self.train()
    depends_on_callers: bool  # whether it runs something that it is given: a model, a loss
    calls_of_self: frozenset[str]  # what it calls of `self`: methods, and what an object was given
    hands_on_to: frozenset[str]  # what it calls with something that it was given, or that its object holds


def traits_of(syntax: tree.Tree, node: tree.Node) -> Traits:
    """The traits of a function, or of whatever else has a body."""
    called = [name for call in syntax.own(node, tree.Call) if (name := tree.dotted(call.func))]
    given = {p.name for p in node.parameters} if isinstance(node, (tree.FunctionDef, tree.Lambda)) else set()
    of_self = frozenset(name[len("self.") :] for name in called if name.startswith("self.") and name.count(".") == 1)
    return Traits(
        bool(syntax.own(node, tree.Yield)),
        names_bound(syntax, node),
        not of_self.isdisjoint(("eval", "train")),
        any(name in given or name.rpartition(".")[2] in _MATTERS for name in called),
        of_self,
        frozenset(_name_of(call) for call in syntax.own(node, tree.Call) if _is_given(call, given)),
    )


def _name_of(call: tree.Call) -> str:
    """The name of the callee; for `Made()(x)`, that of the class."""
    return tree.last_name(call.func.func if isinstance(call.func, tree.Call) else call.func)


def _is_given(call: tree.Call, given: set[str]) -> bool:
    """Whether an argument is one of these names, or an attribute of one."""
    names = (tree.dotted(argument.value) for argument in call.args)
    return any(name is not None and name.partition(".")[0] in given for name in names)
