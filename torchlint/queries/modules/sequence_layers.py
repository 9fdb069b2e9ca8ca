"""How layers that go along a sequence were made, and which of its steps are taken of what they give."""

from __future__ import annotations

from torchlint.syntax import tree


def is_made_batch_first(made: tree.Call, place: int) -> bool:
    """Whether a layer may be made with `batch_first=True`, which it takes at this place if not by its name."""
    if any(argument.star for argument in made.args):
        return True
    positional = [argument for argument in made.args if argument.keyword is None]
    given = next((a.value for a in made.args if a.keyword == "batch_first"), None)
    if given is None and len(positional) > place:
        given = positional[place].value
    return given is not None and not (isinstance(given, tree.Constant) and given.value is False)


def column_taken(subscript: tree.Subscript) -> int | None:
    """Which place of dimension 1 an index takes of all rows: -1 for `x[:, -1]` and `x[:, -1, :]`; None for others."""
    parts = subscript.index.elements if isinstance(subscript.index, tree.Tuple) else []
    if len(parts) not in (2, 3) or not all(_is_whole(part) for part in (parts[0], *parts[2:])):
        return None
    place = parts[1]
    is_minus = isinstance(place, tree.UnaryOp) and place.op == "-"
    number = place.operand if isinstance(place, tree.UnaryOp) and is_minus else place
    if not isinstance(number, tree.Constant) or not isinstance(number.value, int):
        return None
    return -number.value if is_minus else number.value


def _is_whole(part: tree.Node) -> bool:
    return isinstance(part, tree.Slice) and part.lower is None and part.upper is None and part.step is None
