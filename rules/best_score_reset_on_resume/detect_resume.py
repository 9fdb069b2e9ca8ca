"""Loops that go on where a checkpoint was written: `for epoch in range(saved["epoch"] + 1, epochs)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_in
from torchlint.binding.use_def import definitions_of, reaching_definitions, resolved_expression
from torchlint.queries import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LOADS = re.compile(r"(?i)load(?!er)|resume|restore")
_COUNTS = re.compile(r"(?i)epoch|step|iter|batch|^it$")
_LIMITS = frozenset((">", ">=", "=="))
_RANGES = frozenset(("range", "trange"))
# Through how many names it is followed what a number is read from.
_FARTHEST = 3


@dataclass(frozen=True, slots=True)
class Resumed:
    """A loop whose first pass is the one that a checkpoint says."""

    loop: tree.For | tree.While
    counter: str  # what the loop begins with, as text
    place: View  # what gives it the checkpoint's number; the counter itself where another file does so


def resumed_loops(file: File) -> Iterator[Resumed]:
    """Each such loop."""
    loops: list[tree.For | tree.While] = [*file.tree.all(tree.For), *file.tree.all(tree.While)]
    for loop in loops:
        for counter in _counters(file, loop):
            if (place := _resumed_at(file, counter)) is not None:
                yield Resumed(loop, tree.dotted(counter) or "", View(file, place))
                break


def _counters(file: File, loop: tree.For | tree.While) -> Iterator[tree.Name | tree.Attribute]:
    """The names of what a loop begins with: `start` of `range(start, epochs)`, `step` of `while step < steps`.

    And of what ends it: `step` of `if step > steps: break`.
    """
    if isinstance(loop, tree.While):
        counted = [loop.test.left] if isinstance(loop.test, tree.Compare) else []
    else:
        passes = resolved_expression(file.tree, loop.iter)  # `progress = tqdm(range(start, epochs))`
        calls = [node for node in tree.walk(passes) if isinstance(node, tree.Call)]
        ranges = [call for call in calls if tree.last_part(call.func) in _RANGES]
        counted = [call.args[0].value for call in ranges if len(call.args) > 1 and call.args[1].keyword is None]
        counted += [test.left for test in _ends(loop)]
    for one in counted:
        for part in tree.walk(one):
            if isinstance(part, (tree.Name, tree.Attribute)) and tree.dotted(part):
                yield part


def _ends(loop: tree.For) -> Iterator[tree.Compare]:
    """The comparisons with a limit after which a loop over data goes on no longer."""
    for one in loop.body:
        if isinstance(one, tree.If) and isinstance(one.test, tree.Compare) and one.test.ops[0] in _LIMITS:
            if isinstance(one.body[-1], (tree.Break, tree.Return)):
                yield one.test


def _resumed_at(file: File, counter: tree.Name | tree.Attribute) -> tree.Node | None:
    """Where a counter is given a checkpoint's number."""
    if isinstance(counter, tree.Name):
        found = reaching_definitions(file.tree, counter)
        every = definitions_of(file.tree, counter) if None in found else found
        given = [one for one in every if one is not None]
        read = next((one.node for one in given if _is_read(file.tree, one) or _is_returned(file, one)), None)
        return read if read is not None else _resumed_by_setting(file, given)
    for syntax in (file.tree, *_imported(file, counter.attr)):
        for one in syntax.once_of_all(_attributes).get(counter.attr, ()):
            if _is_read(syntax, one) and not (syntax is file.tree and _is_of_another_class(syntax, counter, one)):
                return one.node if syntax is file.tree else counter
    return None


def _resumed_by_setting(file: File, given: list[Definition]) -> tree.Node | None:
    """Where a variable gets a setting that a checkpoint's number replaces: `start = args.start_epoch`."""
    for value in (one.value for one in given if one.value is not None):
        for one in _branches(value):
            if isinstance(one, tree.Attribute) and (place := _resumed_at(file, one)) is not None:
                return place
    return None


def _branches(value: tree.Expression) -> list[tree.Expression]:
    """What a value may be: the sides of `start if resumed else 0` and of `start or 0`."""
    if isinstance(value, tree.Conditional):
        return [value.body, value.orelse]
    return list(value.values) if isinstance(value, tree.BoolOp) else [value]


