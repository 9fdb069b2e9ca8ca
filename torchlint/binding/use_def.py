"""Use-def: which definitions a use of a name may see, and which uses see a definition.

Terms, as compilers use them:

- A *scope* is where names live: the file, a function, a lambda, a class, a comprehension.
- A *variable* is a name in the scope that binds it. The `x` of a function and the file's `x` are two, unless the
  function says `global x`.
- A *definition* gives a variable a value: an assignment, a loop, an import, a parameter. `del x` counts as one.
- A *use* is a place where a variable is read. The `x` in `x += 1` is a use and a definition.
- A definition *reaches* a use if there is a way from one to the other on which nothing else defines the variable.
- Something is *loop-invariant* if it has the same value in each pass of a loop.

Inside one scope this follows the code's order, its branches, loops and exceptions. A variable that another function
reads or binds has no order: any of its definitions may reach such a use. For names only; of attributes,
`assignments_to` in definitions.py lists what is assigned to them.
"""

from __future__ import annotations

from torchlint.binding.definitions import Definition, assignments_in, made_by, names_bound
from torchlint.binding.scope_flow import ScopeFlow, flow_of, reads_from
from torchlint.binding.ssa import reached_by
from torchlint.syntax import tree

# The longest chain of names that is followed.
_DEEPEST = 5
# Statements whose last act is to give their targets values.
_ENDS_WITH_DEFINITION = (tree.Assign, tree.AnnotatedAssign, tree.AugmentedAssign)
# What computes the same from the same numbers.
_OF_NUMBERS = frozenset(("len", "int"))


# What binds names of its own, comprehensions included.
_SCOPES = (*tree.Scope, tree.Comprehension)


def scope_of(syntax: tree.Tree, node: tree.Node) -> tree.Node:
    """The scope in which code is evaluated; for a function's defaults and decorators, the one around the function."""
    here, above = node, syntax.parents.get(node)
    while above is not None and not (isinstance(above, _SCOPES) and _evaluates(above, here, node)):
        here, above = above, syntax.parents.get(above)
    return syntax.root if above is None else above


def _evaluates(scope: tree.Node, part: tree.Node, node: tree.Node) -> bool:
    """Whether a scope evaluates a part of itself in itself; `node` is in that part."""
    if isinstance(scope, tree.Comprehension):
        is_first = part is scope.clauses[0]
        return not is_first or not _is_within(node, scope.clauses[0].iter)
    if isinstance(scope, (tree.FunctionDef, tree.Lambda)):
        is_outside = isinstance(scope, tree.FunctionDef) and (part in scope.decorators or part is scope.returns)
        return not is_outside and not isinstance(part, tree.Parameter)
    if isinstance(scope, tree.ClassDef):
        return part not in scope.decorators and part not in scope.bases
    return True  # the whole file


def _is_within(node: tree.Node, outer: tree.Node) -> bool:
    return outer.start <= node.start and node.end <= outer.end


def _flow_around(syntax: tree.Tree, node: tree.Node) -> tuple[tree.Node, ScopeFlow]:
    """The scope that some code is in, other than a comprehension, and its flow."""
    scope = scope_of(syntax, node)
    while isinstance(scope, tree.Comprehension):
        scope = scope_of(syntax, scope)
    return scope, flow_of(syntax, scope)


def definitions(syntax: tree.Tree, scope: tree.Node) -> dict[str, list[Definition]]:
    """The definitions that the code of a file, function, lambda or class makes, by name, in the order of its lines.

    Those of `global` and `nonlocal` names, too; not those of the functions, classes and comprehensions inside.
    """
    return flow_of(syntax, scope).definitions


def owner_of(syntax: tree.Tree, name: tree.Name) -> tree.Node | None:
    """The scope whose variable a name is, as Python looks it up; None where the file doesn't define it."""
    return _owner(syntax, name.id, scope_of(syntax, name))


