"""Functions that torch.compile compiles, with those that they call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Class, function_of
from torchlint.binding.use_def import reaching_definitions
from torchlint.finding import Span
from torchlint.knowledge.graph_breaks import NOT_COMPILED
from torchlint.knowledge.signatures import returns_itself
from torchlint.queries.file import View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# How many modules may be parts of each other between one and what is compiled.
_DEEPEST = 3


@dataclass(frozen=True, slots=True, eq=False)
class CompiledCode(View):
    """A function of this file that is compiled, by itself or as a part of the one that calls it."""

    node: tree.FunctionDef  # the function
    root: tree.FunctionDef  # what torch.compile was given: this function, or one that leads to it
    by: tree.Node  # the call of torch.compile, or the decorator; perhaps in another file

    @property
    def is_full_graph(self) -> bool:
        """Whether a break in the graph raises: `fullgraph=True`."""
        given = self.by.args if isinstance(self.by, tree.Call) else []
        return any(a.keyword == "fullgraph" and getattr(a.value, "value", None) is True for a in given)

    @property
    def once(self) -> View | None:
        """Code of this file that runs before the function is called: where it is compiled, or its object is made."""
        if self.file.holds(self.by):
            return View(self.file, self.by)
        cls = self.file.tree.above(self.node, tree.ClassDef)
        calls = self.file.tree.inside(cls, tree.Call) if cls is not None else []
        return next((View(self.file, call) for call in calls if _makes_the_module(call)), None)

    @property
    def compiled(self) -> tuple[tuple[Span, str], ...]:
        """Where the code is compiled, as a note, if that is in this file."""
        return (View(self.file, self.by).says("compiled here"),) if self.file.holds(self.by) else ()

    @property
    def whole(self) -> View:
        """The function that torch.compile was given."""
        return View(self.file, self.root)


@query
def compiled_functions(file: File) -> tuple[CompiledCode, ...]:
    """The functions of this file that are compiled, in source order."""
    found: dict[tree.FunctionDef, CompiledCode] = {}
    roots = [*_roots(file), *_roots_elsewhere(file)]
    todo = [CompiledCode(file, node, node, by) for node, by in roots if file.holds(node)]
    for code in todo:  # grows as calls are followed
        if code.node in found or _is_disabled(code.node):
            continue
        found[code.node] = code
        called = (node for call in file.tree.inside(code.node, tree.Call) for node in _called(file, call))
        todo += [CompiledCode(file, node, code.root, code.by) for node in called if file.holds(node)]
    return tuple(sorted(found.values(), key=lambda code: code.node.start))


def _roots(file: File) -> Iterator[tuple[tree.FunctionDef, tree.Node]]:
    """The functions that are given to torch.compile, each with what does it."""
    for function in file.tree.all(tree.FunctionDef):
        for decorator in function.decorators:
            called = decorator.func if isinstance(decorator, tree.Call) else decorator
            if file.names.spelled_out(called) == "torch.compile":
                yield function, decorator
    for fact in file.facts.model_wrappers:
        if fact.wrapper == "torch.compile":
            yield from ((node, fact.node) for node in _forward(fact.model.ref))
    for call in file.named_calls("torch.compile"):
        given = call.argument(0, "model")
        if given is not None and given.value.kind in ("function", "method"):
            node = function_of(given.value).node
            if isinstance(node, tree.FunctionDef):
                yield node, call.node
    for call in file.method_calls("compile"):
        if call.receiver is not None and call.receiver.value.kind == "module":
            yield from ((node, call.node) for node in _forward(call.receiver.value.ref))


def _roots_elsewhere(file: File) -> Iterator[tuple[tree.FunctionDef, tree.Node]]:
    """The forwards of this file's modules that other files of the project compile, each with the call that does so."""
    files = file.project_files
    if files is None or not files.files_mentioning("torch.compile"):
        return
    for cls in file.analysis.classes:
        if cls.is_module and cls.method("forward") is not None:
            by = _compiling(file, file.place, cls.name, frozenset())
            yield from ((node, by) for node in _forward(cls) if by is not None)


def _compiling(file: File, place: str, name: str, passed: frozenset[tuple[str, str]]) -> tree.Call | None:
    """The call of torch.compile that is given a module of a class, or one of which that is a part."""
    files = file.project_files
    if files is None or (place, name) in passed or len(passed) > _DEEPEST:
        return None
    passed |= {(place, name)}
    for user in (place, *files.users(place)):
        syntax = files.tree(user) if name in files.text(user) else None
        for call in syntax.calls_named(name) if syntax is not None else ():
            if syntax is not None and tree.last_part(call.func):
                if (by := _compiled_as(syntax, call)) is not None:
                    return by
                owner = syntax.above(call, tree.ClassDef)
                whole = owner.name if isinstance(owner, tree.ClassDef) else ""
                if whole and (by := _compiling(file, user, whole, passed)) is not None:
                    return by
    return None


def _compiled_as(syntax: tree.Tree, made: tree.Call) -> tree.Call | None:
    """The call of torch.compile that a new object is given to, by itself, by its name or as an attribute."""
    for call, names in by_name(syntax).items():
        given = call.args[0].value if "torch.compile" in names and call.args else None
        if given is None:
            continue
        values: list[tree.Node | None] = [given]
        if isinstance(given, tree.Name):
            values = [one.value for one in reaching_definitions(syntax, given) if one is not None]
        elif (dotted := tree.dotted(given)) is not None and (owner := syntax.above(call, tree.ClassDef)) is not None:
            values = [one.value for one in assignments_to(syntax, owner, dotted)]
        if any(_without_moves(value) is made for value in values):
            return call
    return None


def _without_moves(value: tree.Node | None) -> tree.Node | None:
    """The call that makes a module, of `Net(4).to(device)`."""
    while isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute) and returns_itself(value.func.attr):
        value = value.func.value
    return value


def _forward(cls: object) -> Iterator[tree.FunctionDef]:
    """The forward of a module of the project."""
    method = cls.method("forward") if isinstance(cls, Class) else None
    if method is not None and isinstance(method.node, tree.FunctionDef):
        yield method.node


def _called(file: File, call: tree.Call) -> Iterator[tree.FunctionDef]:
    """The functions that a call runs, and the forward of the module that it calls."""
    functions = sorted(file.facts.functions.get(call, ()), key=lambda function: function.node.start)
    yield from (each.node for each in functions if isinstance(each.node, tree.FunctionDef))
    callee = file.value(call.func).value
    if callee.kind == "module":
        yield from _forward(callee.ref)


def _is_disabled(function: tree.FunctionDef) -> bool:
    """Whether a decorator keeps a function out of what is compiled: `@torch.compiler.disable`."""
    called = (d.func if isinstance(d, tree.Call) else d for d in function.decorators)
    return any(tree.last_name(each) in NOT_COMPILED for each in called)


def _makes_the_module(call: tree.Call) -> bool:
    """Whether this is `super().__init__()`."""
    func = call.func
    if not isinstance(func, tree.Attribute) or func.attr != "__init__" or not isinstance(func.value, tree.Call):
        return False
    return tree.dotted(func.value.func) == "super"
