"""How layers that go along a sequence were made, and which of its steps are taken of what they give."""

from __future__ import annotations

from torchlint.finding import Edit
from torchlint.queries.file import CallView
from torchlint.syntax import tree


def is_made_batch_first(made: tree.Call, place: int) -> bool:
    """Whether a layer may be created with `batch_first=True`, passed by keyword or at this position."""
    if any(argument.star for argument in made.args):
        return True
    positional = [argument for argument in made.args if argument.keyword is None]
    given = next((a.value for a in made.args if a.keyword == "batch_first"), None)
    if given is None and len(positional) > place:
        given = positional[place].value
    return given is not None and not tree.is_false(given)


def putting_batch_first(made: CallView) -> tuple[Edit, ...]:
    """The edit that makes a layer batch-first; none if another file constructs it."""
    if not made.file.holds(made.node) or any(a.keyword == "batch_first" for a in made.node.args):
        return ()
    return made.put_last("batch_first=True")


def column_taken(subscript: tree.Subscript) -> int | None:
    """The index along dimension 1 that is selected for all rows: -1 for `x[:, -1]` and `x[:, -1, :]`; else None."""
    parts = subscript.index.elements if isinstance(subscript.index, tree.Tuple) else []
    if len(parts) not in (2, 3) or not all(_is_whole(part) for part in (parts[0], *parts[2:])):
        return None
    return tree.integer_literal(parts[1])


def _is_whole(part: tree.Node) -> bool:
    return isinstance(part, tree.Slice) and part.lower is None and part.upper is None and part.step is None
