"""Attributes that are read by names which the program computes: `getattr(self, name)`, `self.__dict__[name]`."""

from __future__ import annotations

from fnmatch import fnmatchcase

from torchlint.binding.known_texts import ANY, Texts, texts_of
from torchlint.binding.symbols import Class, class_of
from torchlint.domain.joins import join_all
from torchlint.domain.values import Value
from torchlint.flow.attributes import attribute_of
from torchlint.flow.state import Frame
from torchlint.syntax import tree


def get_by_name(frame: Frame, owner: Value, name: tree.Node, node: tree.Node) -> Value | None:
    """The value of `getattr(owner, name)`; None where it is not known which names that may be."""
    if not isinstance(owner.ref, Class):
        return None
    names = _known_names(class_of(owner), texts_of(frame.unit.tree, name))
    return join_all(attribute_of(frame, owner, one, node) for one in names) if names else None


def _known_names(cls: Class, texts: Texts) -> list[str]:
    """The attributes of a class that these texts are names of."""
    cls.is_prepared()
    known = dict.fromkeys(name for base in cls.lineage for name in base.attributes)
    found: dict[str, None] = {}
    for text in texts:
        alike = [name for name in known if fnmatchcase(name, text) or (ANY in name and fnmatchcase(text, name))]
        found |= dict.fromkeys(alike or ([text] if ANY not in text else []))
    return list(found)
