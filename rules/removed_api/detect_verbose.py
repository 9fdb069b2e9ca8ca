"""The argument `verbose` of schedulers, which PyTorch 2.7 has removed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.knowledge.torch_api import fact
from torchlint.queries.api import ApiUse
from torchlint.syntax import tree

from .detect_arguments import called_name

if TYPE_CHECKING:
    from torchlint.queries import File

_SINCE = (2, 7)
_KEYWORD = "verbose"
# The classes that other schedulers derive from: `__init__(optimizer, last_epoch, verbose)`.
_BASES = frozenset(("torch.optim.lr_scheduler.LRScheduler", "torch.optim.lr_scheduler._LRScheduler"))
_PLACE = 2


def verbose_argument(file: File, call: tree.Call, given: tree.Argument) -> Iterator[ApiUse]:
    """The argument by its keyword, in a call that makes a scheduler, or initialises a class that derives from one."""
    if not file.torch.reaches(_SINCE):
        return
    names = file.names.spelled(call) or {called_name(file, call, _KEYWORD)}
    known = [fact(name) for name in names]
    if all(one is not None and one.kind == "scheduler" for one in known):
        yield _use(file, call, given)


def verbose_by_position(file: File) -> Iterator[ApiUse]:
    """The same by its place: `super().__init__(optimizer, last_epoch, verbose)`."""
    if not file.torch.reaches(_SINCE):
        return
    for call in file.tree.all(tree.Call):
        if isinstance(call.func, tree.Attribute) and call.func.attr == "__init__" and len(call.args) > _PLACE:
            given = call.args[_PLACE]
            is_plain = not any(one.star for one in call.args) and not given.keyword
            if is_plain and called_name(file, call, _KEYWORD) in _BASES:
                yield _use(file, call, given)


def _use(file: File, call: tree.Call, given: tree.Argument) -> ApiUse:
    place = call.args.index(given)
    edits = (Edit(Span(call.args[place - 1].end, given.end), ""),) if place else ()
    is_default = tree.is_false(given.value)
    instead = "leave it out" if is_default else "print `get_last_lr()` where you want to see it"
    return ApiUse(file, given, file.tree.text_of(given), "fails since PyTorch 2.7", instead, edits)
