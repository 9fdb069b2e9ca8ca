"""Whether the entries of a loaded state_dict were selected by name, so that missing ones are intended."""

from __future__ import annotations

from torchlint.binding.definitions import assigned
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import UNKNOWN
from torchlint.queries.file import CallView
from torchlint.syntax import tree

# What takes entries out of a state, or puts some in.
_CHANGES = frozenset(("pop", "update", "setdefault", "popitem"))
# What says how an entry is called without a prefix, or by another one.
_RENAMES = frozenset(("replace", "removeprefix", "removesuffix", "lstrip", "startswith", "endswith", "len"))

# What gives back a file as it is.
_READING = (".load", ".load_state_dict_from_url", ".load_url", ".load_file", ".safe_open")


def is_selected(load: CallView) -> bool:
    """Whether a state is a literal where it is loaded, filtered by name before, or of the model's own."""
    state = load.argument(0, "state_dict")
    if state is None:
        return True
    node: tree.Node = state.node
    while (source := _source(node)) is not None:
        node = source
    if isinstance(node, (tree.Dict, tree.Comprehension)):
        return True
    name = tree.dotted(node)
    model = tree.dotted(load.receiver.node) if load.receiver else None
    if name is not None and model not in (None, "self") and name.startswith(f"{model}."):
        return True  # the model restores a copy of its own weights
    if model is not None and _is_of_the_same_part(node, model):
        return True
    return _is_picked(load, node, set())


def _is_picked(load: CallView, state: tree.Node, seen: set[str]) -> bool:
    """Whether the entries of a state, or of the one that it is made of, are picked by their names."""
    name = tree.dotted(state)
    if name is None:
        return isinstance(state, tree.Call) and not _reads_a_file(load, state)
    if name in seen:
        return False
    seen.add(name)
    return any(_picks(node, name, load, seen) for node in tree.walk(load.file.tree.scope(load.node)))


def _source(node: tree.Node | None) -> tree.Expression | None:
    """The state whose entries a comprehension has, all of them: `state` of `{k[7:]: v for k, v in state.items()}`.

    None where it may leave entries out, or puts them under a part of the model: `{"body." + k: ...}`.
    """
    if not isinstance(node, tree.Comprehension) or node.kind != "dict" or len(node.clauses) != 1:
        return None
    (clause,) = node.clauses
    target, over = clause.target, clause.iter
    if clause.ifs or not isinstance(target, tree.Tuple) or not isinstance(over, tree.Call) or over.args:
        return None
    key, goes_over = target.elements[0], over.func
    if not isinstance(goes_over, tree.Attribute) or goes_over.attr != "items" or not isinstance(key, tree.Name):
        return None
    return goes_over.value if _renames(node.element, key.id) else None


def _renames(node: tree.Node, key: str) -> bool:
    """Whether an expression is a key, or what is left of it without a prefix; it asks nothing but the key."""
    if isinstance(node, tree.Call):
        method = node.func.value if isinstance(node.func, tree.Attribute) else None
        return tree.last_name(node.func) in _RENAMES and (method is None or _renames(method, key))
    if isinstance(node, tree.Name):
        return node.id == key
    plain = (tree.Constant, tree.Subscript, tree.Slice, tree.UnaryOp, tree.Conditional, tree.Compare)
    return isinstance(node, plain) and all(_renames(part, key) for part in tree.children(node))


def _is_of_the_same_part(state: tree.Node, loading: str) -> bool:
    """Whether one model loads the same submodule of another: `a.body`, `b.body.state_dict()`."""
    func = state.func if isinstance(state, tree.Call) else None
    given = tree.dotted(func.value) if isinstance(func, tree.Attribute) and func.attr == "state_dict" else None
    here, there = loading.rpartition("."), (given or "").rpartition(".")
    return bool(here[0] and there[0]) and here[2] == there[2]


def _picks(node: tree.Node, name: str, load: CallView, seen: set[str]) -> bool:
    """Whether a piece of code builds or changes the state of this name by the names of its entries."""
    for kind, target, value in assigned(node):
        if isinstance(target, tree.Subscript) and tree.dotted(target.value) == name:
            copied = _copied_whole(load, node, target) if _begins_empty(load, name) else None
            return copied is None or _is_picked(load, copied, seen)
        if tree.dotted(target) == name:
            if kind == "with" and isinstance(node, tree.WithItem):
                opened = node.context
                if not isinstance(opened, tree.Call):
                    return True
                # What `open` gives is a file under the same name, and no state.
                return tree.dotted(opened.func) != "open" and not _reads_a_file(load, opened)
            if _is_empty(value) and _is_filled(load, name):
                return False  # what is put in decides
            if (source := _source(value)) is not None:
                return _is_picked(load, source, seen)
            is_call = isinstance(value, tree.Call) and not _reads_a_file(load, value)
            return is_call or isinstance(value, (tree.Dict, tree.Comprehension))
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr in _CHANGES:
        return tree.dotted(node.func.value) == name
    return False


