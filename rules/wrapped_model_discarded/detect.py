"""Calls that wrap a model, whose result nobody keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import reaching_definitions, reads_after, resolved_expression
from torchlint.finding import Edit, Span
from torchlint.knowledge.naming_conventions import names_model
from torchlint.knowledge.signatures import WRAPPERS
from torchlint.queries import CallView, ExpressionView, api
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries import File

_KINDS: dict[type[tree.Node], str] = {tree.List: "list", tree.Tuple: "tuple", tree.Dict: "dict"}


@dataclass(frozen=True, slots=True, eq=False)
class DroppedWrapper(CallView):
    """A call that returns a model in a wrapper, which nobody keeps."""

    model: ExpressionView  # what is wrapped, held by a name or an attribute
    lacks: str  # what comes of using that: "is not compiled"
    is_forgotten: bool = False  # whether a variable holds it that nothing reads

    @property
    def is_in_place(self) -> bool:
        """Whether an argument says so, or may say so."""
        inplace = self.argument(-1, "inplace")
        return self.has_stars or (inplace is not None and inplace.is_literally is not False)

    @property
    def keeping(self) -> tuple[Edit, ...]:
        """The edit that gives the model's name to the result; none where a variable has it already."""
        if self.is_forgotten:
            return ()
        given = [one.code for one in self.positional] if self.method == "prepare" else [self.model.code]
        return (Edit(Span(self.node.start, self.node.start), f"{', '.join(given)} = "),)


def dropped_wrappers(file: File) -> Iterator[DroppedWrapper]:
    """Each such call on a model that has a name, in source order."""
    found = {call.node: WRAPPERS[min(call.spelled)] for call in api.discarded_calls(file, *WRAPPERS)}
    for call in file.method_calls("prepare"):
        by = call.receiver
        if by is not None and by.value.ref == "accelerate.Accelerator" and api.is_discarded(call):
            if len(call.node.args) == 1 or _prepared_model(call) is not None:
                found[call.node] = "is not the one that Accelerate manages"
    for node in sorted(found, key=lambda node: node.start):
        call = CallView(file, node)
        given = _prepared_model(call) or call.argument(0, "model") or call.argument(0, "module")
        if given is not None and isinstance(given.node, (tree.Name, tree.Attribute)):
            yield DroppedWrapper(file, node, given, found[node])
    yield from _returned_wrappers(file)
    yield from _forgotten_wrappers(file)


def _forgotten_wrappers(file: File) -> Iterator[DroppedWrapper]:
    """Wrappers that only a variable of a function holds, which nothing reads: the function ends there."""
    for call in file.named_calls(*WRAPPERS):
        assign = file.tree.parents.get(call.node)
        if not isinstance(assign, tree.Assign) or len(assign.targets) > 1:
            continue  # used, or kept in several places
        name, given = assign.targets[0], call.argument(0, "model") or call.argument(0, "module")
        if not isinstance(name, tree.Name) or given is None or not isinstance(given.node, (tree.Name, tree.Attribute)):
            continue  # an object keeps it, or nothing else has what is wrapped
        function = file.tree.scope(call.node)
        if isinstance(function, tree.FunctionDef) and not _is_read(file, function, name, assign):
            yield DroppedWrapper(file, call.node, given, WRAPPERS[min(call.spelled)], is_forgotten=True)


def _is_read(file: File, function: tree.FunctionDef, name: tree.Name, assign: tree.Assign) -> bool:
    """Whether anything reads a variable of a function after an assignment, or the name belongs to the file."""
    outer = file.tree.own(function, tree.Scoped)
    return any(name.id in one.names for one in outer) or bool(reads_after(file.tree, name, assign))


def _prepared_model(call: CallView) -> ExpressionView | None:
    """The first model among several variables that are prepared together: `prepare(model, optimizer)`."""
    given = call.positional
    if call.method != "prepare" or len(given) != len(call.node.args) or not all(tree.dotted(one.node) for one in given):
        return None
    models = [one for one in given if one.value.kind == "module"]
    unseen = (one for one in given if one.value.kind == "unknown" and names_model(tree.last_part(one.node)))
    return next(iter(models), None) or next(unseen, None)


