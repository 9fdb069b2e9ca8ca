"""Conditions on the names of parameters that are true for no parameter of the model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import definitions_of, reaching_definitions, resolved_expression
from torchlint.finding import Span
from torchlint.flow.model_wrappers import HELD_AS, held_as, is_wrapped, wrappers_of
from torchlint.knowledge.command_line import SHOWS
from torchlint.knowledge.parameter_names import RENAMES
from torchlint.queries import CallView, ExpressionView, View, modules
from torchlint.queries.modules import ParameterNames
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What names kinds of parameters rather than parts of a model; a model may do without them.
_KINDS = re.compile(r"bias|norm|bn|ln|weight|gamma|beta|scale|embed|pos|token|lora|adapter|prompt|logit", re.I)
# The most names of parts that a message lists.
_LISTED = 3


@dataclass(frozen=True, slots=True, eq=False)
class DeadSelection(ExpressionView):
    """A condition that selects parameters by their names, and selects none."""

    model: str  # as it is written
    prefix: str  # what all names begin with because the model is wrapped: `module.`; empty if that is not why
    parts: str  # what names do begin with, as a message lists it
    wrapper: View | None  # where it is wrapped, if that is in this file
    is_certain: bool  # whether the model is certainly this one, and should have such parameters

    @property
    def related(self) -> tuple[tuple[Span, str], ...]:
        """The place where the model is wrapped."""
        return (self.wrapper.says("wrapped here"),) if self.wrapper is not None else ()


class _Selection(NamedTuple):
    """Where parameters of a model are selected by their names."""

    test: tree.Expression
    name: str  # the variable of the name
    model: tree.Expression
    loop: tree.Node  # what goes through the parameters


def dead_selections(file: File) -> Iterator[DeadSelection]:
    """Such conditions, in source order."""
    seen = set()
    for selection in sorted(_selections(file.tree), key=lambda one: one.test.start):
        value = file.value(selection.model).value
        prefix = held_as(value) if value.kind == "module" and not value.assumed else ""
        if value.kind != "module" or value.assumed or (is_wrapped(value) and not _is_wrapped_before(file, selection)):
            continue  # another model, or wrapped on some path only
        names = modules.parameter_names(value) if RENAMES.search(file.text) is None else ParameterNames((("*",),))
        is_dead = _Tests(file.tree, selection, names).is_dead(selection.test)
        tests = _Tests(file.tree, selection, names.inside(prefix) if prefix else names)
        texts = tuple(tests.texts(selection.test))
        key = file.tree.statement(selection.test), texts
        if key in seen or not texts or not tests.is_dead(selection.test):
            continue  # the opposite of a condition beside it, or one that finds something
        seen.add(key)
        wrappers = sorted(one.node.start for one in wrappers_of(value) if file.holds(one.node))
        wrapper = next((one for one in file.tree.all(tree.Call) if one.start in wrappers), None)
        is_of_kind = is_dead and any(map(_KINDS.search, texts))
        yield DeadSelection(
            file,
            selection.test,
            file.tree.text_of(selection.model),
            "" if is_dead else f"{prefix}.",
            _listed(names),
            View(file, wrapper) if wrapper is not None and not is_dead else None,
            not _is_given(file, selection.model, value.ref)
            and not is_of_kind
            and not _may_grow(file, selection, texts),
        )


def _listed(names: ParameterNames) -> str:
    parts = [f"`{one}`" for one in names.first_parts]
    return ", ".join(parts[:_LISTED]) + (" and others" if len(parts) > _LISTED else "")


def _is_given(file: File, model: tree.Expression, ref: object) -> bool:
    """Whether other code may bring another model here: a parameter, or the object of a class with heirs elsewhere."""
    root = tree.root_name(model)
    if root is None:
        return True
    made = [one for one in reaching_definitions(file.tree, root) if one is not None]
    if not any(one.kind == "parameter" for one in made):
        values = [one.value for one in made if one.kind == "assignment" and one.value is not None]
        return any(isinstance(one, (tree.BoolOp, tree.Conditional)) for one in values)  # `model or Model()`
    if root.id == "self" and isinstance(model, tree.Name):
        return isinstance(ref, Class) and (bool(ref.subclasses) or _is_imported(file, ref.name))
    function = file.tree.above(model, tree.FunctionDef)
    return isinstance(function, tree.FunctionDef) and _is_imported(file, function.name)


def _may_grow(file: File, selection: _Selection, texts: tuple[str, ...]) -> bool:
    """Whether code around may put a module of such a name into the model, or is given the model and may do so."""
    attributes = frozenset[str]().union(*(one.tree.once_of_all(_put_in) for one in file.analysis.units))
    parts = {part for text in texts for part in text.split(".")}
    if not attributes.isdisjoint(parts) or any(text in one for text in texts for one in attributes):
        return True
    root = tree.root_name(selection.model)
    for call in file.tree.own(file.tree.scope(selection.model), tree.Call) if root is not None else ():
        if call.end > selection.loop.start or tree.dotted(call.func) in SHOWS or _is_of_torch(file, call):
            continue
        if any(root is not None and tree.dotted(one.value) == root.id for one in call.args):
            functions = file.facts.functions.get(call, ())
            if not functions or any(RENAMES.search(one.unit.tree.text) for one in functions):
                return True
    return False


def _is_of_torch(file: File, call: tree.Call) -> bool:
    names = CallView(file, call).names | by_name(file.tree).get(call, frozenset())
    return any(name.startswith("torch.") for name in names)


def _put_in(syntax: tree.Tree) -> frozenset[str]:
    """The attributes that code gives to other objects than `self`, such as the parts of a model."""
    targets = (one.target for one in assignments_in(syntax.root))
    own = ("self", "cls")
    return frozenset(
        one.attr for one in targets if isinstance(one, tree.Attribute) and tree.dotted(one.value) not in own
    )


def _is_imported(file: File, name: str) -> bool:
    """Whether another file mentions something of this file's."""
    around = file.project_files
    return around is not None and any(name in around.text(one) for one in around.importers(file.place))


