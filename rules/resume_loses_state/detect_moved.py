"""Schedulers whose epoch is set, although they only multiply the rate at hand, which nothing restores."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.knowledge.deprecations import STEPPED_BY_GET_LR
from torchlint.queries import View
from torchlint.syntax import tree

from .detect_kept import texts_around

if TYPE_CHECKING:
    from torchlint.queries import File

_EPOCH = "last_epoch"
# Code that gives an optimizer its rates, by its state or one by one.
_RESTORES_RATES = re.compile(
    r"(?i)opt\w*(\[[^\]\n]*\])?(\.\w+)?\.load_state_dict|set_optimizer_state_dict|set_state_dict|load_state\(|"
    r"\[[\"']lr[\"']\]\s*[*/]?="
)


class Moved(NamedTuple):
    """An assignment to a scheduler's epoch."""

    place: View
    scheduler: str  # as the program writes it
    kind: str  # its class


def moved_schedulers(file: File) -> Iterator[Moved]:
    """Each such assignment of a number that is not written, in a program that never restores an optimizer's rates."""
    given = [one for one in assignments_in(file.tree.root) if _is_epoch(one.target)]
    if not given or any(_RESTORES_RATES.search(text) for text in texts_around(file)):
        return
    for one in given:
        if one.value is None:
            continue
        holder = one.target.value if isinstance(one.target, tree.Attribute) else None
        value = one.value.operand if isinstance(one.value, tree.UnaryOp) else one.value
        name = tree.dotted(holder) if holder is not None else None
        if name is None or isinstance(value, tree.Constant):
            continue
        made = [call for call in _made(file, name) if call.end <= one.node.start]
        kind = (file.names.spelled_out(made[-1].func) or "") if made else ""
        if kind in STEPPED_BY_GET_LR:
            yield Moved(View(file, one.node), name, kind.rpartition(".")[2])


def _is_epoch(target: tree.Expression | None) -> bool:
    return isinstance(target, tree.Attribute) and target.attr == _EPOCH


def _made(file: File, name: str) -> list[tree.Call]:
    """The calls whose result has this name, in source order."""
    values = (one.value for one in assignments_in(file.tree.root) if one.target and tree.dotted(one.target) == name)
    return sorted((one for one in values if isinstance(one, tree.Call)), key=lambda call: call.start)
