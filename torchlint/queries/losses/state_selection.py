"""Whether the entries of a loaded state_dict were selected by name, so that missing ones are intended."""

from __future__ import annotations

from torchlint.binding.definitions import assigned
from torchlint.queries.file import CallView
from torchlint.syntax import tree

# What takes entries out of a state, or puts some in.
_CHANGES = frozenset(("pop", "update", "setdefault", "popitem"))


def is_selected(load: CallView) -> bool:
    """Whether a state is a literal where it is loaded, filtered by name before, or of the model's own."""
    state = load.argument(0, "state_dict")
    if state is None or isinstance(state.node, (tree.Dict, tree.Comprehension)):
        return True
    around = load.file.tree.scope(load.node)
    name = tree.dotted(state.node)
    model = tree.dotted(load.receiver.node) if load.receiver else None
    if name is not None and model not in (None, "self") and name.startswith(f"{model}."):
        return True  # the model restores a copy of its own weights
    if model is not None and _is_of_the_same_part(state.node, model):
        return True
    if name is None:
        return isinstance(state.node, tree.Call) and not _reads_a_file(load, state.node)
    return any(_picks(node, name, load) for node in tree.walk(around))


def _is_of_the_same_part(state: tree.Node, loading: str) -> bool:
    """Whether one model loads the same submodule of another: `a.body`, `b.body.state_dict()`."""
    func = state.func if isinstance(state, tree.Call) else None
    given = tree.dotted(func.value) if isinstance(func, tree.Attribute) and func.attr == "state_dict" else None
    here, there = loading.rpartition("."), (given or "").rpartition(".")
    return bool(here[0] and there[0]) and here[2] == there[2]


def _picks(node: tree.Node, name: str, load: CallView) -> bool:
    """Whether a piece of code builds or changes the state of this name by the names of its entries."""
    for _, target, value in assigned(node):
        if isinstance(target, tree.Subscript) and tree.dotted(target.value) == name:
            return True
        if tree.dotted(target) == name:
            is_call = isinstance(value, tree.Call) and not _reads_a_file(load, value)
            return is_call or isinstance(value, (tree.Dict, tree.Comprehension))
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr in _CHANGES:
        return tree.dotted(node.func.value) == name
    return False


def _reads_a_file(load: CallView, call: tree.Call) -> bool:
    """Whether a call reads the state from a file; any other function may filter names."""
    if isinstance(call.func, tree.Attribute) and call.func.attr in ("get", "state_dict", "float"):
        return True
    names = load.file.names.spelled(call)
    return any(name.endswith((".load", ".load_state_dict_from_url", ".load_url", ".load_file")) for name in names)