def _is_wrapped_before(file: File, selection: _Selection) -> bool:
    """Whether the model of a loop is wrapped in the same function, in front of it, and not under a condition."""
    scope = file.tree.scope(selection.model)
    wrappers = wrappers_of(file.value(selection.model).value)
    for origin in wrappers:
        call = origin.node
        if origin.what not in HELD_AS or not file.holds(call) or file.tree.scope(call) is not scope:
            return False
        if call.start > selection.model.start:
            return False
        around = file.tree.above(call, tree.If, tree.Try, tree.Conditional, *tree.Loops)
        if around is not None and selection.model not in file.tree.walk(around):
            return False
    return held_as(file.value(selection.model).value) != ""


def _selections(syntax: tree.Tree) -> Iterator[_Selection]:
    """The conditions on names under which parameters are frozen, freed or collected."""
    for clause in syntax.all(tree.Clause):
        names = _names_of(clause.target, clause.iter)
        made = syntax.parents.get(clause)
        if names is not None and isinstance(made, tree.Comprehension) and _holds(made.element, names[1]):
            for test in clause.ifs:
                yield _Selection(test, names[0], names[2], clause)
    for loop in syntax.all(tree.For):
        names = _names_of(loop.target, loop.iter)
        for one in syntax.own(loop, tree.If) if names is not None else ():
            if names is not None and any(_selects(syntax, inner, names[1]) for inner in (*one.body, *one.orelse)):
                yield _Selection(one.test, names[0], names[2], loop)


def _names_of(target: tree.Expression, iterated: tree.Expression) -> tuple[str, str, tree.Expression] | None:
    """The variables of the name and the parameter in `for name, p in model.named_parameters()`, and the model."""
    items = iterated.func if isinstance(iterated, tree.Call) and not iterated.args else None
    if isinstance(items, tree.Attribute) and items.attr == "items":
        iterated = _copied(items.value, "dict")
    else:
        iterated = _copied(iterated, "list", "tuple", "sorted")
    if not isinstance(iterated, tree.Call) or not isinstance(iterated.func, tree.Attribute) or iterated.args:
        return None
    pair = target.elements if isinstance(target, tree.Tuple) else []
    if iterated.func.attr != "named_parameters" or len(pair) != 2:
        return None
    name, parameter = pair
    if not isinstance(name, tree.Name) or not isinstance(parameter, tree.Name):
        return None
    return name.id, parameter.id, iterated.func.value


def _copied(node: tree.Expression, *makers: str) -> tree.Expression:
    """What a list or the like is made of, where one is made: `list(model.named_parameters())`."""
    is_made = isinstance(node, tree.Call) and tree.dotted(node.func) in makers and len(node.args) == 1
    return node.args[0].value if isinstance(node, tree.Call) and is_made else node


def _holds(element: tree.Expression, parameter: str) -> bool:
    """Whether a comprehension collects the parameters themselves."""
    if isinstance(element, tree.Dict):
        return any(isinstance(one, (tree.Name, tree.List)) and _holds(one, parameter) for one in element.values)
    if isinstance(element, tree.List):
        return any(_holds(one, parameter) for one in element.elements)
    return isinstance(element, tree.Name) and element.id == parameter


def _selects(syntax: tree.Tree, statement: tree.Node, parameter: str) -> bool:
    """Whether a statement freezes or frees a parameter, or puts it into a list."""
    if isinstance(statement, tree.Assign):
        return any(tree.dotted(one) == f"{parameter}.requires_grad" for one in statement.targets)
    call = statement.value if isinstance(statement, tree.ExpressionStatement) else None
    if not isinstance(call, tree.Call) or not isinstance(call.func, tree.Attribute):
        return False
    if call.func.attr == "requires_grad_":
        return tree.dotted(call.func.value) == parameter
    return call.func.attr in ("append", "add") and any(_holds(one.value, parameter) for one in call.args)


