"""Conditions on a setting: `kind == "linear"`, `kind in ("linear", "mlp")`, or a flag, `is_linear`."""

from __future__ import annotations

import operator
import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace

from torchlint.binding.symbols import Function
from torchlint.syntax import tree

# `case "linear" | "mlp":`, up to its guard or its body.
_CASE = re.compile(r"case\b\s*([^:#]+?)\s*(?::|\bif\b)")
_LITERAL = re.compile(r"True|False|-?\d+|\"[^\"\\]*\"|'[^'\\]*'")
_ORDERS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Condition:
    """That a setting is one of these literals, or none of them; or that it is true, or not."""

    subject: str  # as it is written: `self.kind`; empty for a condition that is no such comparison
    literals: frozenset[object]
    holds: bool
    text: str  # as code, with `not` in front where it is the other branch that is taken
    is_flag: bool = False  # whether it only asks if the setting is true, or if one comparison with it is
    # That comparison: `>` and 0, "isinstance" and the classes as text, or "contains" and what is looked for.
    compared: tuple[str, object] | None = None

    def allows(self, other: Condition) -> bool | None:
        """Whether this and another condition on the same subject may both hold; None if they are about others."""
        if self.subject != other.subject or not self.subject or self.is_flag != other.is_flag:
            return None
        if self.compared != other.compared:
            return None
        if self.is_flag:
            return self.holds == other.holds
        if self.holds and other.holds:
            return bool(self.literals & other.literals)
        if self.holds != other.holds:
            chosen, excluded = (self, other) if self.holds else (other, self)
            return not chosen.literals <= excluded.literals
        return None  # two exclusions do not meet


def conditions_around(syntax: tree.Tree, node: tree.Node) -> tuple[Condition, ...]:
    """What the branches around some code, in its function, ask, and those before it that leave the function."""
    found: list[Condition] = []
    inside = node
    for around in (*syntax.around(node),)[1:]:
        for one in _checks_before(syntax, inside, around):
            if isinstance(one, tree.Assert):
                found += [each for each in _conditions(syntax, one.test, True) if each.subject]  # others check shapes
            else:
                found += _conditions(syntax, one.test, False)
        if isinstance(around, tree.Scope):
            break
        side = tree.branch(around, inside) if isinstance(around, (tree.If, tree.Conditional)) else ""
        if side in ("body", "orelse") and isinstance(around, (tree.If, tree.Conditional)):
            found += _conditions(syntax, around.test, side == "body")
        if isinstance(around, tree.Case) and isinstance(match := syntax.parents.get(around), tree.Match):
            found += _of_case(syntax, match, around)
        if isinstance(around, tree.While) and inside in around.body:
            found += _conditions(syntax, around.test, True)
        if isinstance(around, tree.BoolOp):  # what stands before it was asked first
            before = (one for one in around.values if one.end <= inside.start)
            found += [each for one in before for each in _conditions(syntax, one, around.op == "and")]
        inside = around
    return tuple(found)


def _checks_before(syntax: tree.Tree, statement: tree.Node, around: tree.Node) -> list[tree.Assert | tree.If]:
    """The assertions and early exits before a statement in its block; none for what is no statement."""
    block = syntax.block(statement)
    checks = syntax.once(_checks_by_block, around).get(block[0], []) if block else []
    return checks[: bisect_left(checks, statement.start, key=operator.attrgetter("start"))]


def _checks_by_block(syntax: tree.Tree, around: tree.Node) -> dict[tree.Node, list[tree.Assert | tree.If]]:
    """The same of each block of a statement, by the first statement of the block."""
    found: dict[tree.Node, list[tree.Assert | tree.If]] = {}
    for one in tree.children(around):
        if isinstance(one, tree.Assert) or (isinstance(one, tree.If) and not one.orelse and _leaves(one)):
            if block := syntax.block(one):
                found.setdefault(block[0], []).append(one)
    return found


def _leaves(check: tree.If) -> bool:
    return isinstance(check.body[-1], (tree.Return, tree.Raise, tree.Continue, tree.Break))


def _conditions(syntax: tree.Tree, test: tree.Expression, holds: bool) -> list[Condition]:
    """The condition, or each part of one that only holds where all of them do, with the text of the whole."""
    if not isinstance(test, tree.BoolOp) or (test.op == "and") != holds:
        return [_condition(syntax, test, holds)]
    text = syntax.text_of(test) if holds else f"not ({syntax.text_of(test)})"
    parts = (each for one in test.values for each in _conditions(syntax, one, holds))
    return [replace(one, text=text) for one in parts]


