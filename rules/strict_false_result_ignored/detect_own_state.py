"""Whether a model is given back a state that was taken from itself, in which no name can be missing."""

from __future__ import annotations

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import changed_in, resolved_expression
from torchlint.queries import CallView
from torchlint.syntax import tree

# What makes a copy of a state, and leaves its names as they are.
_COPIES = frozenset(("copy", "deepcopy", "dict", "OrderedDict"))


def is_own_state(load: CallView) -> bool:
    """Whether the state is `model.state_dict()` of the model that loads it, taken earlier and stored."""
    state, model = load.argument(0, "state_dict"), load.receiver
    name = tree.dotted(model.node) if model is not None else None
    if state is None or name is None:
        return False
    syntax = load.file.tree
    taken = _stored(syntax, state.node) or [resolved_expression(syntax, state.node)]
    return all(_is_state_of(syntax, one, name) and _is_unchanged(syntax, one, load.node, name) for one in taken)


def _stored(syntax: tree.Tree, state: tree.Node) -> list[tree.Expression]:
    """All that the class around assigns to an attribute of its own, other than None."""
    name, cls = tree.dotted(state), syntax.above(state, tree.ClassDef)
    if not isinstance(state, tree.Attribute) or name is None or cls is None:
        return []
    made = [one for one in assignments_in(cls) if one.name == name and one.kind != "deletion"]
    values = [one.value for one in made if one.value is not None]
    if len(values) < len(made):
        return [state]  # an unpacked value, or a sum
    return [one for one in values if not (isinstance(one, tree.Constant) and one.value is None)]


def _is_state_of(syntax: tree.Tree, node: tree.Node, model: str) -> bool:
    """Whether an expression is the state of this model, or has all of its names."""
    node = resolved_expression(syntax, node)
    if isinstance(node, tree.Comprehension):
        return _has_all_names(node) and _is_state_of(syntax, _gone_through(node), model)
    if not isinstance(node, tree.Call):
        return False
    if tree.last_name(node.func) in _COPIES:
        owner = node.func.value if isinstance(node.func, tree.Attribute) else None
        return _is_state_of(syntax, node.args[0].value if node.args else owner or node.func, model)
    return tree.dotted(node.func) == f"{model}.state_dict"


def _has_all_names(made: tree.Comprehension) -> bool:
    """Whether this is `{name: ... for name, tensor in state.items()}`."""
    (first, *others) = made.clauses
    target, key = first.target, made.element
    return (
        made.kind == "dict"
        and not others
        and not first.ifs
        and isinstance(first.iter, tree.Call)
        and tree.last_name(first.iter.func) == "items"
        and isinstance(target, tree.Tuple)
        and isinstance(key, tree.Name)
        and tree.dotted(target.elements[0]) == key.id
    )


def _gone_through(made: tree.Comprehension) -> tree.Node:
    over = made.clauses[0].iter
    func = over.func if isinstance(over, tree.Call) else over
    return func.value if isinstance(func, tree.Attribute) else func


def _is_unchanged(syntax: tree.Tree, taken: tree.Node, loaded: tree.Node, model: str) -> bool:
    """Whether neither function gives the model's name another value."""
    scopes = {syntax.scope(taken), syntax.scope(loaded)}
    functions = [scope for scope in scopes if isinstance(scope, tree.FunctionDef)]
    return len(functions) == len(scopes) and not any(model in changed_in(syntax, function) for function in functions)
