"""Whether the program unpacks a model's output, judged by the files that construct and call the model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition, uses
from torchlint.project.project_files import ProjectFiles
from torchlint.project.sources import is_among_tests
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# So many files that make the model, and files around each of these, are looked at.
_MOST_FILES = 20


def is_taken_apart(file: File, cls: Class, count: int) -> bool:
    """Whether code outside modules unpacks the output of the class's objects, or indexes it with numbers."""
    return any(_is_apart(syntax, call, count) for syntax, call in calls_of(file, cls))


def calls_of(file: File, cls: Class) -> Iterator[tuple[tree.Tree, tree.Call]]:
    """Calls of the class's objects, here and in files that import it or are imported; some may occur twice."""
    values = file.facts.values
    for call in file.tree.all(tree.Call):
        if (value := values.get(call.func)) is not None and value.ref is cls:
            yield file.tree, call
    yield from _calls_around(file.tree, [file.tree], cls.name)
    for syntax, around in _makers(file.project_files, file.place, cls.name) if file.project_files is not None else ():
        yield from _calls_around(syntax, around, cls.name)


def _makers(project_files: ProjectFiles, place: str, name: str) -> Iterator[tuple[tree.Tree, list[tree.Tree]]]:
    """The files that mention the class, each with itself, its importers and its imports."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    users = [user for user in project_files.users(place) if word.search(project_files.text(user))]
    for user in users[:_MOST_FILES]:
        near = dict.fromkeys([user, *project_files.importers(user), *project_files.imports(user)])
        programs = [one for one in near if not is_among_tests(one, project_files.root)][:_MOST_FILES]
        trees = list(project_files.trees(programs))
        if (own := project_files.tree(user)) is not None:
            yield own, trees


def _calls_around(syntax: tree.Tree, around: list[tree.Tree], name: str) -> Iterator[tuple[tree.Tree, tree.Call]]:
    """Calls of an object that this file constructs, in related files, by its name."""
    for call in syntax.all(tree.Call):
        if isinstance(call.func, tree.Call) and tree.last_part(call.func.func) == name:
            yield syntax, call
    names = _names_of(syntax, around, {name})
    functions = [f for one in around for f in one.all(tree.FunctionDef)]
    for one in around if names else ():
        for call in one.all(tree.Call):
            names |= {*_wrapped(one, call, names), *_parameters(call, names, functions)}
    yield from ((one, call) for one in around for call in one.all(tree.Call) if _called(call) in names)


def _names_of(syntax: tree.Tree, around: list[tree.Tree], makers: set[str]) -> set[str]:
    """The names of objects made by a class or by a function that constructs one."""
    names = set(_assigned(syntax, makers))
    for call in syntax.all(tree.Call):
        around_call = syntax.scope(call)
        if tree.last_part(call.func) not in makers or not isinstance(around_call, tree.FunctionDef):
            continue
        if not around_call.name.startswith("__"):
            names |= {name for one in around for name in _assigned(one, {around_call.name})}
    return names


def _assigned(syntax: tree.Tree, makers: set[str]) -> Iterator[str]:
    """The names assigned from calls of these functions or classes, also if moved or wrapped."""
    for call in syntax.all(tree.Call):
        if tree.last_part(call.func) in makers:
            statement = syntax.statement(call)
            for target in _targets(statement):
                parts = target.elements if isinstance(target, tree.Tuple) else [target]
                yield from (tree.last_part(part) for part in parts if tree.dotted(part))


def _targets(statement: tree.Node) -> list[tree.Expression]:
    """The targets of an assignment or of a loop."""
    if isinstance(statement, tree.For):
        return [statement.target]
    return list(statement.targets) if isinstance(statement, tree.Assign) else []


def _wrapped(syntax: tree.Tree, call: tree.Call, names: set[str]) -> Iterator[str]:
    """Names for a wrapper around one of these objects: `model = nn.DataParallel(net)`."""
    if tree.last_part(call.func)[:1].isupper():
        if any(tree.last_part(argument.value) in names for argument in call.args[:1]):
            yield from (tree.last_part(one.target) for one in definitions_from(syntax, call) if one.name)


def _parameters(call: tree.Call, names: set[str], functions: list[tree.FunctionDef]) -> Iterator[str]:
    """The parameters that receive one of these objects."""
    for position, argument in enumerate(call.args):
        if argument.star or tree.last_part(argument.value) not in names:
            continue
        if argument.keyword is not None:
            yield argument.keyword
            continue
        for function in functions:
            own = [p.name for p in function.parameters]
            if function.name == tree.last_part(call.func):
                own = own[1:] if own[:1] == ["self"] else own
                yield from own[position : position + 1]


def _is_apart(syntax: tree.Tree, call: tree.Call, count: int) -> bool:
    """Whether the result of a call outside forward methods is unpacked, or indexed with a number."""
    around, function = syntax.above(call, tree.ClassDef), syntax.above(call, tree.FunctionDef)
    if isinstance(around, tree.ClassDef) and isinstance(function, tree.FunctionDef) and function.name == "forward":
        return False
    parent = syntax.parents.get(call)
    if isinstance(parent, tree.Argument):
        return parent.star == "*"
    if isinstance(parent, tree.Subscript):
        return isinstance(parent.index, tree.Constant)
    if not isinstance(parent, tree.Assign):
        return False
    if any(isinstance(t, (tree.Tuple, tree.List)) and _fits(t, count) for t in parent.targets):
        return True
    named = (target for target in parent.targets if isinstance(target, tree.Name))
    return any(_takes_out(syntax, use) for name in named for use in uses(syntax, name))


def _fits(target: tree.Tuple | tree.List, count: int) -> bool:
    """Whether a target unpacks as many elements, or at least one and a starred rest."""
    return len(target.elements) == count or any(isinstance(e, tree.Starred) for e in target.elements)


def _takes_out(syntax: tree.Tree, use: tree.Name) -> bool:
    above = syntax.parents.get(use)
    if isinstance(above, tree.Subscript):
        return above.value is use and isinstance(above.index, tree.Constant)
    return isinstance(above, tree.Assign) and any(isinstance(target, tree.Tuple) for target in above.targets)


def _called(call: tree.Call) -> str:
    """The last part of the called name; for `x.forward(...)` and wrappers, that of the model."""
    within = isinstance(call.func, tree.Attribute) and call.func.attr in ("forward", "module")
    return tree.last_part(call.func.value if within and isinstance(call.func, tree.Attribute) else call.func)


def first_result_of(syntax: tree.Tree, node: tree.Node) -> tree.Call | None:
    """The call whose first result an expression is: `rnn(x)[0]`, or a name that it was unpacked into last."""
    if isinstance(node, tree.Subscript) and isinstance(node.index, tree.Constant) and node.index.value == 0:
        return node.value if isinstance(node.value, tree.Call) else None
    definition = reaching_definition(syntax, node) if isinstance(node, tree.Name) else None
    statement = definition.node if definition is not None else None
    if definition is None or not isinstance(statement, tree.Assign):
        return None
    return next((call for target in statement.targets if (call := _unpacked(statement, target, definition.name))), None)


def _unpacked(statement: tree.Assign, target: tree.Node, name: str) -> tree.Call | None:
    """The call whose first result an assignment gives to a name."""
    if not isinstance(target, (tree.Tuple, tree.List)) or len(target.elements) != 2:
        return None
    first = target.elements[0]
    is_it = isinstance(first, tree.Name) and first.id == name
    return statement.value if is_it and isinstance(statement.value, tree.Call) else None
