"""Whether code before a load asks the model which names it has, so that what it picks is known to fit."""

from __future__ import annotations

from collections.abc import Iterator, Set

from torchlint.binding.definitions import assigned
from torchlint.binding.qualified_names import by_name
from torchlint.knowledge.call_names import ASKS_FOR_A_NAME, LISTS_NAMES, READS_STATE
from torchlint.queries import CallView
from torchlint.syntax import tree

_FARTHEST = 3  # assignments between a file and what is loaded


def asks_the_model(load: CallView) -> bool:
    """Whether the function asks a model for its names before, or gives both it and the state to another function.

    `ckpt["model"].state_dict()` is the file's own state, and asks for nothing.
    """
    state, model = load.argument(0, "state_dict"), load.receiver
    if state is None or model is None:
        return False
    syntax = load.file.tree
    scope = syntax.scope(load.node)
    first = syntax.once(_first_asking, scope)
    if first is not None and first < load.node.end:
        return True
    states = _names_of(syntax, scope, state.node)
    given = syntax.once(_calls_given, scope)
    calls = (call for name in states for call in given.get(name, ()) if call.start < load.node.end)
    return any(_may_ask(load, call, model.code) for call in calls if call is not load.node)


def _first_asking(_: tree.Tree, scope: tree.Node) -> int | None:
    """Where a function asks a model for names first."""
    return min((one.start for one in tree.walk(scope) if isinstance(one, tree.Call) and _asks(one)), default=None)


def _asks(call: tree.Call) -> bool:
    name = tree.last_name(call.func)
    return name in ASKS_FOR_A_NAME or (name in LISTS_NAMES and tree.dotted(call.func) is not None)


def _calls_given(_: tree.Tree, scope: tree.Node) -> dict[str, list[tree.Call]]:
    """The calls in a function by the names in their arguments."""
    found: dict[str, list[tree.Call]] = {}
    for call in tree.walk(scope):
        if isinstance(call, tree.Call):
            for name in {name for argument in call.args for name in _roots(argument.value)}:
                found.setdefault(name, []).append(call)
    return found


def _made_of(syntax: tree.Tree, scope: tree.Node) -> dict[str, set[str]]:
    """The names that each variable of a function, and what is in it, is made of; not where a file lies that is read."""
    names = by_name(syntax)
    found: dict[str, set[str]] = {}
    for node in tree.walk(scope):
        for _kind, target, value in assigned(node):
            root = tree.root_name(target)
            read = names.get(value, frozenset()) if isinstance(value, tree.Call) else frozenset()
            if root is not None and value and READS_STATE.isdisjoint(read):
                found.setdefault(root.id, set()).update(_roots(value))
    return found


def _names_of(syntax: tree.Tree, scope: tree.Node, state: tree.Node) -> Set[str]:
    """The names of a state, and of those that it is made of in a function."""
    names = set(_roots(state))
    made_of = syntax.once(_made_of, scope)
    for _ in range(_FARTHEST):
        names |= {part for name in names for part in made_of.get(name, ())}
    return names


def _roots(node: tree.Node) -> Iterator[str]:
    return (part.id for part in tree.walk(node) if isinstance(part, tree.Name))


def _may_ask(load: CallView, call: tree.Call, model: str) -> bool:
    """Whether a call that is given the state asks the model: it is given that, too, or looks at it itself."""
    given = [argument.value for argument in call.args]
    text_of = load.file.tree.text_of
    if not isinstance(call.func, tree.Attribute) or text_of(call.func.value) != model:
        return any(text_of(argument) == model for argument in given)
    functions = load.file.facts.functions.get(call, ())
    inside = (part for one in functions for part in tree.walk(one.node) if isinstance(part, tree.Call))
    return not functions or any(_asks(part) for part in inside)
