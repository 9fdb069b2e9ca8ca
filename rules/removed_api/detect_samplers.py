"""Samplers that give the constructor of their base class what it takes no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.finding import Edit, Span
from torchlint.queries.api import ApiUse
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SAMPLERS = frozenset(("torch.utils.data.Sampler", "torch.utils.data.sampler.Sampler"))
# https://github.com/pytorch/pytorch/pull/163134 removed the constructor that took a `data_source` and did nothing.
_REMOVED = (2, 10)


def sampler_arguments(file: File) -> Iterator[ApiUse]:
    """Calls of the constructor of `torch.utils.data.Sampler` with an argument, by classes right below it."""
    if "Sampler" not in file.text or not file.torch.reaches(_REMOVED):
        return
    for cls in file.analysis.classes:
        init = cls.methods.get("__init__")
        if init is None or not _is_next_to_sampler(file, cls):
            continue
        for call in file.tree.inside(init.node, tree.Call):
            for_self = _arguments_of_base(file, call)
            given = call.args[for_self:] if for_self is not None else []
            if given and not any(argument.star for argument in given):
                start = call.args[for_self - 1].end if for_self else given[0].start
                edits = (Edit(Span(start, given[-1].end), ""),)
                shown = file.value(call).text
                yield ApiUse(file, call, shown, "fails since PyTorch 2.10", "`Sampler` takes no arguments", edits)


def _is_next_to_sampler(file: File, cls: Class) -> bool:
    """Whether what follows in the order of base classes is PyTorch's Sampler, for subclasses, too."""
    if len(cls.bases) != 1 or cls.bases[0].kind != "external" or cls.bases[0].name not in _SAMPLERS:
        return False
    return not any(cls in other.lineage and len(other.bases) > 1 for other in file.analysis.classes)


def _arguments_of_base(file: File, call: tree.Call) -> int | None:
    """How many arguments of a call are `self`, where it calls the constructor of the base class; else None."""
    func = call.func
    if not isinstance(func, tree.Attribute) or func.attr != "__init__":
        return None
    if isinstance(func.value, tree.Call):
        return 0 if tree.last_name(func.value.func) == "super" else None
    return 1 if file.names.spelled_out(func.value) in _SAMPLERS else None