def _owner(syntax: tree.Tree, name: str, scope: tree.Node) -> tree.Node | None:
    here, is_inside = scope, False
    while True:
        if not (is_inside and isinstance(here, tree.ClassDef)) and _binds(syntax, here, name):
            shared = {} if isinstance(here, tree.Comprehension) else flow_of(syntax, here).shared
            if name not in shared:
                return here
            if shared[name]:
                return syntax.root
        if here is syntax.root:
            return None
        here, is_inside = scope_of(syntax, here), True


def _binds(syntax: tree.Tree, scope: tree.Node, name: str) -> bool:
    if isinstance(scope, tree.Comprehension):
        return any(one.name == name for clause in scope.clauses for one in made_by(clause))
    if isinstance(scope, (tree.FunctionDef, tree.Lambda)) and any(one.name == name for one in scope.parameters):
        return True
    return name in names_bound(syntax, scope) or any(name in one.names for one in syntax.own(scope, tree.Scoped))


def definitions_of(syntax: tree.Tree, name: tree.Name) -> tuple[Definition, ...]:
    """All definitions of the variable that a name refers to, in the order of lines; none of a builtin's name."""
    owner = owner_of(syntax, name)
    return _definitions(syntax, owner, name.id) if owner is not None else ()


def _definitions(syntax: tree.Tree, owner: tree.Node, name: str) -> tuple[Definition, ...]:
    if isinstance(owner, tree.Comprehension):
        _, flow = _flow_around(syntax, owner)
        return tuple(one for one in flow.of_clauses.get(owner, ()) if one.name == name)
    own = [*flow_of(syntax, owner).definitions.get(name, ())]
    others = syntax.once_of_all(_from_inside).get((owner, name), [])
    return tuple(sorted(own + others, key=lambda one: one.node.start)) if others else tuple(own)


def _from_inside(syntax: tree.Tree) -> dict[tuple[tree.Node, str], list[Definition]]:
    """What functions define in the scopes around them, by `global` and `nonlocal`."""
    found: dict[tuple[tree.Node, str], list[Definition]] = {}
    for scope in {scope_of(syntax, scoped): None for scoped in syntax.all(tree.Scoped)}:
        flow = flow_of(syntax, scope)
        for name in flow.shared:
            owner = _owner(syntax, name, scope)
            if owner is not None and owner is not scope:
                found.setdefault((owner, name), []).extend(flow.definitions.get(name, ()))
    return found


def only_definition(syntax: tree.Tree, name: tree.Name) -> Definition | None:
    """The definition of a variable that has no other anywhere in the file."""
    found = definitions_of(syntax, name)
    return found[0] if len(found) == 1 else None