def _copied_whole(load: CallView, node: tree.Node, target: tree.Subscript) -> tree.Expression | None:
    """The state all of whose entries a loop copies: `state` of `for k, v in state.items(): bare[k[7:]] = v`.

    None where anything but assignments is in the loop, which may leave entries out, or an entry gets a name of another
    kind. As `_source` for a comprehension.
    """
    loop = load.file.tree.parents.get(node)
    if not isinstance(loop, tree.For) or loop.orelse or not all(isinstance(one, tree.Assign) for one in loop.body):
        return None
    method = loop.iter.func if isinstance(loop.iter, tree.Call) and not loop.iter.args else None
    if (
        not isinstance(method, tree.Attribute)
        or method.attr not in ("items", "keys")
        or not isinstance(node, tree.Assign)
    ):
        return None
    key, entry = loop.target, tree.dotted(method.value)
    if method.attr == "items":
        if not isinstance(loop.target, tree.Tuple) or len(loop.target.elements) != 2:
            return None
        key, entry = loop.target.elements[0], tree.dotted(loop.target.elements[1])
    if not isinstance(key, tree.Name) or entry is None or _object_of(node.value) != entry:
        return None  # the entry may be another state's, as where the names are the model's
    syntax = load.file.tree
    state, written = resolved_expression(syntax, method.value), resolved_expression(syntax, target.index)
    if isinstance(state, tree.Call) and tree.last_name(state.func) == "state_dict":
        return None  # a copy of a model's weights
    return method.value if _renames(written, key.id) else None


def _object_of(node: tree.Node) -> str | None:
    """What an entry is taken from, or made of by methods: `v` of `v.half()`, `f` of `f[k]` and `f.get_tensor(k)`."""
    while isinstance(node, (tree.Call, tree.Subscript, tree.Attribute)) and tree.dotted(node) is None:
        node = node.func if isinstance(node, tree.Call) else node.value
        node = node.value if isinstance(node, tree.Attribute) else node
    return tree.dotted(node)


def _is_empty(value: tree.Expression | None) -> bool:
    """Whether an expression is a new dict without entries."""
    if isinstance(value, tree.Call):
        return not value.args and tree.last_name(value.func) in ("dict", "OrderedDict")
    return isinstance(value, tree.Dict) and not value.values


def _begins_empty(load: CallView, name: str) -> bool:
    """Whether the function makes the state of this name as an empty dict, and nothing else."""
    all_assigned = (each for node in tree.walk(load.file.tree.scope(load.node)) for each in assigned(node))
    given = [value for _, target, value in all_assigned if tree.dotted(target) == name]
    return bool(given) and all(map(_is_empty, given))


def _is_filled(load: CallView, name: str) -> bool:
    """Whether the function puts single entries into the state of this name."""
    targets = (one for node in tree.walk(load.file.tree.scope(load.node)) for _, one, _ in assigned(node))
    return any(isinstance(one, tree.Subscript) and tree.dotted(one.value) == name for one in targets)


def _reads_a_file(load: CallView, call: tree.Call) -> bool:
    """Whether a call reads the state from a file; any other function may filter names."""
    if isinstance(call.func, tree.Attribute) and call.func.attr in ("get", "state_dict", "float"):
        return True
    names = load.file.names.spelled(call)
    if any(name.endswith(_READING) for name in names):
        return True
    return _returns_the_file(load, call)


def _returns_the_file(load: CallView, call: tree.Call) -> bool:
    """Whether a function of the project's returns what `torch.load` gave it, as it is: `return torch.load(buffer)`."""
    for origin in load.file.facts.values.get(call, UNKNOWN).origins:
        if origin.what == "load" and origin.chain and origin.chain[-1] is call:
            unit = load.file.analysis.unit_of(origin.node)
            return unit is not None and isinstance(unit.tree.parents[origin.node], tree.Return)
    return False
