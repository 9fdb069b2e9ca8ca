"""Whether code before a load asks the model which names it has, so that what it picks is known to fit."""

from __future__ import annotations

from collections.abc import Iterator, Set

from torchlint.binding.definitions import assigned
from torchlint.queries import CallView
from torchlint.syntax import tree

# Methods of a module that name its parts. One is enough to compare with, and none is called without a reason.
_NAMES = frozenset(("state_dict", "named_parameters", "named_buffers", "named_modules", "named_children"))
# Those that ask for one name.
_ASKS = frozenset(("hasattr", "get_parameter", "get_submodule", "get_buffer"))
_FARTHEST = 3  # assignments between a file and what is loaded


def asks_the_model(load: CallView) -> bool:
    """Whether the function asks a model for its names before, or gives both it and the state to another function.

    `ckpt["model"].state_dict()` is the file's own state, and asks for nothing.
    """
    state, model = load.argument(0, "state_dict"), load.receiver
    if state is None or model is None:
        return False
    scope = load.file.tree.scope(load.node)
    calls = [one for one in tree.walk(scope) if isinstance(one, tree.Call) and one.start < load.node.end]
    if any(_asks(call) for call in calls):
        return True
    states = _names_of(scope, state.node)
    return any(_may_ask(load, call, model.code, states) for call in calls if call is not load.node)


def _asks(call: tree.Call) -> bool:
    name = tree.last_name(call.func)
    return name in _ASKS or (name in _NAMES and tree.dotted(call.func) is not None)


def _names_of(scope: tree.Node, state: tree.Node) -> Set[str]:
    """The names of a state, and of those that it is made of in a function."""
    names = set(_roots(state))
    given = [(tree.root_name(target), value) for one in tree.walk(scope) for _, target, value in assigned(one)]
    for _ in range(_FARTHEST):
        names |= {
            part for root, value in given if root is not None and root.id in names and value for part in _roots(value)
        }
    return names


def _roots(node: tree.Node) -> Iterator[str]:
    return (part.id for part in tree.walk(node) if isinstance(part, tree.Name))


def _may_ask(load: CallView, call: tree.Call, model: str, states: Set[str]) -> bool:
    """Whether a call is given the state, and asks the model: it is given that, too, or looks at it itself."""
    given = [argument.value for argument in call.args]
    if not any(name in states for argument in given for name in _roots(argument)):
        return False
    text_of = load.file.tree.text_of
    if not isinstance(call.func, tree.Attribute) or text_of(call.func.value) != model:
        return any(text_of(argument) == model for argument in given)
    functions = load.file.facts.functions.get(call, ())
    inside = (part for one in functions for part in tree.walk(one.node) if isinstance(part, tree.Call))
    return not functions or any(_asks(part) for part in inside)
