"""What a function's own code says of it, without running it."""

from __future__ import annotations

from typing import NamedTuple

from torchlint.binding.definitions import names_bound
from torchlint.knowledge.call_names import CLIPS_GRADIENTS
from torchlint.knowledge.environment import READ_ONCE
from torchlint.knowledge.naming_conventions import names_model
from torchlint.knowledge.operations import full_names, operations
from torchlint.knowledge.torch_api import losses_wanting
from torchlint.syntax import tree

# Methods that models, losses, hooks and optimizers have: who has one called on what, its caller knows.
_MATTERS = (
    operations("mode", of="torch.nn.Module")
    | operations("hook", of="torch.nn.Module")
    | operations("grad-off", "grad-on", of="torch.autograd")
    | {"forward", "backward"}
    | {"step"}
    | CLIPS_GRADIENTS
)

# What all modules have, beside what their class defines; moves, casts and states tell nothing of how one is used.
_OF_ALL_MODULES = operations("mode", "hook", "move", "cast", "state", "distinctive", of="torch.nn.Module")
# What they do depends on what the numbers are that they are given: probabilities, logits, a distance that may be 0.
_LOSSES = full_names("loss-of-difference").union(
    *(losses_wanting(wanted) for wanted in ("probabilities", "logits", "class-logits", "log-probabilities"))
)
_BY_MEANING = operations("softmax", "log-softmax", "logarithm", "steep-at-0") | {
    *(name.rpartition(".")[2] for name in _LOSSES if name.startswith("torch.nn.functional.")),
    "norm",
}


class Traits(NamedTuple):
    """Properties of a function's own code."""

    is_generator: bool
    rebinds: frozenset[str]  # the names that it assigns anew
    switches_itself: bool  # whether it calls self.eval() or self.train()
    depends_on_callers: bool  # whether it runs something that it is given, a model or a loss, or asks for a device
    computes_by_meaning: bool  # whether it takes the logarithm, a loss or the like of what it is given
    calls_of_self: frozenset[str]  # what it calls of `self`: methods, and what an object was given
    chosen_by: frozenset[str]  # the parameters that it compares with literals to choose a branch, and never assigns
    hands_on_to: frozenset[str]  # what it calls with something that it was given, or that its object holds


def _called(call: tree.Call) -> str:
    """What a call calls, by its dotted name; for `self.encoder.forward(x)`, the encoder."""
    name = tree.dotted(call.func) or ""
    return name.removesuffix(".forward") if name.count(".") > 1 else name


def traits_of(syntax: tree.Tree, node: tree.Node) -> Traits:
    """The traits of a function, or of whatever else has a body."""
    calls = syntax.own(node, tree.Call)
    called = [name for call in calls if (name := _called(call))]
    given = {p.name for p in node.parameters} if isinstance(node, (tree.FunctionDef, tree.Lambda)) else set()
    of_self = frozenset(name[len("self.") :] for name in called if name.startswith("self.") and name.count(".") == 1)
    return Traits(
        bool(syntax.own(node, tree.Yield)),
        names_bound(syntax, node),
        not of_self.isdisjoint(("eval", "train")),
        any(name in given for name in called)
        or any(_asks_model(name, given) for name in called)
        or any(tree.last_name(call.func) in _MATTERS for call in calls)
        or _asks(syntax, node, given)
        or _sets_environment(syntax, node),
        any(tree.last_name(call.func) in _BY_MEANING and _works_on(call, given) for call in calls),
        of_self,
        frozenset(_compared(syntax, node) & given) - names_bound(syntax, node),
        frozenset(_name_of(call) for call in calls if _is_given(call, given)),
    )


def _asks_model(called: str, given: set[str]) -> bool:
    """Whether a method is called that a model's class may define, of a model from elsewhere: `self.net.sample(x)`."""
    owner, _, method = called.rpartition(".")
    name = owner.removeprefix("self.")
    return (owner in given or name != owner) and names_model(name) and method not in _OF_ALL_MODULES


