"""Whether the code proves that the things in a returned tuple differ in kind: by what makes each, and of which size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

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
    last, origin = -1, None
    for node in tree.walk(around.forward, into_functions=False):
        if isinstance(node, tree.Assign) and last < node.start < around.at:
            parts = [part for target in node.targets if isinstance(target, tree.Tuple) for part in target.elements]
            if name in map(tree.dotted, parts):
                last, origin = node.start, node.value if isinstance(node.value, tree.Call) else None
            elif name in map(tree.dotted, node.targets):
                last, origin = node.start, None
    return origin


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
