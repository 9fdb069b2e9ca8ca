"""Whether an expression holds labels that were decided on: what comes of `argmax`, a rounding, or a threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.call_names import COMPARES
from torchlint.knowledge.operations import VIEWS, has_column
from torchlint.knowledge.scores import (
    FILLED_LATER,
    JOINS_LABELS,
    KEEPS_LABELS,
    KEEPS_LABELS_AS_ATTRIBUTES,
    MAKES_EMPTY,
    SCIKIT_CLASSIFIERS,
)
from torchlint.syntax import tree

from . import detect_entries, detect_variables
from .detect_decisions import EMPTY, Decision, Found, all_of

if TYPE_CHECKING:
    from torchlint.queries import File

_SIGNS = frozenset(("<", "<=", ">", ">=", "==", "!="))
_KEEPS = ("move", "copy", "fetch", "cast", "cast-float", "join", *VIEWS)
_DEEPEST = 40
_MOST = 1000  # expressions that one search looks at: functions that call each other twice double them at each level


class Search:
    """Follows what a score is given back to where it was decided on."""

    def __init__(self, file: File, score: tree.Call) -> None:
        self.file = file
        self.score = score
        self.under_way: list[tree.Node] = []
        self.looked_at = 0
        # What some callers of a function pass for the score, and others do not.
        self.passed_by_some: list[tuple[tree.Expression, Decision]] = []

    def found(self, syntax: tree.Tree, node: tree.Node | None) -> Found:
        """Where an expression's labels were decided on; EMPTY if it holds nothing yet; None if it may be scores."""
        self.looked_at += 1
        if node is None or len(self.under_way) > _DEEPEST or self.looked_at > _MOST:
            return None
        if node in self.under_way:
            return EMPTY  # a list that is joined with itself: the rest of it decides
        self.under_way.append(node)
        try:
            return self._found(syntax, node)
        finally:
            self.under_way.pop()

    def all(self, syntax: tree.Tree, *nodes: tree.Node | None) -> Found:
        """The same of several expressions, all of whose numbers come together."""
        return all_of(self.found(syntax, node) for node in nodes)

    def _found(self, syntax: tree.Tree, node: tree.Node) -> Found:
        if isinstance(node, tree.Call):
            return self._call(syntax, node)
        if isinstance(node, tree.Name):
            return detect_variables.of_name(self, syntax, node)
        if isinstance(node, tree.Subscript):
            return self._item(syntax, node)
        if isinstance(node, tree.Attribute):
            if node.attr == "indices" and _is_extremum(syntax, node.value):
                return Decision(syntax, node)
            if node.attr in KEEPS_LABELS_AS_ATTRIBUTES and tree.dotted(node) != f"self.{node.attr}":
                return self.found(syntax, node.value)
            return detect_variables.of_attribute(self, syntax, node)
        if isinstance(node, (tree.List, tree.Tuple)):
            return self.all(syntax, *node.elements) if node.elements else EMPTY
        if isinstance(node, tree.Comprehension):
            return self.found(syntax, node.element) if node.kind in ("list", "generator") else None
        if isinstance(node, (tree.Starred, tree.NamedExpression)):
            return self.found(syntax, node.value)
        return self._operator(syntax, node)

    def _operator(self, syntax: tree.Tree, node: tree.Node) -> Found:
        if isinstance(node, tree.Compare):
            is_one = len(node.ops) == 1 and node.ops[0] in _SIGNS
            return Decision(syntax, node) if is_one and not self._is_tried_out(syntax, node) else None
        if isinstance(node, tree.Conditional):
            if _are_two(node.body, node.orelse):
                return None if self._is_tried_out(syntax, node.test) else Decision(syntax, node)
            return self.all(syntax, node.body, node.orelse)
        if isinstance(node, tree.UnaryOp):
            return self.found(syntax, node.operand)
        if isinstance(node, tree.BoolOp):
            return self.all(syntax, *node.values)
        if isinstance(node, tree.BinaryOp):
            if node.op in ("&", "|"):
                return self.all(syntax, node.left, node.right)
            sides = [one for one in (node.left, node.right) if not isinstance(one, tree.Constant)]
            return self.found(syntax, sides[0]) if node.op in ("+", "-") and len(sides) == 1 else None
        is_none = isinstance(node, tree.Constant) and node.value is None
        return EMPTY if is_none else None

    def _is_tried_out(self, syntax: tree.Tree, node: tree.Node) -> bool:
        """Whether the score is that of one threshold among several, which a loop around it tries out."""
        loops = {one for one in self.file.tree.around(self.score) if isinstance(one, (tree.For, tree.Comprehension))}
        names = syntax.inside(node, tree.Name) if loops and syntax is self.file.tree else ()
        return any(detect_variables.is_loops_own(syntax, name, loops) for name in names)

    def _call(self, syntax: tree.Tree, call: tree.Call) -> Found:
        functions = self.file.facts.functions.get(call)
        if functions:
            return detect_variables.returned(self, functions, None)
        name, given = tree.last_name(call.func), [one.value for one in call.args if one.keyword is None]
        operand = _operand(syntax, call)
        if name == "argmax" or (name == "predict" and _is_classifier(syntax, operand)):
            return Decision(syntax, call)
        if name in COMPARES:
            return None if self._is_tried_out(syntax, call) else Decision(syntax, call)
        if name in ("round", "round_", "rint"):
            return self._rounding(syntax, call, operand)
        if name == "where" and len(given) == 3:
            if _are_two(given[1], given[2]):
                return None if self._is_tried_out(syntax, given[0]) else Decision(syntax, call)
            return self.all(syntax, *given[1:])
        if name in ("apply", "map") and len(given) == 1 and isinstance(given[0], tree.Lambda):
            return self.found(syntax, given[0].body)
        if name == "sum" and len(given) == 2 and isinstance(given[1], tree.List) and not given[1].elements:
            return self.found(syntax, given[0])
        if _is_empty(call, name, given):
            return EMPTY
        if name in JOINS_LABELS and operand is not None and operand is not given[0]:
            return None  # a method: `x.append(y)` gives nothing
        if name in ("append", "chain"):
            return self.all(syntax, *given) if given else None
        if name in KEEPS_LABELS or has_column(name, *_KEEPS):
            return self.found(syntax, operand)
        return None

    def taken_out(self, syntax: tree.Tree, call: tree.Call, place: int) -> Found:
        """One of the several things that a call of a library gives."""
        return Decision(syntax, call) if place == 1 and _is_extremum(syntax, call) else None

    def _rounding(self, syntax: tree.Tree, call: tree.Call, operand: tree.Expression | None) -> Found:
        """Of `x.round()`; not to some decimals, or of percents."""
        by_function = operand is not None and any(one.value is operand for one in call.args)
        rest = [one for one in call.args if one.value is not operand]
        decided = Decision(syntax, call) if operand is not None and not isinstance(operand, tree.BinaryOp) else None
        return decided if len(call.args) == by_function or all(_is_zero(one.value) for one in rest) else None

    def _item(self, syntax: tree.Tree, node: tree.Subscript) -> Found:
        index = tree.integer_literal(node.index)
        if index == 1 and _is_extremum(syntax, node.value):
            return Decision(syntax, node)
        if index is not None and isinstance(node.value, tree.Call):
            functions = self.file.facts.functions.get(node.value)
            if functions:
                return detect_variables.returned(self, functions, index)
            if _is_extremum(syntax, node.value):
                return None
        key = tree.string_of(node.index)
        return detect_entries.of_entry(self, syntax, node, key) if key is not None else self.found(syntax, node.value)