def _returned_wrappers(file: File) -> Iterator[DroppedWrapper]:
    """Calls of the project's functions that return what they are given in a wrapper: `maybe_compile(model)`."""
    if not any(file.analysis.mentions(name.rpartition(".")[2]) for name in WRAPPERS):
        return
    for statement in file.tree.all(tree.ExpressionStatement):
        call = statement.value
        if not isinstance(call, tree.Call) or not api.is_discarded(CallView(file, call)):
            continue
        functions = file.facts.functions.get(call, set())
        known = [_wrapped_parameter(function) for function in functions]
        if len(known) != 1 or known[0] is None:
            continue
        (name, lacks), (function,) = known[0], functions
        given = function.passed_by(call).get(name)
        if isinstance(given, (tree.Name, tree.Attribute)):
            yield DroppedWrapper(file, call, ExpressionView(file, given), lacks)


def _wrapped_parameter(function: Function) -> tuple[str, str] | None:
    """The parameter that a function only returns in a wrapper, neither stored nor used, and what is lost without it."""
    if not isinstance(function.node, tree.FunctionDef) or function.has_other_result:
        return None
    syntax, parameters = function.unit.tree, {one.name for one in function.node.parameters} - {"self", "cls"}
    returned = [one.value for one in syntax.own(function.node, tree.Return)]
    values = [v for one in returned if one is not None for v in _values(syntax, one)]
    for value in values:
        if not isinstance(value, tree.Call):
            continue
        names = by_name(syntax).get(value, frozenset()) & WRAPPERS.keys()
        model = tree.positional(value, 0) if names else None
        if isinstance(model, tree.Name) and model.id in parameters:
            if not _stores(syntax, function.node, value) and not _uses(syntax, function.node, value):
                return model.id, WRAPPERS[min(names)]
    return None


def _values(syntax: tree.Tree, node: tree.Expression) -> list[tree.Node | None]:
    """What an expression may be: what a name was given, and both sides of a choice."""
    if isinstance(node, tree.Conditional):
        return [*_values(syntax, node.body), *_values(syntax, node.orelse)]
    if not isinstance(node, tree.Name):
        return [node]
    return [one.value for one in reaching_definitions(syntax, node) if one is not None]


def _stores(syntax: tree.Tree, function: tree.FunctionDef, wrapper: tree.Node) -> bool:
    """Whether a function puts a wrapper into an object or a container, too, from where it may be used."""
    for assign in syntax.own(function, tree.Assign):
        if any(isinstance(target, (tree.Attribute, tree.Subscript)) for target in assign.targets):
            names = [node for node in tree.walk(assign.value) if isinstance(node, tree.Name)]
            if assign.value is wrapper or any(wrapper in _values(syntax, name) for name in names):
                return True
    return False


def _uses(syntax: tree.Tree, function: tree.FunctionDef, wrapper: tree.Node) -> bool:
    """Whether a function calls a wrapper, one of its methods, or something else with it: it trains, or warms up."""
    for call in syntax.own(function, tree.Call):
        if tree.dotted(call.func) == "print" or by_name(syntax).get(call, frozenset()) & WRAPPERS.keys():
            continue
        held = (tree.root_name(call.func), *(one.value for one in call.args))
        if any(isinstance(one, tree.Name) and wrapper in _values(syntax, one) for one in held):
            return True
    return False


@dataclass(frozen=True, slots=True, eq=False)
class GivenContainer(ExpressionView):
    """What `accelerator.prepare` is given, and returns as it is."""

    kind: str  # "list", "dict"


def given_containers(file: File) -> Iterator[GivenContainer]:
    """Lists, tuples and dicts of what should be prepared, in source order; `*models` passes what is in them."""
    for call in file.calls("accelerate.Accelerator.prepare"):
        for argument in call.node.args:
            made = resolved_expression(file.tree, argument.value)
            kind = _KINDS.get(type(made)) if not argument.star and argument.keyword is None else None
            if isinstance(made, tree.Comprehension):
                kind = made.kind
            if kind in ("list", "tuple", "dict"):
                yield GivenContainer(file, argument.value, kind)
