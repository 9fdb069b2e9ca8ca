"""What a name stands for at a place, as the code of its function writes it: the expression that it was assigned."""

from __future__ import annotations

from torchlint.syntax import tree

# The longest chain of names that is followed.
_DEEPEST = 5
Bindings = dict[str, list[tuple[tree.Node, tree.Expression | None]]]


def written(syntax: tree.Tree, node: tree.Node, depth: int = 0) -> tree.Node:
    """The expression that a name surely stands for here; the node itself where that can't be told."""
    if not isinstance(node, tree.Name) or depth >= _DEEPEST:
        return node
    scope = syntax.above(node, *tree.Scope) or syntax.root
    bound = bindings_in(syntax, scope).get(node.id, [])
    before = [(at, value) for at, value in bound if at.end <= node.start]
    if not before or any(isinstance(at, tree.For) and at.start < node.start < at.end for at, _ in bound):
        return node  # bound by a loop around, whatever it was before
    at, value = before[-1]
    if value is None or not _is_on_the_way(syntax, at, node):
        return node
    loop = syntax.above(node, *tree.Loops, *tree.Scope)
    while isinstance(loop, tree.Loops):  # an assignment further down in a loop reaches its start
        is_outside = not loop.start <= at.start < loop.end
        if is_outside and any(node.start < other.start < loop.end for other, _ in bound):
            return node
        loop = syntax.above(loop, *tree.Loops, *tree.Scope)
    return written(syntax, value, depth + 1)


def assigned_once(syntax: tree.Tree, name: tree.Name) -> tree.Expression | None:
    """The only thing that the file's top level assigns to a name which its function does not bind itself."""
    scope = syntax.above(name, *tree.Scope) or syntax.root
    own = {p.name for p in scope.parameters} if isinstance(scope, (tree.FunctionDef, tree.Lambda)) else set()
    if name.id in own or (scope is not syntax.root and name.id in bindings_in(syntax, scope)):
        return None
    bound = bindings_in(syntax, syntax.root).get(name.id, [])
    return bound[0][1] if len(bound) == 1 else None


def _is_on_the_way(syntax: tree.Tree, at: tree.Node, node: tree.Node) -> bool:
    """Whether each way to a place leads over a statement: its block is around the place."""
    block, statement = syntax.parents.get(at), syntax.statement(node)
    while isinstance(block, tree.With) and not block.start <= node.start < block.end and not _may_leave(block):
        at, block = block, syntax.parents.get(block)
    here: tree.Node | None = statement
    while here is not None and syntax.parents.get(here) is not block:
        here = syntax.parents.get(here)
    if here is None or block is None:
        return False
    if isinstance(block, tree.If):
        return any(at in arm and here in arm for arm in (block.body, block.orelse))
    return not isinstance(block, tree.Try)


def _may_leave(block: tree.With) -> bool:
    """Whether a `with` may be left before its end without anybody noticing: `with suppress(KeyError):`."""
    calls = (item.context.func for item in block.items if isinstance(item.context, tree.Call))
    return any((tree.dotted(func) or "").endswith(("suppress", "raises")) for func in calls)


def bindings_in(syntax: tree.Tree, scope: tree.Node) -> Bindings:
    """Every place of a scope that gives a name a value, with the value where one expression stands for it."""
    return syntax.once(_bound_in, scope)


def _bound_in(_: tree.Tree, scope: tree.Node) -> Bindings:
    found: Bindings = {}
    for node in sorted(tree.walk(scope, into_functions=False), key=lambda n: n.start):
        targets: list[tree.Node] = []
        value: tree.Expression | None = None
        if isinstance(node, tree.Assign):
            targets, value = [*node.targets], node.value
        elif isinstance(node, tree.AnnotatedAssign):
            targets, value = [node.target] if node.value else [], node.value
        elif isinstance(node, (tree.AugmentedAssign, tree.For, tree.NamedExpression, tree.WithItem)):
            targets = [node.target] if node.target is not None else []
        for target in targets:
            for name in tree.walk(target):
                if isinstance(name, tree.Name):
                    found.setdefault(name.id, []).append((node, value if name is target else None))
    return found
