"""Whether anything casts a model to half precision, as far as the program shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.symbols import Class
from torchlint.queries import data, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# A cast of something, perhaps of a model: `.half()`, `.to(torch.bfloat16)`, `.to(device, dtype=weight_dtype)`.
# DeepSpeed's engine casts the model that it is given.
_CASTS = re.compile(
    r"\.(?:half|bfloat16)\(\)"
    r"|\.to\((?:[^()\n]*,\s*)?(?:dtype\s*=\s*)?(?:torch\.(?:b?float16|half)|\w*dtype)\s*\)"
    r"|\bdeepspeed\.initialize\b"
)
# The words of which a file with such a cast has at least one.
_WORDS = (".half()", "float16", "deepspeed.initialize")
_NAMES = {"half": "float16", "bfloat16": "bfloat16"}


class Casts(NamedTuple):
    """The types to which a program casts the models with an object of some class."""

    types: frozenset[str]
    is_certain: bool  # whether no condition is seen on which it does


def visible_casts(file: File, cls: Class) -> Casts:
    """The types to which the program casts models that are of a class, or have an object of it as a part."""
    found: set[str] = set()
    is_certain = True
    for fact in file.facts.precisions:
        source = fact.subject.source
        if fact.what == "step" or source is None or fact.is_chosen or fact.subject.assumed:
            continue
        known = training.relations(file)
        held = [known.tracer.models.get(node) for node in known.parts(source)]
        if any(isinstance(one.ref, Class) and cls in one.ref.lineage for one in held if one is not None):
            found.add(_NAMES.get(fact.what, ""))
            is_certain = is_certain and file.holds(fact.node) and file.tree.above(fact.node, tree.If) is None
    return Casts(frozenset() if "" in found else frozenset(found), is_certain)


def is_cast_in_program(file: File) -> bool:
    """Whether this file, or one that leads to it by imports, casts a model, or perhaps a tensor, to half precision."""
    return any(any(word in text for word in _WORDS) and _CASTS.search(text) for text in data.texts_of_program(file))