def is_use(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether a name is read here, and not only given a value or deleted."""
    return name in _flow_around(syntax, name)[1].reads


def uses(syntax: tree.Tree, name: tree.Name) -> tuple[tree.Name, ...]:
    """Where the variable that a name refers to is read, in functions inside its scope, too; in the order of lines."""
    return tuple(use for use, _ in _uses_with_scopes(syntax, name))


def _uses_with_scopes(syntax: tree.Tree, name: tree.Name) -> list[tuple[tree.Name, tree.Node]]:
    owner = owner_of(syntax, name)
    known = syntax.once(_uses_so_far, owner or syntax.root)
    key = (name.id, owner is None)
    if key not in known:
        named = syntax.once(_names_inside, owner or syntax.root).get(name.id, ())
        its = [one for one in named if is_use(syntax, one) and owner_of(syntax, one) is owner]
        known[key] = [(one, _flow_around(syntax, one)[0]) for one in its]
    return known[key]


def _uses_so_far(_: tree.Tree, scope: tree.Node) -> dict[tuple[str, bool], list[tuple[tree.Name, tree.Node]]]:
    """The uses of variables of a scope, each with the scope that reads it; added when they are asked for."""
    return {}


def _names_inside(syntax: tree.Tree, scope: tree.Node) -> dict[str, list[tree.Name]]:
    found: dict[str, list[tree.Name]] = {}
    for name in syntax.inside(scope, tree.Name):
        found.setdefault(name.id, []).append(name)
    return {name: sorted(its, key=lambda one: one.start) for name, its in found.items()}


def reaching_definitions(syntax: tree.Tree, name: tree.Name) -> tuple[Definition | None, ...]:
    """The definitions that may reach a use; None among them where it may have no value, or one from elsewhere.

    `x = 0` before a loop that ends with `x = f(x)`: both reach the `x` in `f(x)`.
    """
    scope, flow = _flow_around(syntax, name)
    if name not in flow.reads:
        return ()
    value = flow.reads[name]
    if isinstance(value, Definition) and value.kind == "comprehension":
        return (value,)
    is_own = name.id in flow.definitions and name.id not in flow.shared
    if is_own and (scope, name.id) not in syntax.once_of_all(_from_inside):
        return reached_by(value)
    return definitions_of(syntax, name) or (None,)


def reaching_definition(syntax: tree.Tree, name: tree.Name) -> Definition | None:
    """The only definition that reaches a use of a name; None where there are several, or it may have no value."""
    found = reaching_definitions(syntax, name)
    return found[0] if len(found) == 1 else None


def resolved_expression(syntax: tree.Tree, node: tree.Node) -> tree.Node:
    """The expression that a name stands for, also through other names; the node itself if that is not known.

    `y = x.abs()` and then `f(y)`: the `y` in `f(y)` resolves to `x.abs()`. Only names of the code's own scope are
    resolved: when a function runs, a variable of the code around it may stand for anything it was ever given.
    """
    for _ in range(_DEEPEST):
        if not isinstance(node, tree.Name) or node.id not in _flow_around(syntax, node)[1].definitions:
            return node
        definition = reaching_definition(syntax, node)
        if definition is None or definition.value is None:
            return node
        node = definition.value
    return node


def uses_reached_by(syntax: tree.Tree, name: tree.Name, place: tree.Node) -> tuple[tree.Name, ...]:
    """Where the value that a place gives a variable may be read, in functions inside its scope, too."""
    known = syntax.once(_uses_by_place, owner_of(syntax, name) or syntax.root)
    if name.id not in known:
        known[name.id] = {}
        for use in uses(syntax, name):
            for node in {one.node: None for one in reaching_definitions(syntax, use) if one is not None}:
                known[name.id].setdefault(node, []).append(use)
    return tuple(known[name.id].get(place, ()))


def _uses_by_place(_: tree.Tree, scope: tree.Node) -> dict[str, dict[tree.Node, list[tree.Name]]]:
    """The uses of variables of a scope, by what may have given them their values; added when they are asked for."""
    return {}


def is_rebound_in(syntax: tree.Tree, name: str, part: tree.Node) -> bool:
    """Whether a piece of code gives a name of its own scope another value, or deletes it."""
    return name in names_bound(syntax, part)


def changed_in(syntax: tree.Tree, part: tree.Node) -> frozenset[str]:
    """The names and dotted attributes that some code binds, or has an item assigned: `x`, `self.x`, `x` in `x[0]`."""
    return syntax.once(_changed_in, part)


def _changed_in(_: tree.Tree, part: tree.Node) -> frozenset[str]:
    targets = (one.target for one in assignments_in(part) if one.target is not None)
    return frozenset(name for target in targets if (name := tree.dotted(tree.container(target))))


def is_changed_in(syntax: tree.Tree, node: tree.Node, part: tree.Node) -> bool:
    """Whether some code assigns to a name or attribute that an expression reads, or to an item of one."""
    changed = changed_in(syntax, part)
    return any(isinstance(n, (tree.Name, tree.Attribute)) and tree.dotted(n) in changed for n in tree.walk(node))


def is_loop_invariant(syntax: tree.Tree, node: tree.Expression, loop: tree.Node) -> bool:
    """Whether an expression surely has the same value in each pass of a loop: it is made of names that don't change.

    False for attributes, which code that is called may change, and for calls of anything but `len` and `int`.
    """
    changed = changed_in(syntax, loop) | names_bound(syntax, loop)
    for part in tree.walk(node):
        if isinstance(part, tree.Call):
            if tree.dotted(part.func) not in _OF_NUMBERS:
                return False
        elif isinstance(part, tree.Name):
            if part.id in changed:
                return False
        elif not isinstance(part, (tree.Constant, tree.BinaryOp, tree.UnaryOp, tree.Argument)):
            return False
    return True


def reads_after(syntax: tree.Tree, name: tree.Name, place: tree.Node) -> tuple[tree.Name, ...]:
    """Where the value that a variable has after some code may be read, in a later pass of a loop, too.

    `name` is a use or a target of the variable in that code, the expression or statement `place`. Functions inside the
    scope count if they read it further down.
    """
    scope, flow = _flow_around(syntax, name)
    known = flow.definitions.get(name.id, ())
    made = [one for one in known if one.node is place]
    is_deleted = any(isinstance(one.node, tree.Handler) for one in known)  # at the end of `except Error as name:`
    if made and isinstance(place, _ENDS_WITH_DEFINITION):
        reads = syntax.once(_reads_by_definition, scope).get(made[-1], [])
    elif not is_deleted and (start := _start_of_rest(syntax, scope, place)) is not None:
        statement = syntax.statement(place)
        reads = [
            read
            for read in syntax.once(_reads_by_name, scope).get(name.id, ())
            if read.start >= start and any(_is_before(one, statement, place) for one in reached_by(flow.reads[read]))
        ]
    else:
        reads = reads_from(syntax, scope, Definition(name.id, "assignment", place))
    further = _uses_with_scopes(syntax, name)
    others = (one for one, around in further if around is not scope and one.start >= place.end)
    return tuple(sorted([*reads, *others], key=lambda one: one.start))


def _start_of_rest(syntax: tree.Tree, scope: tree.Node, place: tree.Node) -> int | None:
    """Where all that runs after a place in its scope is written; None where that is not simply what stands further on.

    The place is a statement at the top of the scope, or the last part of one that is evaluated, or changed.
    """
    statement = syntax.statement(place)
    if syntax.parents.get(statement) is not scope or syntax.inside(statement, tree.NamedExpression):
        return None
    if isinstance(statement, tree.ExpressionStatement) and (place is statement or place is statement.value):
        return statement.end
    if isinstance(statement, tree.Assign):
        is_value = place is statement.value and all(isinstance(one, tree.Name) for one in statement.targets)
        is_target = [place] == statement.targets and isinstance(place, (tree.Subscript, tree.Attribute))
        return statement.end if place is statement or is_value or is_target else None
    is_updated = isinstance(statement, tree.AugmentedAssign) and place is statement.target
    return place.end if is_updated else None


def _is_before(one: Definition | None, statement: tree.Node, place: tree.Node) -> bool:
    """Whether a definition gave its value before a place at the end of a statement."""
    return one is None or (one.node.end <= place.end and one.node is not statement)


def _reads_by_name(syntax: tree.Tree, scope: tree.Node) -> dict[str, list[tree.Name]]:
    found: dict[str, list[tree.Name]] = {}
    for read in flow_of(syntax, scope).reads:
        found.setdefault(read.id, []).append(read)
    return found


def _reads_by_definition(syntax: tree.Tree, scope: tree.Node) -> dict[Definition, list[tree.Name]]:
    found: dict[Definition, list[tree.Name]] = {}
    for name, value in flow_of(syntax, scope).reads.items():
        for definition in reached_by(value):
            if definition is not None:
                found.setdefault(definition, []).append(name)
    return found
