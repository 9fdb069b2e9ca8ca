"""Schedulers in an attribute of an object, if all that the project does with the attribute is seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.queries.hooks.hook_storage import owner_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Class
    from torchlint.queries import File

# What a scheduler is asked for without being stepped.
_ASKED = frozenset(("get_last_lr", "get_lr", "state_dict", "load_state_dict", "base_lrs", "last_epoch", "optimizer"))


def is_stepped_by_nobody(file: File, made: tree.Call) -> bool:
    """Whether a scheduler is assigned to an attribute that no code of the project steps or passes on."""
    stored = definitions_from(file.tree, made)
    target = stored[0].target if len(stored) == 1 else None
    owner = owner_of(file, target) if isinstance(target, tree.Attribute) else None
    if not isinstance(target, tree.Attribute) or owner is None or owner.has_unresolved_base:
        return False
    if set(owner.external_bases) - {"object", "abc.ABC", "torch.nn.Module"}:
        return False  # a framework may step it
    if any(one.value == target.attr and _may_name(file.tree, one) for one in file.tree.all(tree.Constant)):
        return False  # `getattr(self, "scheduler")`
    uses = (node for node in file.tree.all(tree.Attribute) if node.attr == target.attr)
    if not all(_only_asks(file.tree, use) or _is_of_another(file, use, owner) for use in uses):
        return False
    return not _is_used_elsewhere(file, target.attr, owner)


def _only_asks(syntax: tree.Tree, use: tree.Attribute) -> bool:
    """Whether a scheduler is assigned, tested, or asked for its learning rates or its state."""
    above = syntax.parents.get(use)
    if isinstance(above, tree.Attribute):
        return above.attr in _ASKED
    if isinstance(above, tree.Assign):
        return any(target is use for target in above.targets)
    if isinstance(above, (tree.If, tree.Conditional)):
        return above.test is use
    return isinstance(above, (tree.Compare, tree.UnaryOp))


def _may_name(syntax: tree.Tree, text: tree.Constant) -> bool:
    return isinstance(syntax.parents.get(text), (tree.Argument, tree.List, tree.Tuple))


def _is_of_another(file: File, use: tree.Attribute, owner: Class) -> bool:
    other = owner_of(file, use)
    return other is not None and owner not in other.lineage and other not in owner.lineage


def _is_used_elsewhere(file: File, attribute: str, owner: Class) -> bool:
    """Whether another file may step the attribute of such an object; also if there are too many files to look.

    What a class does with `self.scheduler` concerns no other class, unless one derives from the other.
    """
    around = file.project_files
    if around is None or not around.mentions(attribute):
        return False
    places = around.files_mentioning(attribute)
    derived = re.compile(rf"\bclass\s+\w+\([^)]*\b{owner.name}\b")
    related = len(owner.lineage) > 1 or owner.subclasses
    related = related or any(derived.search(around.text(place)) for place in around.importers(file.place))
    asked = rf"(?!\.(?:{'|'.join(sorted(_ASKED))})\b)"
    used = re.compile(rf"{'' if related else '(?<!self)'}\.{attribute}\b{asked}|[(,]\s*[\"']{attribute}[\"']\s*[,)]")
    return not places or any(used.search(around.text(place)) for place in places if place != file.place)
