"""Conditions on a setting: `kind == "linear"`, `kind in ("linear", "mlp")`, or a flag, `is_linear`."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from operator import attrgetter

from torchlint.binding.symbols import Function
from torchlint.syntax import tree


@dataclass(frozen=True, slots=True)
class Condition:
    """That a setting is one of these literals, or none of them; or that it is true, or not."""

    subject: str  # as it is written: `self.kind`; empty for a condition that is no such comparison
    literals: frozenset[object]
    holds: bool
    text: str  # as code, with `not` in front where it is the other branch that is taken
    is_flag: bool = False  # whether it only asks if the setting is true

    def allows(self, other: Condition) -> bool | None:
        """Whether this and another condition on the same subject may both hold; None if they are about others."""
        if self.subject != other.subject or not self.subject or self.is_flag != other.is_flag:
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
    return checks[: bisect_left(checks, statement.start, key=attrgetter("start"))]


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
    if isinstance(test, tree.Compare) and len(test.ops) == 1:
        subject, other, op = tree.dotted(test.left), test.comparators[0], test.ops[0]
        literals = _literals(other)
        if subject and literals is not None and op in ("==", "!=", "in", "not in", "is", "is not"):
            if (op in ("==", "!=")) == isinstance(other, tree.Constant):
                return Condition(subject, literals, holds == (op in ("==", "in")), text)
    return Condition("", frozenset(), holds, text)


def _literals(node: tree.Expression) -> frozenset[object] | None:
    parts = node.elements if isinstance(node, (tree.Tuple, tree.List, tree.Set)) else [node]
    if not all(isinstance(one, tree.Constant) and isinstance(one.value, (str, int)) for one in parts):
        return None
    return frozenset(one.value for one in parts if isinstance(one, tree.Constant))


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
                if (bool(said.value) if one.is_flag else said.value in one.literals) != one.holds:
                    return None
            elif tree.dotted(said):
                found.append(replace(one, subject=tree.dotted(said) or ""))
            else:
                found.append(replace(one, subject=""))
        else:
            found.append(replace(one, subject=""))
    return tuple(found)
