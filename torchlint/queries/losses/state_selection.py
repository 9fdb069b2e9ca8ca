"""Whether the entries of a loaded state_dict were selected by name, so that missing ones are intended."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned
from torchlint.binding.symbols import Function
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.domain.values import UNKNOWN
from torchlint.queries.file import CallView
from torchlint.queries.losses.names_by_text import asks_for_text, is_copied_by_text, object_of, renames
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What takes entries out of a state, or puts some in.
_CHANGES = frozenset(("pop", "update", "setdefault", "popitem"))

# What gives back a file as it is.
_READING = (".load", ".load_state_dict_from_url", ".load_url", ".load_file", ".safe_open")


@dataclass(frozen=True, slots=True)
class _Code:
    """The function that makes a state, and whether picking entries by a text in their names counts as picking."""

    file: File
    syntax: tree.Tree
    scope: tree.Node
    counts_texts: bool
    # The spans of branches that do not lead to the load, in source order, of which none has another one in it.
    elsewhere: tuple[tuple[int, int], ...] = ()

    def changes(self, name: str | None) -> Iterator[tree.Node]:
        """The code that assigns something to this name or an entry of it, or changes the dict of this name."""
        starts = [start for start, _ in self.elsewhere]
        for node in self.syntax.once(_changes_in, self.scope).get(name, ()):
            before = bisect_right(starts, node.start)
            if not before or node.start >= self.elsewhere[before - 1][1]:
                yield node


def _changes_in(_: tree.Tree, scope: tree.Node) -> dict[str | None, list[tree.Node]]:
    """All such code of a function, by the names."""
    found: dict[str | None, list[tree.Node]] = {}
    for node in tree.walk(scope):
        changed = _changed_by(node)
        whole = [one.value if isinstance(one, tree.Subscript) else one for _kind, one, _value in assigned(node)]
        for name in {tree.dotted(one) for one in (*whole, *([changed.value] if changed is not None else []))} - {None}:
            found.setdefault(name, []).append(node)
    return found


def _changed_by(node: tree.Node) -> tree.Attribute | None:
    """The method by which a call takes entries out of a dict, or puts some in; None for anything else."""
    func = node.func if isinstance(node, tree.Call) else None
    return func if isinstance(func, tree.Attribute) and func.attr in _CHANGES else None


def is_selected(load: CallView) -> bool:
    """Whether a state dict is a literal at the load, filtered by name before, or the model's own."""
    return _is_selected(load, counts_texts=True)


def is_known_to_fit(load: CallView) -> bool:
    """Whether a state dict is a literal at the load, kept by the model, or of the same part of another model."""
    state = load.argument(0, "state_dict")
    return state is None or isinstance(state.node, tree.Dict) or _is_of_the_model(load, state.node)


def is_selected_by_text(load: CallView) -> bool:
    """Whether the entries of a state dict are selected or renamed only by a text in their names.

    As in `{k[5:]: v for k, v in state.items() if k.startswith("body.")}`, in a loop that does the same, in a
    function of the project's, or in `del state["fc.bias"]`. Nothing shows that the model has such names, or that the
    file has.
    """
    code = _code(load, counts_texts=False)
    state = load.argument(0, "state_dict")
    made = resolved_expression(code.syntax, state.node) if state is not None else None
    if isinstance(made, tree.Comprehension) and made.clauses[0].ifs and _source(code, made) is not None:
        return True
    return _is_selected(load, counts_texts=True) and not _is_selected(load, counts_texts=False)


def _code(load: CallView, *, counts_texts: bool) -> _Code:
    syntax = load.file.tree
    choices = [(node, side) for node, side in syntax.branches(load.node, tree.If).items() if isinstance(node, tree.If)]
    others = [node.orelse if side == "body" else node.body for node, side in choices if side in ("body", "orelse")]
    elsewhere = _joined((block[0].start, block[-1].end) for block in others if block)
    return _Code(load.file, syntax, syntax.scope(load.node), counts_texts, elsewhere)


