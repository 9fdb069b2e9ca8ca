"""Calls that pass by what torch.compile has made: of other methods, and of the model that it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.domain.values import Value
from torchlint.finding import Span
from torchlint.flow.facts import ForwardFact, ModelWrapperFact
from torchlint.flow.model_wrappers import held_as, wrappers_of
from torchlint.knowledge.torch_api import member
from torchlint.queries import CallView, View
from torchlint.syntax import tree

from .detect_uses import only_method

if TYPE_CHECKING:
    from torchlint.queries import File

COMPILE = "torch.compile"


@dataclass(frozen=True, slots=True, eq=False)
class MethodCall(CallView):
    """A call of a method of a compiled model that runs the model's layers."""

    forwards: tuple[ForwardFact, ...]  # the layers, or the model itself, that run in it
    compiled: Value  # the receiver

    @property
    def trains(self) -> bool:
        """Whether what it computes is differentiated."""
        return any(fact.origin in self.file.facts.differentiated for fact in self.forwards)

    @property
    def is_the_only_use(self) -> bool:
        """Whether this file never calls the compiled model itself, and gives it to nobody who could."""
        inside = {fact.node for fact in self.forwards}
        if any(_is_of(fact, self.compiled) and fact.node not in inside for fact in self.file.facts.forwards):
            return False
        name = self.receiver.node if self.receiver is not None else None
        return isinstance(name, tree.Name) and not any(_is_given_away(self.file, use) for use in _uses(self.file, name))

    @property
    def has_compiled_part(self) -> bool:
        """Whether something that it runs is compiled by itself."""
        whole = wrappers_of(self.compiled)
        if any(wrappers_of(fact.model) - whole for fact in self.forwards):
            return True
        cls = self.compiled.ref
        classes = cls.lineage if isinstance(cls, Class) else ()
        nodes = ((one.unit.tree, node) for one in classes for node in one.unit.tree.inside(one.node, tree.Attribute))
        compiled = any(_is_compile(node) and not _is_of_factory(syntax, node) for syntax, node in nodes)
        return compiled or self._is_assigned

    @property
    def _is_assigned(self) -> bool:
        """Whether the function puts something else in the method's place: `model.loss = torch.compile(model.loss)`."""
        scope = self.file.tree.scope(self.node)
        targets = (target for assign in self.file.tree.inside(scope, tree.Assign) for target in assign.targets)
        return any(tree.dotted(target) == self.callee.code for target in targets)

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """Where the model is compiled, if that stands in this file."""
        places = sorted((origin.node for origin in wrappers_of(self.compiled)), key=lambda node: node.start)
        return tuple(View(self.file, node).says("compiled here") for node in places[:1] if self.file.holds(node))


@dataclass(frozen=True, slots=True, eq=False)
class UnusedResult(CallView):
    """A call of torch.compile whose result nobody calls."""

    model: str
    raw: tree.Call | None  # where the model itself is called after it, or its method in another file

    @property
    def instead(self) -> tuple[tuple[Span, str], ...]:
        """Where the model is called that was not compiled."""
        is_here = self.raw is not None and self.file.holds(self.raw)
        return (View(self.file, self.raw).says("this runs eagerly"),) if self.raw is not None and is_here else ()

    @property
    def method(self) -> str:
        """The method that another file calls instead of the result: `self.model.loss`; empty where none is known."""
        func = self.raw.func if self.raw is not None and not self.file.holds(self.raw) else None
        return tree.last_name(func) if func is not None else ""


def _compiled(file: File) -> list[ModelWrapperFact]:
    return [fact for fact in file.facts.model_wrappers if fact.wrapper == COMPILE]


def method_calls(file: File) -> Iterator[MethodCall]:
    """Calls of methods other than forward on what torch.compile has returned, in source order."""
    if not _compiled(file):
        return
    inside: dict[tree.Node, list[ForwardFact]] = {}
    for fact in file.facts.forwards:
        for call in fact.where.chain:
            inside.setdefault(call, []).append(fact)
    for node in sorted((call for call in inside if file.holds(call)), key=lambda call: call.start):
        if not isinstance(node, tree.Call) or not isinstance(node.func, tree.Attribute):
            continue
        receiver = file.value(node.func.value)
        model = receiver.value
        if held_as(model) != "_orig_mod" or receiver.is_self or _has_no_forward(model):
            continue
        if (
            isinstance(model.ref, Class)
            and model.ref.method(node.func.attr) is not None
            and node.func.attr not in ("forward", "__call__")
        ):
            yield MethodCall(file, node, tuple(inside[node]), model)


def without_forward(file: File) -> Iterator[UnusedResult]:
    """Calls of torch.compile on modules of the project that have no forward, in source order."""
    for fact in _compiled(file):
        first = fact.node.args[0].value if fact.node.args else None
        if first is not None and file.holds(fact.node) and _has_no_forward(fact.model):
            yield UnusedResult(file, fact.node, file.tree.text_of(first), None)


def _has_no_forward(model: Value) -> bool:
    """Whether a module's class, and each class that it derives from, is known and has no forward."""
    cls = model.ref
    if not isinstance(cls, Class) or cls.has_unresolved_base or set(cls.external_bases) - {"torch.nn.Module"}:
        return False
    return cls.method("forward") is None and cls.attribute("forward") is None and cls.method("__call__") is None


def _is_compile(node: tree.Attribute) -> bool:
    """Whether this is torch.compile, or the method of a module that compiles it."""
    return node.attr == "compile" and (tree.dotted(node) or "").partition(".")[0] in ("torch", "self")


