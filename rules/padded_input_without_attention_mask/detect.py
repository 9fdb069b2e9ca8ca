"""Padded ids that a model is given without the mask that tells padding from words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.domain.values import NO, YES
from torchlint.knowledge.model_families import sees_padding
from torchlint.queries import CallView, ExpressionView, data
from torchlint.syntax import tree

from .detect_models import model_classes

if TYPE_CHECKING:
    from torchlint.queries import File

_MASK = "attention_mask"
# What a model says of itself that attends only to what is before each word, or finds the padding by its id.
_LOOKS_BACK = re.compile(r"causal|tril|triu|pad_token|pad_id|padding_id", re.IGNORECASE)
# What makes the padding the end of text; `generate` tells padding from words by its id otherwise.
_END = frozenset(("eos_token", "eos_token_id"))
_PADDING = frozenset(("pad_token", "pad_token_id"))


@dataclass(frozen=True, slots=True, eq=False)
class UnmaskedIds(ExpressionView):
    """The ids that a model is given."""

    padded: CallView  # the tokenizer's call
    model: ExpressionView  # what is called
    is_certain: bool  # whether the model is one of those that attend to padding


def unmasked_ids(file: File) -> Iterator[UnmaskedIds]:
    """Each of them, in source order."""
    if "input_ids" not in file.text:
        return
    for node in file.tree.all(tree.Call):
        call = CallView(file, node)
        given = call.argument(0, "input_ids")
        if given is None or call.has_stars or len(call.positional) > 1 or call.argument(-1, _MASK) is not None:
            continue
        padded = data.padded_ids(file, given.node)
        if padded is not None:
            level = _level(file, call)
            if level != NO:
                yield UnmaskedIds(file, given.node, padded, call.callee, level == YES)


def _level(file: File, call: CallView) -> int:
    """Whether what is called reads padding as words, as the class says that it was loaded by."""
    generates = call.method == "generate"
    model = call.receiver if generates else call.callee
    if model is None:
        return NO
    names = model_classes(file, model.node)
    levels = {sees_padding(name) for name in names} or {_own_level(file, model)}
    if not generates:
        return levels.pop() if len(levels) == 1 else NO
    if not names or not _pads_with_end(file):
        return NO  # it finds padding by its id
    return YES


def _own_level(file: File, model: ExpressionView) -> int:
    """Whether a class of the program takes a mask that it can do without, and looks ahead."""
    made = model.value.ref
    forward = made.method("forward") if isinstance(made, Class) else None
    if not isinstance(made, Class) or forward is None or _LOOKS_BACK.search(made.unit.tree.text_of(made.node)):
        return NO
    masks = [one for one in forward.node.parameters if one.name == _MASK]
    return YES if masks and masks[0].default is not None else NO


def _pads_with_end(file: File) -> bool:
    """Whether the padding is the end of text: `tokenizer.pad_token = tokenizer.eos_token`."""
    for one in file.tree.all(tree.Assign):
        if isinstance(one.value, tree.Attribute) and one.value.attr in _END:
            if any(isinstance(target, tree.Attribute) and target.attr in _PADDING for target in one.targets):
                return True
    return False
