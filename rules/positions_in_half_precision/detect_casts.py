"""Whether anything casts a model to half precision, as far as the program shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions
from torchlint.knowledge.dtypes import counts_to
from torchlint.knowledge.naming_conventions import names_model
from torchlint.queries import data, training
from torchlint.queries.gradients import dtype_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# A cast of a model, told by its name: `model.half()`, `unet.to(device, dtype=weight_dtype)`, `self.net.bfloat16()`.
# Names of one letter don't count: `D` may be a discriminator, or a vector.
_CASTS = re.compile(
    r"(\w\w+)(?:\.(?:cuda|cpu|eval|train)\([^()\n]*\))*"
    r"\.(?:(?:half|bfloat16)\(\)"
    r"|to\((?:[^()\n]*,\s*)?(?:dtype\s*=\s*)?(?:torch\.(?:b?float16|half)|\w*dtype)\s*\))"
)
# A model as a wrapper or its own method has it.
_OWN = ("self", "module")
# What casts the model that it is given.
_ENGINE = "deepspeed.initialize"
# The words of which a file with such a cast has at least one.
_WORDS = (".half()", "float16", _ENGINE)
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
    """Whether this file, or one that leads to it by imports, seems to cast a model to half precision."""
    return any(any(word in text for word in _WORDS) and _casts(text) for text in data.texts_of_program(file))


def _casts(text: str) -> bool:
    if _ENGINE in text:
        return True
    return any(names_model(name) or name in _OWN for name in _CASTS.findall(text))


def cast_by_constructor(file: File, cls: Class, attribute: str) -> str:
    """The half precision in which the constructor itself may register a buffer; empty if in none."""
    for one in cls.lineage:
        for call in file.tree.inside(one.node, tree.Call):
            named = call.args[0].value if len(call.args) > 1 else None
            if tree.last_name(call.func) != "register_buffer" or not isinstance(named, tree.Constant):
                continue
            given = call.args[1].value
            if named.value == attribute and isinstance(given, tree.Name) and file.holds(given):
                made = [one.value for one in reaching_definitions(file.tree, given) if one is not None]
                types = [dtype_of(file, value) for value in made if value is not None]
                return next((type_ for type_ in types if counts_to(type_) is not None), "")
    return ""