def _joined(spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The spans in source order, without those that are inside of another."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return tuple(found)


def _is_selected(load: CallView, *, counts_texts: bool) -> bool:
    state = load.argument(0, "state_dict")
    if state is None:
        return True
    code = _code(load, counts_texts=counts_texts)
    node: tree.Node = state.node
    while (source := _source(code, node)) is not None:
        node = source
    if isinstance(node, (tree.Dict, tree.Comprehension)):
        return True
    return _is_of_the_model(load, node) or _is_picked(code, node, set())


def _is_of_the_model(load: CallView, state: tree.Node) -> bool:
    """Whether the model restores a copy of its own weights, or loads the same part of another model."""
    name = tree.dotted(state)
    model = tree.dotted(load.receiver.node) if load.receiver else None
    if name is not None and model not in (None, "self") and name.startswith(f"{model}."):
        return True
    return model is not None and _is_of_the_same_part(state, model)


def _is_picked(code: _Code, state: tree.Node, seen: set[str]) -> bool:
    """Whether the entries of a state, or of the one that it is made of, are picked by their names."""
    name = tree.dotted(state)
    if name is None:
        return isinstance(state, tree.Call) and _is_picked_by_call(code, state)
    if name in seen:
        return False
    seen.add(name)
    return any(_picks(node, name, code, seen) for node in code.changes(name))


def _is_picked_by_call(code: _Code, call: tree.Call) -> bool:
    """Whether a call may leave entries out: any that reads no file, and is no function that goes by texts."""
    return not _reads_a_file(code, call) and (code.counts_texts or not _goes_by_texts(code, call))


def _goes_by_texts(code: _Code, call: tree.Call) -> bool:
    """Whether a function of the project's gives back what it is given, or reads, picked by a text alone."""
    function = code.file.facts.values.get(call.func, UNKNOWN).ref
    defined = reaching_definition(code.syntax, call.func) if isinstance(call.func, tree.Name) else None
    node: tree.Node | None = defined.node if defined is not None else None
    if isinstance(function, Function):
        code, node = replace(code, syntax=function.unit.tree), function.node
    if not isinstance(node, tree.FunctionDef):
        return False
    inside = replace(code, scope=node, elsewhere=())
    returned = [one.value for one in tree.walk(node, into_functions=False) if isinstance(one, tree.Return)]
    if len(returned) != 1 or returned[0] is None:
        return False
    made: tree.Node = returned[0]
    while (source := _source(inside, made)) is not None:
        made = source
    name = tree.dotted(made)
    is_made_here = made is not returned[0] or any(_fills(one, name) for one in inside.changes(name))
    return is_made_here and name is not None and not _is_picked(inside, made, set())


def _fills(node: tree.Node, name: str | None) -> bool:
    """Whether this puts an entry into the state of this name."""
    targets = (target for _, target, _ in assigned(node))
    return any(isinstance(one, tree.Subscript) and tree.dotted(one.value) == name for one in targets)


def _source(code: _Code, node: tree.Node | None) -> tree.Expression | None:
    """The state whose entries a comprehension has, all of them: `state` of `{k[7:]: v for k, v in state.items()}`.

    None where it may leave entries out, or puts them under a part of the model: `{"body." + k: ...}`.
    """
    if not isinstance(node, tree.Comprehension) or node.kind != "dict" or len(node.clauses) != 1:
        return None
    (clause,) = node.clauses
    target, over = clause.target, clause.iter
    if not isinstance(target, tree.Tuple) or not isinstance(over, tree.Call) or over.args:
        return None
    key, goes_over = target.elements[0], over.func
    if not isinstance(goes_over, tree.Attribute) or goes_over.attr != "items" or not isinstance(key, tree.Name):
        return None
    if clause.ifs and (code.counts_texts or not all(asks_for_text(test, {key.id}) for test in clause.ifs)):
        return None
    return goes_over.value if renames(node.element, {key.id}) else None


def _is_of_the_same_part(state: tree.Node, loading: str) -> bool:
    """Whether one model loads the same submodule of another: `a.body`, `b.body.state_dict()`."""
    func = state.func if isinstance(state, tree.Call) else None
    given = tree.dotted(func.value) if isinstance(func, tree.Attribute) and func.attr == "state_dict" else None
    here, there = loading.rpartition("."), (given or "").rpartition(".")
    return bool(here[0] and there[0]) and here[2] == there[2]


def _picks(node: tree.Node, name: str, code: _Code, seen: set[str]) -> bool:
    """Whether a piece of code builds or changes the state of this name by the names of its entries."""
    for kind, target, value in assigned(node):
        if isinstance(target, tree.Subscript) and tree.dotted(target.value) == name:
            if kind == "deletion" and not code.counts_texts and _is_written_out(code, target.index):
                return False
            copied = _copied_whole(code, node, target) if _begins_empty(code, name) else None
            if copied is None and not code.counts_texts:
                copied = is_copied_by_text(code.syntax, node, name)
            return copied is None or _is_picked(code, copied, seen)
        if tree.dotted(target) == name:
            if kind == "with" and isinstance(node, tree.WithItem):
                opened = node.context
                if not isinstance(opened, tree.Call):
                    return True
                # What `open` gives is a file under the same name, and no state.
                return tree.dotted(opened.func) != "open" and not _reads_a_file(code, opened)
            if _is_empty(value) and any(_fills(one, name) for one in code.changes(name)):
                return False  # it depends on the argument
            if (source := _source(code, value)) is not None:
                return _is_picked(code, source, seen)
            is_call = isinstance(value, tree.Call) and _is_picked_by_call(code, value)
            return is_call or isinstance(value, (tree.Dict, tree.Comprehension))
    changed = _changed_by(node)
    if changed is not None and isinstance(node, tree.Call):
        moves = code.syntax.parents.get(node)  # `state[k[7:]] = state.pop(k)` is looked at as an assignment
        is_moved = not code.counts_texts and isinstance(moves, tree.Assign) and _fills(moves, name)
        taken = node.args[0].value if changed.attr == "pop" and node.args else None
        is_by_text = not code.counts_texts and taken is not None and _is_written_out(code, taken)
        return tree.dotted(changed.value) == name and not is_moved and not is_by_text
    return False


def _is_written_out(code: _Code, key: tree.Node) -> bool:
    """Whether an entry's name is written here, so that nothing is asked of the others: `"fc.weight"`."""
    for loop in code.syntax.around(key):
        if isinstance(loop, tree.For) and isinstance(key, tree.Name) and tree.dotted(loop.target) == key.id:
            names = loop.iter.elements if isinstance(loop.iter, (tree.Tuple, tree.List)) else [loop.iter]
            return all(isinstance(name, tree.Constant) for name in names)
    return isinstance(resolved_expression(code.syntax, key), tree.Constant)


def _copied_whole(code: _Code, node: tree.Node, target: tree.Subscript) -> tree.Expression | None:
    """The state all of whose entries a loop copies: `state` of `for k, v in state.items(): bare[k[7:]] = v`.

    None where anything but assignments is in the loop, which may leave entries out, or an entry gets a name of another
    kind. As `_source` for a comprehension.
    """
    loop = code.syntax.parents.get(node)
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
    if not isinstance(key, tree.Name) or entry is None or object_of(node.value) != entry:
        return None  # the entry may belong to another state dict, for example if the names are the model's
    syntax = code.syntax
    state, written = resolved_expression(syntax, method.value), resolved_expression(syntax, target.index)
    if isinstance(state, tree.Call) and tree.last_name(state.func) == "state_dict":
        return None  # a copy of a model's weights
    return method.value if renames(written, {key.id}) else None


def _is_empty(value: tree.Expression | None) -> bool:
    """Whether an expression is a new dict without entries."""
    if isinstance(value, tree.Call):
        return not value.args and tree.last_name(value.func) in ("dict", "OrderedDict")
    return isinstance(value, tree.Dict) and not value.values


def _begins_empty(code: _Code, name: str) -> bool:
    """Whether the function makes the state of this name as an empty dict, and nothing else."""
    all_assigned = (each for node in code.changes(name) for each in assigned(node))
    given = [value for _, target, value in all_assigned if tree.dotted(target) == name]
    return bool(given) and all(map(_is_empty, given))


def _reads_a_file(code: _Code, call: tree.Call) -> bool:
    """Whether a call reads the state from a file; any other function may filter names."""
    if isinstance(call.func, tree.Attribute) and call.func.attr in ("get", "state_dict", "float"):
        return True
    names = code.file.names.spelled(call)
    if any(name.endswith(_READING) for name in names):
        return True
    return _returns_the_file(code, call)


def _returns_the_file(code: _Code, call: tree.Call) -> bool:
    """Whether a function of the project's returns what `torch.load` gave it, as it is: `return torch.load(buffer)`."""
    for origin in code.file.facts.values.get(call, UNKNOWN).origins:
        if origin.what == "load" and origin.chain and origin.chain[-1] is call:
            unit = code.file.analysis.unit_of(origin.node)
            return unit is not None and isinstance(unit.tree.parents[origin.node], tree.Return)
    return False
