"""Ids of special tokens whose truth decides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.finding import Edit
from torchlint.knowledge.call_names import TOKEN_IDS
from torchlint.queries import ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_NAMES = re.compile(r"(pad|eos|bos|unk|cls|sep|mask)(_token)?_(id|idx|index)$")


class TestedId(ExpressionView):
    """An id of a token as an operand of `or`, `and` or `not`, or as a condition."""

    __slots__ = ()

    @property
    def is_certain(self) -> bool:
        """Whether it is read from a tokenizer or a configuration, and not only called an id."""
        return _is_id(self.file, self.node)

    @property
    def falls_back_to_zero(self) -> bool:
        """Whether 0 is what a missing id is replaced by: `x or 0`, `0 if not x else x`, `if not x: x = 0`."""
        above = self.file.tree.parents.get(self.node)
        if isinstance(above, tree.BoolOp):
            after = above.values[above.values.index(self.node) + 1 :]
            return above.op == "or" and bool(after) and tree.integer_literal(after[0]) == 0
        if isinstance(above, tree.Conditional):
            return tree.integer_literal(above.orelse) == 0 and tree.same(above.body, self.node, positions=False)
        choice = self.file.tree.parents.get(above) if above is not None else None
        if isinstance(above, tree.UnaryOp) and isinstance(choice, tree.Conditional) and choice.test is above:
            return tree.integer_literal(choice.body) == 0 and tree.same(choice.orelse, self.node, positions=False)
        if isinstance(above, tree.UnaryOp) and isinstance(choice, tree.If) and choice.test is above:
            last = choice.body[-1]
            return isinstance(last, tree.Assign) and tree.integer_literal(last.value) == 0
        return False

    @property
    def is_negated(self) -> bool:
        """Whether it is the operand of `not`."""
        return isinstance(self.file.tree.parents.get(self.node), tree.UnaryOp)

    @property
    def is_value(self) -> bool:
        """Whether it is the first of two values, one of which is taken: `pad_token_id or eos_token_id`."""
        above = self.file.tree.parents.get(self.node)
        is_tested = above is not None and _is_condition(self.file, above)
        return isinstance(above, tree.BoolOp) and above.op == "or" and not is_tested

    @property
    def comparison(self) -> str:
        """What to write for it."""
        return f"{self} is None" if self.is_negated else f"{self} is not None"

    @property
    def compared(self) -> tuple[Edit, ...]:
        """The edits that compare it with None; none if it is one of several values."""
        above = self.file.tree.parents.get(self.node)
        if self.is_value:
            is_whole = isinstance(above, tree.BoolOp) and len(above.values) == 2 and self._stands_alone(above)
            if not is_whole or above is None:
                return ()
            other = self.file.tree.text_of(above.values[1])  # type: ignore[attr-defined]  # a BoolOp
            return ExpressionView(self.file, above).put(f"{self.code} if {self.code} is not None else {other}")
        if isinstance(above, tree.NamedExpression):
            return ExpressionView(self.file, above).put(f"({ExpressionView(self.file, above).code}) is not None")
        if self.is_negated and above is not None:
            return ExpressionView(self.file, above).put(f"{self.code} is None")
        return self.put(f"{self.code} is not None")

    def _stands_alone(self, node: tree.Node) -> bool:
        """Whether a conditional expression needs no parentheses in the place of an expression."""
        above = self.file.tree.parents.get(node)
        return isinstance(above, (tree.Argument, tree.Assign, tree.Return))


def tested_ids(file: File) -> Iterator[TestedId]:
    """Such ids, in source order."""
    for node in (*file.tree.all(tree.Attribute), *file.tree.all(tree.Name), *file.tree.all(tree.Call)):
        above = file.tree.parents.get(node)
        is_left = isinstance(above, tree.BoolOp) and above.values[-1] is not node
        if is_left or _is_condition(file, node):
            if _is_id(file, node) or _is_called_so(file, node):
                yield TestedId(file, node)


def _is_condition(file: File, node: tree.Node) -> bool:
    """Whether only the truth of an expression counts."""
    above = file.tree.parents.get(node)
    if isinstance(above, (tree.If, tree.While, tree.Conditional, tree.Assert)):
        return above.test is node
    if isinstance(above, tree.NamedExpression):
        return above.value is node and _is_condition(file, above)  # `if pad := tokenizer.pad_token_id:`
    if isinstance(above, tree.Argument):
        asked = file.tree.parents.get(above)
        return isinstance(asked, tree.Call) and tree.dotted(asked.func) == "bool"
    if isinstance(above, tree.Clause):
        return any(one is node for one in above.ifs)
    if isinstance(above, tree.BoolOp):
        return _is_condition(file, above)
    return isinstance(above, tree.UnaryOp) and above.op == "not"


def _is_id(file: File, node: tree.Node) -> bool:
    """Whether this is an id as a tokenizer or a configuration has it: `tokenizer.pad_token_id`, or a name for it."""
    node = resolved_expression(file.tree, node) if isinstance(node, tree.Name) else node
    if isinstance(node, tree.BoolOp) and node.op == "or":
        return all(_is_id(file, one) or _is_called_so(file, one) for one in node.values)  # one of several
    if isinstance(node, tree.Attribute):
        return node.attr in TOKEN_IDS
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "getattr" and len(node.args) > 1:
        return tree.string_of(node.args[1].value) in TOKEN_IDS
    return False


def _is_called_so(file: File, node: tree.Node) -> bool:
    """Whether this is a parameter that is None by default and has the name of such an id: `pad_id=None`."""
    made = reaching_definitions(file.tree, node) if isinstance(node, tree.Name) and _NAMES.match(node.id) else ()
    parameter = made[0].node if len(made) == 1 and made[0] is not None else None
    default = parameter.default if isinstance(parameter, tree.Parameter) else None
    return isinstance(default, tree.Constant) and default.value is None
