"""Schedulers in attributes of objects, if all that the project does with these attributes is seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.domain.origins import Origin
from torchlint.domain.provenance import all_origins
from torchlint.knowledge.signatures import ASKED_OF_SCHEDULERS
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Class
    from torchlint.queries import File


def is_stepped_by_nobody(file: File, scheduler: Origin) -> bool:
    """Whether a scheduler is kept by objects only, and no code of the project steps it there or passes it on."""
    holders = list(_holders(file, scheduler))
    return bool(holders) and all(_only_keeps(file, owner, attribute) for owner, attribute in holders)


def _holders(file: File, scheduler: Origin) -> Iterator[tuple[Class, str]]:
    """The attributes that hold it, each with the class whose objects have it."""
    classes = dict.fromkeys(f.owner for f in file.analysis.functions.values() if f.owner is not None)
    for cls in classes:
        for name, value in cls.attributes.items():
            if scheduler in all_origins(value):
                yield cls, name


def _only_keeps(file: File, owner: Class, attribute: str) -> bool:
    if owner.has_unresolved_base or any(fact(base) and base != "torch.nn.Module" for base in owner.external_bases):
        return False  # a framework may step it
    syntax, is_alone = owner.unit.tree, _is_alone(file, owner)
    if any(one.value == attribute and _may_name(syntax, one) for one in syntax.all(tree.Constant)):
        return False  # `getattr(self, "scheduler")`
    for use in syntax.all(tree.Attribute):
        if use.attr == attribute and not _only_asks(syntax, use) and not (is_alone and _is_of_another(use, owner)):
            return False
    return not _is_used_elsewhere(file, attribute, owner, is_alone=is_alone)


def _is_alone(file: File, owner: Class) -> bool:
    """Whether no class derives from another here, so that `self` in other classes is never an object of this one."""
    if len(owner.lineage) > 1 or owner.subclasses:
        return False
    around, derived = file.project_files, re.compile(rf"\bclass\s+\w+\([^)]*\b{owner.name}\b")
    return around is None or not any(derived.search(around.text(one)) for one in around.importers(owner.unit.place))


def _may_name(syntax: tree.Tree, text: tree.Constant) -> bool:
    return isinstance(syntax.parents.get(text), (tree.Argument, tree.List, tree.Tuple))


def _only_asks(syntax: tree.Tree, use: tree.Attribute) -> bool:
    """Whether a scheduler is assigned, tested, or asked for its learning rates or its state."""
    above = syntax.parents.get(use)
    if isinstance(above, tree.Attribute):
        return above.attr in ASKED_OF_SCHEDULERS
    target: tree.Node = use
    if isinstance(above, (tree.Tuple, tree.List)):  # `self.optimizer, self.scheduler = self.configure()`
        target, above = above, syntax.parents.get(above)
    if isinstance(above, tree.Assign):
        return any(one is target for one in above.targets)
    if isinstance(above, (tree.If, tree.Conditional)):
        return above.test is use
    return isinstance(above, (tree.Compare, tree.UnaryOp))


def _is_of_another(use: tree.Attribute, owner: Class) -> bool:
    return tree.dotted(use.value) == "self" and owner.unit.tree.above(use, tree.ClassDef) is not owner.node


def _is_used_elsewhere(file: File, attribute: str, owner: Class, *, is_alone: bool) -> bool:
    """Whether another file may step the attribute of such an object; also if there are too many files to look."""
    around = file.project_files
    if around is None or not around.mentions(attribute):
        return False
    places = around.files_mentioning(attribute)
    asked = rf"(?!\.(?:{'|'.join(sorted(ASKED_OF_SCHEDULERS))})\b)"
    before = rf"(?<!optim){'(?<!self)' if is_alone else ''}"  # not the module `torch.optim.lr_scheduler`
    used = re.compile(rf"{before}\.{attribute}\b{asked}|[(,]\s*[\"']{attribute}[\"']\s*[,)]")
    return not places or any(used.search(around.text(place)) for place in places if place != owner.unit.place)
