"""Calls whose replacement takes other arguments: the edits that write them, and whether it computes the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.knowledge.deprecations import Change
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries.file import CallView

Rewriting = tuple[tuple[Edit, ...], bool]
_NONE: Rewriting = ((), True)


def changed_arguments(call: CallView, change: Change) -> Rewriting:
    """The edits that call a replacement whose arguments have another form, and whether it computes the same."""
    if change.form == "one list":
        arguments, is_same = _one_list(call)
    elif change.form == "included end":
        arguments, is_same = _included_end(call)
    elif change.form == "keyword upper":
        arguments, is_same = _keyword(call, "upper", False, "upper=")
    else:
        arguments, is_same = _keyword(call, "some", True, "")
    renamed = call.rename(change.rename)
    return ((*renamed, *arguments), is_same) if renamed and arguments is not None else _NONE


def _one_list(call: CallView) -> tuple[tuple[Edit, ...] | None, bool]:
    """`chain_matmul(a, b)`: all that has a place goes into one list, which must have two matrices."""
    placed = [a for a in call.node.args if a.keyword is None]
    is_starred = any(a.star for a in call.node.args)
    if any(a.star == "**" for a in placed) or (len(placed) < 2 and not is_starred):
        return None, True
    start, end = placed[0].start, placed[-1].end
    return (Edit(Span(start, start), "["), Edit(Span(end, end), "]")), not is_starred


def _keyword(call: CallView, name: str, usual: bool, written: str) -> tuple[tuple[Edit, ...] | None, bool]:
    """The second argument of `cholesky` and `qr`: left out where it says the usual, else as the replacement has it."""
    if call.has_stars:
        return None, True
    given = call.argument(1, name)
    if given is None:
        return (), True
    at = next(a for a in call.node.args if a.value is given.node)
    before = call.node.args[call.node.args.index(at) - 1]
    if given.is_literally is usual:
        return ((Edit(Span(before.end, at.end), ""),) if before is not call.node.args[-1] else None), True
    if name == "some":
        is_known = given.is_literally is False
        return ((Edit(Span(at.start, at.end), 'mode="complete"'),) if is_known else None), True
    return (() if at.keyword else (Edit(Span(at.start, at.start), written),)), True


def _included_end(call: CallView) -> tuple[tuple[Edit, ...] | None, bool]:
    """`range(start, end)`, whose end belongs to it, and whose numbers are floats: whole numbers are what is known."""
    start, end, step = call.argument(0, "start"), call.argument(1, "end"), call.argument(2, "step")
    by = 1 if step is None else tree.integer_literal(step.node)
    if call.has_stars or start is None or end is None or tree.integer_literal(start.node) is None or not by:
        return None, True
    further = 1 if by > 0 else -1
    last = tree.integer_literal(end.node)
    made = edits.replace(end.node, str(last + further) if last is not None else _one_further(call, end.node, further))
    if not any(a.keyword in ("dtype", "out") for a in call.node.args):
        made += call.writing("torch.get_default_dtype", lambda written: call.put_last(f"dtype={written}()"))
    return made, last is not None


def _one_further(call: CallView, node: tree.Expression, further: int) -> str:
    """One more than an expression, or one less: `n` for `n - 1`."""
    text = call.file.tree.text_of(node)
    sign, opposite = ("+", "-") if further > 0 else ("-", "+")
    if isinstance(node, tree.BinaryOp) and node.op == opposite and tree.integer_literal(node.right) == 1:
        return call.file.tree.text_of(node.left)
    is_plain = isinstance(node, (*edits.ATOMS, tree.BinaryOp))
    return f"{text} {sign} 1" if is_plain else f"({text}) {sign} 1"