def _operand(syntax: tree.Tree, call: tree.Call) -> tree.Expression | None:
    """What a function is given first, or the object whose method it is."""
    given = next((one.value for one in call.args if one.keyword is None), None)
    is_function = isinstance(call.func, tree.Name) or call in by_name(syntax)
    return given if is_function else call.func.value if isinstance(call.func, tree.Attribute) else None


def _is_classifier(syntax: tree.Tree, node: tree.Node | None) -> bool:
    """Whether this is a classifier of scikit-learn's, as it was made or fitted."""
    made = resolved_expression(syntax, node) if node is not None else None
    if isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute) and made.func.attr == "fit":
        return _is_classifier(syntax, made.func.value)
    names = by_name(syntax).get(made, ()) if isinstance(made, tree.Call) else ()
    return any(SCIKIT_CLASSIFIERS.search(name) for name in names)


def _is_extremum(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether this gives the largest values and their positions: `torch.max(x, 1)`, `x.topk(1)`."""
    if not isinstance(node, tree.Call) or tree.last_name(node.func) not in ("max", "topk"):
        return False
    rest = [one for one in node.args if one.value is not _operand(syntax, node) and one.keyword != "keepdim"]
    if tree.last_name(node.func) == "topk":
        return bool(rest) and tree.integer_literal(rest[0].value) == 1
    return bool(rest)


def _are_two(one: tree.Node, other: tree.Node) -> bool:
    """Whether a choice is between two numbers, as in `1 if p > 0.5 else 0`."""
    return _is_number(one) and _is_number(other) and not tree.same(one, other, positions=False)


def _is_number(node: tree.Node) -> bool:
    if isinstance(node, tree.Call) and node.args:
        name = tree.last_name(node.func)
        return name in ("zeros_like", "ones_like") or (name in ("tensor", "float") and _is_number(node.args[0].value))
    if isinstance(node, tree.UnaryOp):
        return _is_number(node.operand)
    return isinstance(node, tree.Constant) and isinstance(node.value, (int, float))


def _is_zero(node: tree.Node) -> bool:
    return tree.integer_literal(node) == 0


def _is_empty(call: tree.Call, name: str, given: list[tree.Expression]) -> bool:
    """Whether a call makes a container with nothing in it, or an array that is still to be filled."""
    if name not in MAKES_EMPTY:
        return False
    if not given:
        return not call.args or name in FILLED_LATER
    is_nothing = isinstance(given[0], (tree.List, tree.Tuple)) and not given[0].elements
    return is_nothing or name in FILLED_LATER
