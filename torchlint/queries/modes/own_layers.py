"""Modules that hold a part which is made in eval mode: whether their other layers depend on the mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.domain.modes import TRAIN, UNCLEAR, Switch
from torchlint.domain.values import YES
from torchlint.flow.facts import ForwardFact
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def is_in_train_mode_beside_parts(file: File, fact: ForwardFact) -> bool:
    """Whether a model is in train mode, but for a part that is in eval mode since it was made, and depends on that.

    `BertModel.from_pretrained(...)` is in eval mode, and the `nn.Dropout` beside it, in the same module, is not.
    """
    cls = fact.model.ref
    own = {switch for switch in fact.switches if switch.mode == TRAIN}
    others = fact.switches - own
    if not own or not others or not isinstance(cls, Class) or not all(map(_is_of_part, others)):
        return False
    layers = file.analysis.layers
    held = (value for one in cls.lineage for value in one.attributes.values() if value.kind == "module")
    return any(layers.of(value) == YES for value in held if not _is_loaded(value.source))


def _is_of_part(switch: Switch) -> bool:
    """Whether a switch says only that a part was made in eval mode."""
    return switch.mode == UNCLEAR and _is_loaded(switch.node)


def _is_loaded(made: tree.Node | None) -> bool:
    return isinstance(made, tree.Call) and tree.last_name(made.func) == "from_pretrained"
