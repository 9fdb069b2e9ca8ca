"""Logarithms of sigmoids that lose nothing: of small numbers, and in the cost of pairs, without a gradient mostly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression, uses
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries.losses import Squashing


def is_of_pairs(log: CallView) -> bool:
    """Whether what is computed is brought together with each target, by `cost[:, labels]` or `einsum("nc,mc->nm")`."""
    syntax = log.file.tree
    assign = syntax.statement(log.node)
    if not isinstance(assign, tree.Assign):
        return False
    reads = (use for target in assign.targets if isinstance(target, tree.Name) for use in uses(syntax, target))
    return any(_picks_columns(syntax.parents.get(use), use) or _pairs_rows(log, use) for use in reads)


def is_of_small_numbers(logits: ExpressionView | None) -> bool:
    """Whether a sigmoid is taken of numbers between -1 and 1, or of their negatives."""
    if logits is None:
        return False
    made: tree.Node = resolved_expression(logits.file.tree, logits.node)
    while isinstance(made, tree.UnaryOp) and made.op == "-":
        made = resolved_expression(logits.file.tree, made.operand)
    if not isinstance(made, tree.Call):
        return False
    name = logits.file.names.spelled_out(made.func)
    return canonical(name) in full_names("within-1")


def _picks_columns(around: tree.Node | None, table: tree.Node) -> bool:
    """Whether a subscript takes all rows of a table, and the columns that a name says."""
    if not isinstance(around, tree.Subscript) or around.value is not table or not isinstance(around.index, tree.Tuple):
        return False
    rows, *columns = around.index.elements
    takes_all = isinstance(rows, tree.Slice) and rows.lower is rows.upper is rows.step is None
    return takes_all and len(columns) == 1 and isinstance(columns[0], tree.Name)


def _pairs_rows(log: CallView, table: tree.Node) -> bool:
    """Whether an einsum brings each row of a table together with each row of another: `"nc,mc->nm"`."""
    given = log.file.tree.parents.get(table)
    call = log.file.tree.parents.get(given) if isinstance(given, tree.Argument) else None
    if not isinstance(call, tree.Call) or log.file.names.spelled_out(call.func) != "torch.einsum":
        return False
    equation = call.args[0].value
    text = equation.value if isinstance(equation, tree.Constant) and isinstance(equation.value, str) else ""
    operands, _, result = text.replace(" ", "").partition("->")
    first, _, second = operands.partition(",")
    own = [set(first) - set(second), set(second) - set(first)]
    return all(own) and set(result) == own[0] | own[1]


def fused(sigmoid: Squashing) -> str:
    """What computes the logarithm from the logits, as a message says it."""
    sign, logits = "-" if sigmoid.is_complement else "", sigmoid.logits
    if logits is None or (sign and not isinstance(logits.node, edits.ATOMS)):
        return f"`F.logsigmoid({sign}x)`, where `x` is the input of the sigmoid"
    return f"`F.logsigmoid({sign}{logits})`"
