"""Whether a module has BatchNorm layers, as far as its construction shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Class
from torchlint.domain.values import MAYBE, NO, YES, Composite, OneOf, Value, alternatives
from torchlint.knowledge.computed_names import STANDS_FOR
from torchlint.knowledge.model_families import detector_norm, family_norm, package_norm
from torchlint.knowledge.operations import has_column
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File

_BY_NAME = ("timm.create_model", "torch.hub.load", "torchvision.models.get_model")
# What brings layers along that the project's own code does not name.
_OTHERS = frozenset(
    "torchvision timm hub smp segmentation_models_pytorch pretrainedmodels models torch_geometric".split()
)
_DEEPEST = 6


def has_batch_norm(file: File, module: Value, depth: int = 0, without: frozenset[str] = frozenset()) -> int:
    """YES, NO, or MAYBE where that is not known; `without` has the names of parts that are left out."""
    ref, source = module.ref, module.source
    if module.kind != "module" or depth > _DEEPEST:
        return MAYBE
    if isinstance(ref, OneOf):
        levels = {has_batch_norm(file, one, depth + 1) for one in alternatives(module)}
        return levels.pop() if len(levels) == 1 else MAYBE
    if isinstance(ref, Class):
        return _of_class(file, ref, depth, without)
    if isinstance(ref, Composite):
        parts = [*ref.parts, *module.items]
        level = _of_parts(file, parts, depth) if parts else MAYBE
        return level if level != MAYBE else _of_drawn(file, source)
    names = [ref] if isinstance(ref, str) else _spelled(file, source)
    if isinstance(source, tree.Call) and source.args and all(name.endswith(".get_peft_model") for name in names):
        inside = file.facts.values.get(source.args[0].value)
        return has_batch_norm(file, inside, depth + 1) if names and inside is not None else MAYBE
    levels = {_of_name(name, source) for name in names}
    level = levels.pop() if len(levels) == 1 else MAYBE
    return level if level != MAYBE else _of_drawn(file, source)


def _of_drawn(file: File, source: tree.Node | None) -> int:
    """What the models say that the layers of a container were picked out of."""
    from .detect_drawn_layers import drawn_from

    return drawn_from(file, source) if isinstance(source, tree.Call) else MAYBE


def _spelled(file: File, source: tree.Node | None) -> frozenset[str]:
    """What a call that makes a module may mean, by the imports of its file."""
    for unit in file.analysis.units:
        if isinstance(source, tree.Call) and source in unit.tree.parents:
            return by_name(unit.tree).get(source) or _looked_up(unit.tree, source)
    return frozenset()


def _looked_up(syntax: tree.Tree, source: tree.Call) -> frozenset[str]:
    """What a call means whose function is looked up in a package: `models.__dict__["vgg16"](weights=None)`."""
    func = source.func
    if isinstance(func, tree.Call) and tree.dotted(func.func) == "getattr" and len(func.args) == 2:
        owner, _, last = (tree.dotted(func.args[0].value) or "").partition(".")
        known = edits.imported(syntax).get(owner)
        alike = STANDS_FOR.get(f"{known}.{last}".rstrip("."))
        return frozenset({alike}) if alike is not None else frozenset()
    if not (isinstance(func, tree.Subscript) and isinstance(func.index, tree.Constant)):
        return frozenset()
    package, _, members = (tree.dotted(func.value) or "").rpartition(".")
    known = edits.imported(syntax).get(package)
    return frozenset({f"{known}.{func.index.value}"}) if known and members == "__dict__" else frozenset()


def _of_name(name: str, source: tree.Node | None) -> int:
    """What the name of a class or factory of another package says; that of a model that is asked for by its name."""
    last = name.rpartition(".")[2]
    if name.endswith(_BY_NAME) and isinstance(source, tree.Call):
        if _has_another_norm(source):
            return NO
        given = [a.value for a in source.args if isinstance(a.value, tree.Constant)]
        levels = {family_norm(node.value) for node in given if isinstance(node.value, str)} - {MAYBE}
        return levels.pop() if len(levels) == 1 else MAYBE
    if name.startswith("torch.nn."):
        if has_column(last, "batch-norm", of="torch.nn"):
            return YES if _tracks_running_stats(source) else NO
        is_open = has_column(last, "given-layers", of="torch.nn") or last == "Module" or fact(name) is None
        return MAYBE if is_open else NO
    if name.startswith("torchvision.models.detection."):
        return detector_norm(last)
    if name.startswith("torchvision.models.segmentation."):
        return YES
    if name.startswith("timm.models."):
        return family_norm(last)
    if name.startswith("torchvision.models."):
        return NO if _has_another_norm(source) else family_norm(last)
    return package_norm(name)


def _tracks_running_stats(source: tree.Node | None) -> bool:
    args = source.args if isinstance(source, tree.Call) else []
    return all(a.keyword != "track_running_stats" for a in args) and len([a for a in args if a.keyword is None]) < 5


def _has_another_norm(source: tree.Node | None) -> bool:
    return isinstance(source, tree.Call) and any(a.keyword == "norm_layer" for a in source.args)


def _of_class(file: File, cls: Class, depth: int, without: frozenset[str]) -> int:
    found = NO
    for base in cls.external_bases:
        if base not in ("torch.nn.Module", "torch.nn.Sequential"):
            found = max(found, _of_name(base, None))
    held = [value for one in cls.lineage for name, value in one.attributes.items() if name not in without]
    parts = [part for value in held for part in (value, *value.elements) if part.kind == "module"]
    found = max(found, _of_parts(file, parts, depth))
    return NO if found == MAYBE and not _may_come_from_elsewhere(file, cls, parts) else found


def _may_come_from_elsewhere(file: File, cls: Class, parts: list[Value]) -> bool:
    """Whether a file that makes a class or its parts, or one that this needs, speaks of norms or packages of models."""
    made = [part.source for part in parts if part.source is not None]
    makers = (unit for unit in file.analysis.units if any(node in unit.tree.parents for node in made))
    needed = _needed(file, {one.unit.place for one in cls.lineage} | {unit.place for unit in makers})
    units = [unit for unit in file.analysis.units if not needed or unit.place in needed]
    mentioned = (name for unit in units for name in unit.mentioned)
    return any("BatchNorm" in name or "batch_norm" in name or name in _OTHERS for name in mentioned)


def _needed(file: File, places: set[str]) -> set[str]:
    """Files of the project, with those that they import, directly or not; empty where the project is not seen."""
    if file.project_files is None or not all(places):
        return set()
    found, todo = set(places), sorted(places)
    for place in todo:  # grows as imports are found
        new = [other for other in file.project_files.imports(place) if other not in found]
        found.update(new)
        todo += new
    return found


def _of_parts(file: File, parts: list[Value], depth: int) -> int:
    """Of a container: one part that has them is enough."""
    found = NO
    for part in parts:
        found = max(found, has_batch_norm(file, part, depth + 1) if part.kind != "number" else NO)
        if found == YES:
            return YES
    return found