def _works_on(call: tree.Call, given: set[str]) -> bool:
    """Whether a call is a method of one of these names, or has one as its first argument."""
    holder = call.func.value if isinstance(call.func, tree.Attribute) else None
    return tree.dotted(holder) in given or bool(call.args and tree.dotted(call.args[0].value) in given)


def _compared(syntax: tree.Tree, node: tree.Node) -> set[str]:
    """The names by which a function's code chooses: compared with text, or with several numbers and not used otherwise.

    A size, such as a stride that is compared with 1, is computed with, too.
    """
    found: set[str] = set()
    numbers: dict[str, set[str]] = {}
    for test in syntax.own(node, tree.Compare):
        literals = literals_compared(test)
        if literals is None or not isinstance(test.left, tree.Name):
            continue
        if all(one.isdecimal() for one in literals):
            numbers.setdefault(test.left.id, set()).update(literals)
        else:
            found.add(test.left.id)
    several = {name for name, those in numbers.items() if len(those) > 1}
    return found | (several - _used_otherwise(syntax, node) if several else several)


def _used_otherwise(syntax: tree.Tree, node: tree.Node) -> set[str]:
    """The names that some code does more with than comparing them with literals."""
    names = (name for name in tree.walk(node) if isinstance(name, tree.Name))
    return {name.id for name in names if not _is_compared(name, syntax.parents[name])}


def _is_compared(name: tree.Name, test: tree.Node) -> bool:
    return isinstance(test, tree.Compare) and test.left is name and literals_compared(test) is not None


def literals_compared(test: tree.Compare) -> list[str] | None:
    """The literals of `mode == "train"`, `part in (0, 1)` and their negations; None for other comparisons."""
    if len(test.ops) != 1 or test.ops[0] not in ("==", "!=", "in", "not in"):
        return None
    right = test.comparators[0]
    if "in" in test.ops[0].split() and not isinstance(right, (tree.Tuple, tree.List, tree.Set)):
        return None  # a part of a text, or something that is not written out
    written = right.elements if isinstance(right, (tree.Tuple, tree.List, tree.Set)) else [right]
    literals = [literal for one in written if (literal := literal_of(one)) is not None]
    return literals if len(literals) == len(written) else None


def outcome_for(test: tree.Compare, literal: str) -> bool | None:
    """Whether a comparison with literals holds where its left side is this one; None for other comparisons."""
    compared = literals_compared(test)
    return None if compared is None else (literal in compared) == (test.ops[0] in ("==", "in"))


def literal_of(node: tree.Expression) -> str | None:
    """A text or a whole number that is written out, as Python shows it; None for all else."""
    written = node.value if isinstance(node, tree.Constant) else None
    return repr(written) if isinstance(written, (str, int)) and not isinstance(written, bool) else None


def _asks(syntax: tree.Tree, node: tree.Node, given: set[str]) -> bool:
    """Whether a device that it is given is compared with something: `device == "cuda"`."""
    compared = (part for compare in syntax.own(node, tree.Compare) for part in (compare.left, *compare.comparators))
    return any(isinstance(part, tree.Name) and part.id in given and part.id.endswith("device") for part in compared)


def _sets_environment(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether it sets a variable that CUDA reads once, which is in vain if a caller has started CUDA before."""
    targets = (target for assign in syntax.own(node, tree.Assign) for target in assign.targets)
    keys = (target.index for target in targets if isinstance(target, tree.Subscript))
    return any(isinstance(key, tree.Constant) and key.value in READ_ONCE for key in keys)


def _name_of(call: tree.Call) -> str:
    """The name of the callee; for `Made()(x)`, that of the class."""
    return tree.last_name(call.func.func if isinstance(call.func, tree.Call) else call.func)


def _is_given(call: tree.Call, given: set[str]) -> bool:
    """Whether an argument is one of these names, or an attribute of one."""
    names = (tree.dotted(argument.value) for argument in call.args)
    return any(name is not None and name.partition(".")[0] in given for name in names)
