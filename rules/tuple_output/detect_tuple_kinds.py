"""Whether the code proves that the things in a returned tuple differ in kind: by what makes each, and of which size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.syntax import tree

# PyTorch's layers that say with their second argument how many features come out.
_SIZED = re.compile(r"(?:torch\.)?(?:nn\.)?(Linear|LazyLinear|Conv\dd|ConvTranspose\dd)\(")


_SEQUENCE = re.compile(r"(?:torch\.)?(?:nn\.)?Sequential\(")
_CALLED = re.compile(r"([A-Z]\w*)\(")


class Tuple(NamedTuple):
    """The code around a `return` with a tuple in it."""

    forward: tree.Node
    at: int  # where the `return` begins
    text_of: Callable[[tree.Node], str]


def differ_surely(elements: Iterable[tuple[tree.Expression, str]], around: Tuple) -> bool:
    """Whether two of some elements, each with the code that makes it, cannot be of one kind."""
    return len({_kind(node, maker, around) for node, maker in elements}) > 1


def _kind(node: tree.Expression, maker: str, around: Tuple) -> str:
    """What tells an element's kind: the one call that it was unpacked from, or the layer that makes it."""
    if isinstance(node, tree.Name):
        origin = _unpacked_from(node.id, around)
        if origin is not None:
            return "from " + around.text_of(origin)
    if _SEQUENCE.match(maker):
        return _end_of_sequence(maker)
    sized = _SIZED.match(maker)
    if sized:
        return _size(maker, sized)
    # Layers of one class of the project do one thing, whatever they are made with.
    return maker.partition("(")[0]


def _size(code: str, layer: re.Match[str]) -> str:
    return f"{layer[1]} to {_argument(code[layer.end() :])}"


def _end_of_sequence(code: str) -> str:
    """What comes out of layers in a sequence: the size that the last sized one gives, and the layer at the end."""
    sized = list(_SIZED.finditer(code))
    names = _CALLED.findall(code)
    return f"{_size(code, sized[-1]) if sized else ''}, {names[-1] if names else ''}"


def _unpacked_from(name: str, around: Tuple) -> tree.Expression | None:
    """The call whose result a name was last unpacked from, with nothing done to it since."""
    made = (one for one in assignments_in(around.forward, into_functions=False) if one.name == name)
    before = [one for one in made if one.kind == "assignment" and one.node.start < around.at]
    last = before[-1] if before else None
    is_unpacked = last is not None and last.value is None and isinstance(last.source, tree.Call)
    return last.source if last is not None and is_unpacked else None


def _argument(code: str) -> str:
    """The second of some arguments, as code; it ends where a bracket or the next argument does."""
    parts, depth, start = [], 0, 0
    for at, character in enumerate(code):
        if character in "([{":
            depth += 1
        elif character in ")]}" and depth:
            depth -= 1
        elif character in ",)" and not depth:
            parts.append(code[start:at].strip())
            start = at + 1
    named = [p.partition("=")[2].strip() for p in parts if p.startswith(("out_features=", "out_channels="))]
    return named[0] if named else parts[1] if len(parts) > 1 else ""
