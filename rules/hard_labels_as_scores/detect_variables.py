"""What variables, attributes, parameters and functions give back, in the search for labels."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_to
from torchlint.binding.use_def import definitions_of, reaching_definitions, resolved_expression, uses
from torchlint.queries import checkpoints
from torchlint.syntax import tree

from .detect_decisions import Decision, Found, all_of

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function

    from .detect_labels import Search

_GROWS = frozenset(("append", "extend", "add", "update", "appendleft"))


def of_name(search: Search, syntax: tree.Tree, name: tree.Name) -> Found:
    """What a variable holds where it is read: all that may have been assigned to it or put into it."""
    # Without a value, as after a loop that may have no passes, reading it raises.
    known = [one for one in reaching_definitions(syntax, name) if one is not None]
    if not known:
        return None
    decided = _thresholds_in_place(search, syntax, name)
    if decided is not None:
        return decided
    found = (_defined(search, syntax, one) for one in known)
    return all_of((*found, *(search.found(syntax, one) for one in _put_in(syntax, uses(syntax, name)))))


def of_attribute(search: Search, syntax: tree.Tree, node: tree.Attribute) -> Found:
    """What an attribute of an object holds, by the code of its class: `self.preds`."""
    dotted, cls = tree.dotted(node), syntax.above(node, tree.ClassDef)
    if dotted is None or cls is None or not dotted.startswith("self.") or dotted.count(".") > 1:
        return None
    assigned = assignments_to(syntax, cls, dotted)
    if not assigned or any(one.kind not in ("assignment", "augmented") for one in assigned):
        return None
    read = syntax.once(_attributes, cls).get(dotted, [])
    found = [_defined(search, syntax, one) for one in assigned]
    return all_of((*found, *(search.found(syntax, one) for one in _put_in(syntax, read))))


def _attributes(syntax: tree.Tree, cls: tree.Node) -> dict[str, list[tree.Attribute]]:
    """The places that name each attribute of `self` in a class."""
    found: dict[str, list[tree.Attribute]] = {}
    for one in syntax.inside(cls, tree.Attribute):
        if (dotted := tree.dotted(one)) is not None:
            found.setdefault(dotted, []).append(one)
    return found


def returned(search: Search, functions: Collection[Function], element: int | None) -> Found:
    """What the functions that a call may mean return, or one element of it."""
    found: list[Found] = []
    for function in functions:
        syntax, node = function.unit.tree, function.node
        if isinstance(node, tree.Lambda):
            values: list[tree.Expression | None] = [node.body]
        elif function.is_generator:
            return None
        else:
            values = [one.value for one in syntax.own(node, tree.Return)]
        if not values:
            return None
        for value in values:
            if element is None:
                found.append(None if isinstance(value, tree.Tuple) else search.found(syntax, value))
            elif isinstance(value, tree.Tuple) and element < len(value.elements):
                found.append(search.found(syntax, value.elements[element]))
            else:
                found.append(None)
    return all_of(found) if found else None


def is_loops_own(syntax: tree.Tree, name: tree.Name, loops: Collection[tree.Node]) -> bool:
    """Whether one of these loops gives a variable another value in each pass: `for threshold in ...`."""
    for one in definitions_of(syntax, name):
        loop = syntax.parents.get(one.node) if isinstance(one.node, tree.Clause) else one.node
        if one.kind in ("for", "comprehension") and loop in loops:
            return True
    return False


def _defined(search: Search, syntax: tree.Tree, one: Definition) -> Found:
    if one.kind == "parameter":
        return _passed(search, syntax, one)
    if one.kind == "augmented":
        is_list = all(_is_list(other.value) for other in _others(syntax, one))
        return search.found(syntax, one.source) if is_list else None
    if one.value is not None:
        return search.found(syntax, one.value)
    if one.kind in ("for", "comprehension"):
        return _iterated(search, syntax, one)
    return _unpacked(search, syntax, one) if one.kind == "assignment" else None


def _others(syntax: tree.Tree, one: Definition) -> list[Definition]:
    """What else is assigned to a variable or attribute, besides what adds to it."""
    if isinstance(one.target, tree.Name):
        found = definitions_of(syntax, one.target)
    else:
        cls = syntax.above(one.node, tree.ClassDef)
        found = assignments_to(syntax, cls, one.name) if cls is not None else ()
    return [other for other in found if other.kind != "augmented"]


def _is_list(value: tree.Node | None) -> bool:
    if isinstance(value, tree.Call):
        return tree.dotted(value.func) == "list"
    return isinstance(value, (tree.List, tree.Comprehension))


def _iterated(search: Search, syntax: tree.Tree, one: Definition) -> Found:
    """What a loop takes out of something: `for p in preds`, `for p, y in zip(preds, labels)`."""
    target = getattr(one.node, "target", None)
    if one.target is target:
        return search.found(syntax, one.source)
    place, source = _place(target, one), one.source
    if place is None or not isinstance(source, tree.Call) or any(each.star for each in source.args):
        return None
    given = [each.value for each in source.args]
    if tree.dotted(source.func) == "zip" and place < len(given):
        return search.found(syntax, given[place])
    return search.found(syntax, given[0]) if tree.dotted(source.func) == "enumerate" and place == 1 else None


def _unpacked(search: Search, syntax: tree.Tree, one: Definition) -> Found:
    """One of the several things that a call gives: `_, preds = logits.max(1)`, `preds, labels = predict(model)`."""
    targets = one.node.targets if isinstance(one.node, tree.Assign) else ()
    place = next((place for place in (_place(each, one) for each in targets) if place is not None), None)
    source = one.source
    if place is None or not isinstance(source, tree.Call):
        return None
    functions = search.file.facts.functions.get(source)
    if functions:
        return returned(search, functions, place)
    both = source.args[0].value if len(source.args) == 1 else None
    if isinstance(both, tree.Tuple) and place < len(both.elements) and "gather" in tree.last_name(source.func):
        return search.found(syntax, both.elements[place])
    return search.taken_out(syntax, source, place)


def _place(target: tree.Node | None, one: Definition) -> int | None:
    elements = target.elements if isinstance(target, (tree.Tuple, tree.List)) else ()
    return next((place for place, each in enumerate(elements) if each is one.target), None)


def _passed(search: Search, syntax: tree.Tree, one: Definition) -> Found:
    """What all callers pass for a parameter of a function of this file."""
    function = syntax.above(one.node, tree.FunctionDef, tree.Lambda)
    if not isinstance(function, tree.FunctionDef) or syntax is not search.file.tree:
        return None
    found: list[Found] = []
    passed: list[tuple[tree.Expression, Decision]] = []
    for call in checkpoints.calls_of(search.file, function):
        meant = search.file.facts.functions.get(call.node)
        if meant is not None and all(each.node is not function for each in meant):
            continue  # another function of that name
        if meant is None and not isinstance(call.node.func, tree.Name):
            owner = syntax.above(function, tree.ClassDef)
            made = _class_of(call.syntax, call.node)
            if made is None or not isinstance(owner, tree.ClassDef):
                return None
            if made != owner.name:
                continue  # a method of another class
        given = tree.passed_to(function, call.node).get(one.name)
        its = search.found(call.syntax, given) if given is not None else None
        found.append(its)
        if isinstance(its, Decision) and given is not None and call.syntax is syntax:
            passed.append((given, its))
    whole = all_of(found) if found else None
    if whole is None:
        search.passed_by_some += passed
    return whole


def _class_of(syntax: tree.Tree, call: tree.Call) -> str | None:
    """The class that made the object whose method is called: `Scores` of `self.scores.update(...)`; None if unknown."""
    held = call.func.value if isinstance(call.func, tree.Attribute) else None
    if isinstance(held, tree.Name):
        made: tree.Node | None = resolved_expression(syntax, held)
    else:
        dotted, cls = tree.dotted(held) if held is not None else None, syntax.above(call, tree.ClassDef)
        known = assignments_to(syntax, cls, dotted) if dotted is not None and cls is not None else ()
        made = known[0].value if len(known) == 1 else None
    if isinstance(made, tree.Dict):
        return "dict"
    return tree.last_name(made.func) if isinstance(made, tree.Call) else None


def _put_in(syntax: tree.Tree, read: Collection[tree.Expression]) -> Iterator[tree.Expression]:
    """What is put into a list or an array where it is read: by `append`, `extend`, or as items."""
    for one in read:
        above = syntax.parents.get(one)
        if isinstance(above, tree.Attribute):
            call = syntax.parents.get(above)
            if isinstance(call, tree.Call) and call.func is above and above.attr in _GROWS:
                yield from (each.value for each in call.args)
        elif isinstance(above, tree.Subscript) and above.value is one:
            statement = syntax.parents.get(above)
            if isinstance(statement, tree.Assign) and above in statement.targets:
                if not isinstance(statement.value, tree.Constant):
                    yield statement.value


def _thresholds_in_place(search: Search, syntax: tree.Tree, name: tree.Name) -> Decision | None:
    """Two thresholds that overwrite all numbers of an array: `p[p > 0.5] = 1` and `p[p <= 0.5] = 0`."""
    scope = syntax.scope(name)
    found: list[tree.Assign] = []
    for use in uses(syntax, name):
        part = syntax.parents.get(use)
        statement = syntax.parents.get(part) if isinstance(part, tree.Subscript) and part.value is use else None
        if isinstance(statement, tree.Assign) and isinstance(statement.value, tree.Constant):
            is_before = statement.end < name.start and syntax.scope(statement) is scope
            index = part.index if isinstance(part, tree.Subscript) else None
            if is_before and isinstance(index, tree.Compare) and tree.dotted(index.left) == name.id:
                found.append(statement)
    is_whole = len(found) > 1 and _are_beside(syntax, found[-1], name)
    return Decision(syntax, found[-1]) if is_whole else None


def _are_beside(syntax: tree.Tree, one: tree.Node, name: tree.Name) -> bool:
    """Whether a statement surely runs before a name is read."""
    blocks = {id(syntax.block(each)) for each in syntax.around(name) if syntax.block(each)}
    return id(syntax.block(one)) in blocks