def _is_of_factory(syntax: tree.Tree, node: tree.Attribute) -> bool:
    """Whether a class method compiles a name of its own, as for the whole model that it makes and returns."""
    function, call = syntax.scope(node), syntax.parents.get(node)
    is_factory = isinstance(function, tree.FunctionDef) and any(
        tree.dotted(decorator) in ("classmethod", "staticmethod") for decorator in function.decorators
    )
    given = call.args[0].value if isinstance(call, tree.Call) and call.args else None
    is_made_here = isinstance(given, tree.Call) and tree.dotted(given.func) == "cls"
    return is_factory and (is_made_here or isinstance(given, tree.Name))


def unused_results(file: File) -> Iterator[UnusedResult]:
    """Calls of torch.compile whose named result is never called, while the model itself is, in source order."""
    for fact in _compiled(file):
        first = fact.node.args[0].value if fact.node.args else None
        if first is None or not file.holds(fact.node) or _has_no_forward(fact.model):
            continue
        name = file.tree.text_of(first)
        above = file.tree.parents.get(fact.node)
        target = above.targets[0] if isinstance(above, tree.Assign) and len(above.targets) == 1 else None
        if isinstance(target, (tree.Name, tree.Attribute)) and (method := only_method(file, target)) is not None:
            yield UnusedResult(file, fact.node, name, method)
            continue
        if isinstance(target, tree.Attribute) and (raw := _called_instead(file, target, fact)) is not None:
            yield UnusedResult(file, fact.node, name, raw)
            continue
        if not isinstance(target, tree.Name) or not _is_never_called(file, target, fact.node):
            continue
        raw = _called_after(file, fact)
        if raw is not None or (target.id == "self" == name):
            yield UnusedResult(file, fact.node, name, raw)


def _is_never_called(file: File, target: tree.Name, call: tree.Call) -> bool:
    """Whether a name that was given the compiled model is only asked for what every module has, such as its weights."""
    reads = [use for use in _uses(file, target) if use is not target and _may_be(file, use, call)]
    return all(_is_only_looked_at(file, use) for use in reads)


def _may_be(file: File, use: tree.Name, call: tree.Call) -> bool:
    """Whether a name may hold the result of a call where it is read."""
    definitions = reaching_definitions(file.tree, use)
    return any(one is None or one.source is call for one in definitions)


def _is_only_looked_at(file: File, use: tree.Name) -> bool:
    """Whether a name is read for a method or an attribute of every module: `model.state_dict()`, `model.eval()`."""
    above = file.tree.parents.get(use)
    if not isinstance(above, tree.Attribute) or above.attr in ("forward", "__call__"):
        return False
    return member("torch.nn.Module", above.attr) is not None


def _called_instead(file: File, target: tree.Attribute, compiled: ModelWrapperFact) -> tree.Call | None:
    """Where the bare model is trained, if nothing in the program reads the attribute that has the compiled one."""
    if compiled.model.source is None or any(target.attr in unit.mentioned for unit in file.analysis.units[1:]):
        return None
    others = file.project_files.files_mentioning(target.attr) if file.project_files is not None else []
    if any(place != file.place for place in others):
        return None  # a file that uses the object may read it
    attributes = file.tree.all(tree.Attribute)
    if any(one.attr == target.attr and one is not target for one in attributes) or _is_text(file, target.attr):
        return None
    for fact in file.facts.forwards:
        is_bare = fact.model.source is compiled.model.source and not wrappers_of(fact.model)
        if is_bare and fact.origin in file.facts.differentiated and file.holds(fact.node):
            return fact.node
    return None


def _is_text(file: File, name: str) -> bool:
    """Whether a file has a name as a text, by which code may look it up."""
    return any(one.value == name for one in file.tree.all(tree.Constant))


def _called_after(file: File, compiled: ModelWrapperFact) -> tree.Call | None:
    """Where the bare model is trained after it was compiled."""
    for fact in file.facts.forwards:
        is_bare = fact.model.source is compiled.model.source is not None and not wrappers_of(fact.model)
        if is_bare and fact.origin in file.facts.differentiated and file.holds(fact.node):
            if fact.node.start > compiled.node.end and _is_same_body(file, compiled.node, fact.node):
                return fact.node
    return None


def _is_same_body(file: File, before: tree.Node, after: tree.Node) -> bool:
    """Whether one piece of code always runs before another one of the same function."""
    body = file.tree.parents.get(file.tree.statement(before))
    here: tree.Node | None = after
    while here is not None and here is not body:
        here = file.tree.parents.get(here)
    return here is not None and file.tree.scope(before) is file.tree.scope(after)


def _uses(file: File, name: tree.Name) -> tuple[tree.Name, ...]:
    return uses(file.tree, name)


def _is_given_away(file: File, use: tree.Name) -> bool:
    """Whether a name is read for the object itself, and not for one of its attributes, or to be compiled."""
    above = file.tree.parents.get(use)
    if isinstance(above, tree.Attribute):
        return False
    call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    is_compiled_there = isinstance(call, tree.Call) and file.names.spelled_out(call.func) == COMPILE
    is_target = isinstance(above, tree.Assign) and any(target is use for target in above.targets)
    return not (is_compiled_there or is_target)


def _is_of(fact: ForwardFact, compiled: Value) -> bool:
    """Whether a forward is one of the compiled model itself."""
    return fact.model.source is compiled.source and bool(wrappers_of(fact.model) & wrappers_of(compiled))
