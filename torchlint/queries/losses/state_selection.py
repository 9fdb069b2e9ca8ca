"""Whether a state that a model loads was picked name by name, so that what is missing is meant to be."""

from __future__ import annotations

from torchlint.queries.file import CallView
from torchlint.syntax import tree

# What takes entries out of a state, or puts some in.
_CHANGES = frozenset(("pop", "update", "setdefault", "popitem"))


def is_selected(load: CallView) -> bool:
    """Whether a state is written out where it is loaded, picked by names around there, or of the model's own."""
    state = load.argument(0, "state_dict")
    if state is None or isinstance(state.node, (tree.Dict, tree.Comprehension)):
        return True
    around = load.file.tree.scope(load.node)
    name = tree.dotted(state.node)
    model = tree.dotted(load.receiver.node) if load.receiver else None
    if name is not None and model not in (None, "self") and name.startswith(f"{model}."):
        return True  # what the model has kept of its own weights, to have them back
    if model is not None and _is_of_the_same_part(state.node, model):
        return True
    if name is None:
        return isinstance(state.node, tree.Call) and not _reads_a_file(load, state.node)
    return any(_picks(node, name, load) for node in tree.walk(around))


def _is_of_the_same_part(state: tree.Node, loading: str) -> bool:
    """Whether a part of one model loads what the part of that name of another has: `a.body`, `b.body.state_dict()`."""
    func = state.func if isinstance(state, tree.Call) else None
    given = tree.dotted(func.value) if isinstance(func, tree.Attribute) and func.attr == "state_dict" else None
    here, there = loading.rpartition("."), (given or "").rpartition(".")
    return bool(here[0] and there[0]) and here[2] == there[2]


def _picks(node: tree.Node, name: str, load: CallView) -> bool:
    """Whether a piece of code makes or changes the state of that name by its entries' names."""
    if isinstance(node, tree.Assign) and any(tree.dotted(target) == name for target in node.targets):
        value = node.value
        if isinstance(value, (tree.Dict, tree.Comprehension)):
            return True
        return isinstance(value, tree.Call) and not _reads_a_file(load, value)
    if isinstance(node, tree.Assign):
        return any(isinstance(t, tree.Subscript) and tree.dotted(t.value) == name for t in node.targets)
    if isinstance(node, tree.Delete):
        return any(isinstance(t, tree.Subscript) and tree.dotted(t.value) == name for t in node.targets)
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr in _CHANGES:
        return tree.dotted(node.func.value) == name
    return False


def _reads_a_file(load: CallView, call: tree.Call) -> bool:
    """Whether a call gives what a file holds: of any other function nobody knows what it does to the names."""
    if isinstance(call.func, tree.Attribute) and call.func.attr in ("get", "state_dict", "float"):
        return True
    names = load.file.names.spelled(call)
    return any(name.endswith((".load", ".load_state_dict_from_url", ".load_url", ".load_file")) for name in names)