def _is_of_another_class(syntax: tree.Tree, counter: tree.Attribute, given: Definition) -> bool:
    """Whether an object gives itself the number, and its class has nothing to do with that of the counter."""
    if tree.dotted(counter) != given.name or not given.name.startswith("self."):
        return False
    classes = [syntax.above(node, tree.ClassDef) for node in (counter, given.node)]
    names = {one.name for one in classes if isinstance(one, tree.ClassDef)}
    bases = {tree.last_part(base.value) for one in classes if isinstance(one, tree.ClassDef) for base in one.bases}
    return len(names) > 1 and names.isdisjoint(bases)


def _imported(file: File, attribute: str) -> Iterator[tree.Tree]:
    """The files that this one imports and that assign an attribute of this name: `args.start_epoch = ...`."""
    files = file.project_files
    if files is not None and "load" in file.text:
        places = [place for place in files.imports(file.place) if re.search(rf"\.{attribute}\s*=", files.text(place))]
        yield from files.trees(places)


def _attributes(syntax: tree.Tree) -> dict[str, list[Definition]]:
    """The assignments to attributes of a file, by the attribute's name."""
    found: dict[str, list[Definition]] = {}
    for one in assignments_in(syntax.root):
        if isinstance(one.target, tree.Attribute):
            found.setdefault(one.target.attr, []).append(one)
    return found


def _is_read(syntax: tree.Tree, given: Definition) -> bool:
    """Whether a number comes out of a checkpoint, or from a function that is called after loading one."""
    value = given.value or given.source
    if value is None:
        return False
    parts = [
        part
        for one in _branches(value)
        for part in ([one.left, one.right] if isinstance(one, tree.BinaryOp) else [one])
    ]
    if any(isinstance(one, tree.Call) and _LOADS.search(tree.last_name(one.func)) for one in parts):
        return True
    entries = (node for node in tree.walk(value) if isinstance(node, (tree.Subscript, tree.Call)))
    return any(_is_entry(syntax, node) for node in entries)


def _is_returned(file: File, given: Definition) -> bool:
    """Whether a function of the project gives a checkpoint's number, perhaps among others: `model, start = setup()`."""
    call = given.source
    if not isinstance(call, tree.Call) or given.target is None:
        return False
    above = file.tree.parents.get(given.target)
    targets = above.elements if isinstance(above, (tree.Tuple, tree.List)) else [given.target]
    place = targets.index(given.target)
    for function in file.facts.functions.get(call, ()):
        syntax = function.unit.tree
        for value in (one.value for one in syntax.own(function.node, tree.Return)):
            values = value.elements if isinstance(value, tree.Tuple) else [value]
            returned = values[place] if len(values) == len(targets) else None
            made = reaching_definitions(syntax, returned) if isinstance(returned, tree.Name) else ()
            if any(one is not None and _is_read(syntax, one) for one in made):
                return True
    return False


def _is_entry(syntax: tree.Tree, node: tree.Subscript | tree.Call) -> bool:
    """Whether this is `checkpoint["epoch"]` or `checkpoint.get("epoch")`, of something that was loaded."""
    if isinstance(node, tree.Subscript):
        held, key = node.value, node.index
    elif isinstance(node.func, tree.Attribute) and node.func.attr in ("get", "pop") and node.args:
        held, key = node.func.value, node.args[0].value
    else:
        return False
    text = key.value if isinstance(key, tree.Constant) else None
    return isinstance(text, str) and _COUNTS.search(text) is not None and is_loaded(syntax, held)


def is_loaded(syntax: tree.Tree, node: tree.Expression, names: int = _FARTHEST) -> bool:
    """Whether an object is what a function gave that is called after loading."""
    if isinstance(node, tree.Call):
        return _LOADS.search(tree.last_name(node.func)) is not None
    if isinstance(node, tree.Subscript):
        return is_loaded(syntax, node.value, names)
    if not isinstance(node, tree.Name) or not names:
        return False
    sources = [one.source for one in reaching_definitions(syntax, node) if one is not None]
    return any(source is not None and is_loaded(syntax, source, names - 1) for source in sources)