class _Tests:
    """Which conditions on a name are the same for all names of a model."""

    def __init__(self, syntax: tree.Tree, selection: _Selection, names: ParameterNames) -> None:
        self._tree, self._name, self._loop, self._names = syntax, selection.name, selection.loop, names

    def is_dead(self, test: tree.Expression) -> bool:
        """Whether a condition looks for names of which the model has none."""
        if isinstance(test, tree.UnaryOp) and test.op == "not":
            return self.is_dead(test.operand)
        if isinstance(test, tree.BoolOp):
            asking = [one for one in test.values if self._asks(one)]
            dead = [self.is_dead(one) for one in asking]
            is_enough = test.op == "and" and not any(map(_is_negative, asking))
            return bool(dead) and (any(dead) if is_enough else all(dead) and len(asking) == len(test.values))
        return self._atom(test)

    def texts(self, test: tree.Expression) -> list[str]:
        """The texts that names are compared with."""
        return [text for part in tree.walk(test) for _, text in self._asked(part)]

    def _asks(self, test: tree.Expression) -> bool:
        return any(isinstance(one, tree.Name) and one.id == self._name for one in tree.walk(test))

    def _atom(self, test: tree.Expression) -> bool:
        """Whether one comparison, or `any` of several, finds no name."""
        asked = self._asked(test)
        return bool(asked) and not any(self._may(kind, text) for kind, text in asked)

    def _may(self, kind: str, text: str) -> bool:
        ways = {
            "in": self._names.may_contain,
            "startswith": self._names.may_start_with,
            "endswith": self._names.may_end_with,
            "==": self._names.may_be,
        }
        return ways[kind](text)

    def _asked(self, test: tree.Node, element: tuple[str, list[str]] | None = None) -> list[tuple[str, str]]:
        """The texts that a condition compares the name with, and how; none if that is not all known."""
        if isinstance(test, tree.Compare) and len(test.ops) == 1:
            return self._compared(test, element)
        if not isinstance(test, tree.Call):
            return []
        if isinstance(test.func, tree.Attribute) and self._is_name(test.func.value):
            given = test.args[0].value if len(test.args) == 1 and not test.args[0].keyword else None
            texts = self._texts(given, element)
            return [(test.func.attr, one) for one in texts] if test.func.attr in ("startswith", "endswith") else []
        over = test.args[0].value if tree.dotted(test.func) == "any" and len(test.args) == 1 else None
        if not isinstance(over, tree.Comprehension) or len(over.clauses) != 1 or over.clauses[0].ifs:
            return []
        clause = over.clauses[0]
        if not isinstance(clause.target, tree.Name) or _is_negative(over.element):
            return []
        return self._asked(over.element, (clause.target.id, self._texts(clause.iter, None)))

    def _compared(self, test: tree.Compare, element: tuple[str, list[str]] | None) -> list[tuple[str, str]]:
        op, left, right = test.ops[0], test.left, test.comparators[0]
        if op in ("in", "not in") and self._is_name(right):
            return [("in", one) for one in self._texts(left, element)]
        if op in ("in", "not in") and self._is_name(left):
            return [("==", one) for one in self._texts(right, None)] if not tree.is_text(right) else []
        if op in ("==", "!=") and self._is_name(left):
            return [("==", one) for one in self._texts(right, element)]
        return []

    def _is_name(self, node: tree.Node) -> bool:
        """Whether this is the name as the model gives it, which `name = name.replace(...)` and inner loops change."""
        if not isinstance(node, tree.Name) or node.id != self._name:
            return False
        found = reaching_definitions(self._tree, node)
        return all(one is not None and one.node is self._loop for one in found)

    def _texts(self, node: tree.Node | None, element: tuple[str, list[str]] | None) -> list[str]:
        """The texts that an expression is or holds; none if one of them is not known."""
        if isinstance(node, tree.Name) and element is not None and node.id == element[0]:
            return element[1]
        if isinstance(node, tree.Name):
            made = definitions_of(self._tree, node)
            value = made[0].value if len(made) == 1 else resolved_expression(self._tree, node)
            node = value if not isinstance(value, tree.Name) else None
        if isinstance(node, (tree.List, tree.Tuple, tree.Set)):
            texts = [tree.string_of(one) for one in node.elements]
            return [one for one in texts if one] if all(texts) else []
        text = tree.string_of(node)
        return [text] if text else []


def _is_negative(test: tree.Node) -> bool:
    if isinstance(test, tree.UnaryOp):
        return test.op == "not"
    return isinstance(test, tree.Compare) and test.ops[0] in ("not in", "!=")
