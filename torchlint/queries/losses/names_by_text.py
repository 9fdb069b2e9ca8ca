"""Names of a state's entries: whether code asks for a text in them, and whether it gives them others by texts alone."""

from __future__ import annotations

from collections.abc import Iterator, Set

from torchlint.binding.definitions import assigned
from torchlint.binding.use_def import resolved_expression
from torchlint.syntax import tree

# What says how an entry is called without a prefix, or by another one.
_RENAMES = frozenset(("replace", "removeprefix", "removesuffix", "lstrip", "startswith", "endswith", "len", "split"))
# What makes a list of the names, so that the state may change in the loop.
_LISTS = frozenset(("list", "tuple", "sorted"))
_LEAVING = (tree.Continue, tree.Break, tree.Return, tree.Raise)


def renames(node: tree.Node, keys: Set[str]) -> bool:
    """Whether an expression is a key, or what is left of it without a prefix; it asks nothing but the key."""
    if isinstance(node, tree.Call):
        method = node.func.value if isinstance(node.func, tree.Attribute) else None
        return tree.last_name(node.func) in _RENAMES and (method is None or renames(method, keys))
    if isinstance(node, tree.Name):
        return node.id in keys
    if isinstance(node, tree.Slice):
        return True  # a slice of the key, however its bounds are computed
    plain = (tree.Constant, tree.Subscript, tree.UnaryOp, tree.Conditional, tree.Compare)
    return isinstance(node, plain) and all(renames(part, keys) for part in tree.children(node))


def asks_for_text(test: tree.Expression, keys: Set[str]) -> bool:
    """Whether a condition keeps the names in which a text is, or that begin with it; or several such."""
    if isinstance(test, tree.BoolOp):
        return all(asks_for_text(one, keys) for one in test.values)
    if isinstance(test, tree.Compare):
        return test.ops == ["in"] and tree.dotted(test.comparators[0]) in keys
    if not isinstance(test, tree.Call) or len(test.args) != 1:
        return False
    (given,) = test.args
    if isinstance(given.value, tree.Comprehension) and tree.dotted(test.func) == "any":
        return asks_for_text(given.value.element, keys)
    is_method = isinstance(test.func, tree.Attribute) and test.func.attr in ("startswith", "endswith")
    return is_method and isinstance(test.func, tree.Attribute) and tree.dotted(test.func.value) in keys


def is_copied_by_text(syntax: tree.Tree, node: tree.Node, name: str) -> tree.Expression | None:
    """The state from which a loop puts this entry into the state of this name, going by texts in its name alone.

    `state` of `for k, v in state.items():` and in it `if "body" in k: bare[k[5:]] = v`; also where an entry only gets
    another name, `state[k[5:]] = state.pop(k)`. None where the loop asks for anything else, and where it leaves early.
    """
    loop = _loop_of(syntax, node)
    if loop is None or not isinstance(node, tree.Assign):
        return None
    target, source = node.targets[0], _gone_over(loop)
    first = loop.target.elements[0] if isinstance(loop.target, tree.Tuple) else loop.target
    if source is None or not isinstance(first, tree.Name) or not isinstance(target, tree.Subscript):
        return None
    keys = _keys(loop, first.id)
    entries = {tree.dotted(source)}
    if isinstance(loop.target, tree.Tuple):
        entries.add(tree.dotted(loop.target.elements[1]))
    if keys is None or object_of(node.value) not in entries or not renames(target.index, keys):
        return None
    inside = [one for statement in loop.body for one in tree.walk(statement)]
    if any(isinstance(one, (*_LEAVING, tree.Delete)) for one in inside):
        return None
    if not all(_speaks_of_text(one.test, keys) for one in inside if isinstance(one, tree.If)):
        return None
    whole = resolved_expression(syntax, source)
    if isinstance(whole, tree.Call) and tree.last_name(whole.func) == "state_dict":
        return None  # a copy of a model's weights
    return source if _is_under_texts(syntax, node, loop, keys) or name == tree.dotted(source) else None


def _loop_of(syntax: tree.Tree, node: tree.Node) -> tree.For | None:
    """The loop around a statement, with nothing but conditions between them."""
    above = syntax.parents.get(node)
    while isinstance(above, tree.If):
        above = syntax.parents.get(above)
    return above if isinstance(above, tree.For) and not above.orelse else None


def _gone_over(loop: tree.For) -> tree.Expression | None:
    """The state over whose entries or names a loop goes."""
    over = loop.iter
    if isinstance(over, tree.Call) and tree.dotted(over.func) in _LISTS and len(over.args) == 1:
        over = over.args[0].value
    method = over.func if isinstance(over, tree.Call) and not over.args else None
    is_state = isinstance(method, tree.Attribute) and method.attr in ("items", "keys")
    return method.value if is_state and isinstance(method, tree.Attribute) else None


def _keys(loop: tree.For, key: str) -> set[str] | None:
    """The names under which a loop has the entry's name, or what is left of it; None where one has something else."""
    keys = {key}
    given = [
        (target.id, value)
        for statement in loop.body
        for node in tree.walk(statement)
        for kind, target, value in assigned(node)
        if isinstance(target, tree.Name) and kind == "assignment" and value is not None
    ]
    for _ in range(2):  # a name for a name
        keys |= {name for name, value in given if renames(value, keys)}
    return keys if all(renames(value, keys) for name, value in given if name in keys) else None


def _speaks_of_text(test: tree.Expression, keys: Set[str]) -> bool:
    """Whether a condition asks for texts in a name, or that they are not in it."""
    if isinstance(test, tree.BoolOp):
        return all(_speaks_of_text(one, keys) for one in test.values)
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        return _speaks_of_text(test.operand, keys)
    if isinstance(test, tree.Compare) and test.ops == ["not in"]:
        return tree.dotted(test.comparators[0]) in keys
    return asks_for_text(test, keys)


def _is_under_texts(syntax: tree.Tree, node: tree.Node, loop: tree.For, keys: Set[str]) -> bool:
    """Whether every condition on the way to a statement asks for a text that is there."""
    for above in _ifs(syntax, node, loop):
        if not any(node.start >= one.start and node.end <= one.end for one in above.body):
            return False  # the names without the text: what is left out is explicit
        if not asks_for_text(above.test, keys):
            return False
    return True


def _ifs(syntax: tree.Tree, node: tree.Node, loop: tree.For) -> Iterator[tree.If]:
    above = syntax.parents.get(node)
    while above is not None and above is not loop:
        if isinstance(above, tree.If):
            yield above
        above = syntax.parents.get(above)


def object_of(node: tree.Node) -> str | None:
    """What an entry is taken from, or made of by methods: `v` of `v.half()`, `f` of `f[k]` and `f.get_tensor(k)`."""
    while isinstance(node, (tree.Call, tree.Subscript, tree.Attribute)) and tree.dotted(node) is None:
        node = node.func if isinstance(node, tree.Call) else node.value
        node = node.value if isinstance(node, tree.Attribute) else node
    return tree.dotted(node)