def _condition(syntax: tree.Tree, test: tree.Expression, holds: bool) -> Condition:
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        return _condition(syntax, test.operand, not holds)
    text = syntax.text_of(test) if holds else f"not {syntax.text_of(test)}"
    subject = tree.dotted(test) if isinstance(test, (tree.Name, tree.Attribute)) else None
    if subject is not None:
        return Condition(subject, frozenset(), holds, text, is_flag=True)
    if isinstance(test, tree.Call) and tree.dotted(test.func) == "isinstance" and len(test.args) == 2:
        subject, classes = tree.dotted(test.args[0].value), syntax.text_of(test.args[1].value)
        if subject:
            return Condition(subject, frozenset(), holds, text, is_flag=True, compared=("isinstance", classes))
    if isinstance(test, tree.Compare) and len(test.ops) == 1:
        subject, other, op = tree.dotted(test.left), test.comparators[0], test.ops[0]
        literals = _literals(other)
        if subject and literals is not None and op in ("==", "!=", "in", "not in", "is", "is not"):
            if (op in ("==", "!=")) == isinstance(other, tree.Constant):
                return Condition(subject, literals, holds == (op in ("==", "in")), text)
        if op in ("in", "not in") and isinstance(test.left, tree.Constant) and (whole := tree.dotted(other)):
            text_inside = ("contains", test.left.value)  # `"tiny" in name`
            return Condition(whole, frozenset(), holds == (op == "in"), text, is_flag=True, compared=text_inside)
        if subject and op in _ORDERS and isinstance(other, tree.Constant) and isinstance(other.value, (int, float)):
            return Condition(subject, frozenset(), holds, text, is_flag=True, compared=(op, other.value))
    return Condition("", frozenset(), holds, text)


def _of_case(syntax: tree.Tree, match: tree.Match, case: tree.Case) -> list[Condition]:
    """What `case "linear":` says of the subject of its `match`; `case _:` says that it is none of those before it."""
    subject, guard = tree.dotted(match.subject) or "", case.guard
    before = [_pattern(syntax, one) for one in match.cases if one.start < case.start and one.guard is None]
    said = frozenset[object]().union(*(one for one in before if one)) if case.is_capture else _pattern(syntax, case)
    held = f"{syntax.text_of(match.subject)} is {'none of ' * case.is_capture}{' or '.join(map(repr, said or ()))}"
    if not subject or not said or (case.is_capture and None in before):
        asked = [Condition("", frozenset(), True, held)]
    elif len(said) == 1 and all(isinstance(one, bool) for one in said):
        holds = (True in said) != case.is_capture
        asked = [Condition(subject, frozenset(), holds, subject if holds else f"not {subject}", is_flag=True)]
    else:
        one = f"{subject} {'not in' if case.is_capture else '=='} {', '.join(sorted(map(repr, said)))}"
        asked = [Condition(subject, said, not case.is_capture, one)]
    return asked if guard is None else [*asked, *_conditions(syntax, guard, True)]


def _pattern(syntax: tree.Tree, case: tree.Case) -> frozenset[object] | None:
    """The literals that a case matches; None for other patterns."""
    end = case.guard.start if case.guard is not None else case.body[0].start
    found = _CASE.match(syntax.text[case.start : end])
    parts = [one.strip() for one in found[1].split("|")] if found is not None else []
    if not parts or not all(_LITERAL.fullmatch(one) for one in parts):
        return None
    return frozenset(_value_of(one) for one in parts)


def _value_of(literal: str) -> object:
    if literal in ("True", "False"):
        return literal == "True"
    return literal[1:-1] if literal[0] in "\"'" else int(literal)


def _literals(node: tree.Expression) -> frozenset[object] | None:
    parts = node.elements if isinstance(node, (tree.Tuple, tree.List, tree.Set)) else [node]
    if not all(isinstance(one, tree.Constant) and isinstance(one.value, (str, int)) for one in parts):
        return None
    return frozenset(one.value for one in parts if isinstance(one, tree.Constant))


def _is_met(one: Condition, value: object) -> bool | None:
    """Whether what a condition asks is true of a literal; None if that is not known."""
    if one.compared is not None and one.compared[0] == "contains":
        inside = one.compared[1]
        return inside in value if isinstance(value, str) and isinstance(inside, str) else None
    if one.compared is not None:
        order, limit = _ORDERS.get(one.compared[0]), one.compared[1]
        is_number = isinstance(value, (int, float)) and isinstance(limit, (int, float))
        return order(value, limit) if order and is_number else None  # type: ignore[arg-type]  # both are numbers
    return bool(value) if one.is_flag else value in one.literals


def translated(
    conditions: tuple[Condition, ...], function: Function, call: tree.Call, *, is_bound: bool
) -> tuple[Condition, ...] | None:
    """Conditions on parameters as conditions on what a call gives; None if what it gives rules one out."""
    given = tree.passed_to(function.node, call, is_bound=is_bound)
    found: list[Condition] = []
    for one in conditions:
        if one.subject.startswith("self."):
            found.append(one)
        elif one.subject in given and one.subject not in function.rebinds:
            said = given[one.subject]
            if isinstance(said, tree.Constant):
                if _is_met(one, said.value) not in (one.holds, None):
                    return None
            elif tree.dotted(said):
                found.append(replace(one, subject=tree.dotted(said) or ""))
            else:
                found.append(replace(one, subject=""))
        else:
            found.append(replace(one, subject=""))
    return tuple(found)
