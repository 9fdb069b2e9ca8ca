"""Why a layer that nothing uses may be as it should be: what it does is done otherwise, or its weights are loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.queries.modules import is_only_loaded
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Class
    from torchlint.queries import File

    from .detect import UnusedLayer

_DEEPEST = 4


def doubt(layer: UnusedLayer) -> str:
    """What is not known, as a message says it; empty if the layer is surely of no use."""
    cls = layer.file.analysis.class_at.get(layer.file.tree.above(layer.node, tree.ClassDef))
    if cls is None:
        return ""
    if not layer.has_parameters:
        return _doubt_of_dropout(layer, cls)
    if _uses_nothing(cls):
        return ", unless it only gives an optimizer a parameter"
    return ", unless checkpoints contain it" if is_only_loaded(layer.file, cls.name) else ""


def _doubt_of_dropout(layer: UnusedLayer, cls: Class) -> str:
    """What takes effect in a dropout's stead: its rate elsewhere in the class, or nothing as the rate is 0."""
    rate = layer.made.argument(0, "p")
    if rate is None or not isinstance(rate.node, tree.Name):
        return ""
    kept = _kept_rate(layer.file.tree, cls, rate.node.id)
    if kept:
        return f", unless the dropout with `self.{kept}` replaces it"
    constructor = layer.file.tree.above(rate.node, tree.FunctionDef)
    if isinstance(constructor, tree.FunctionDef) and _is_zero(layer.file, layer.file.tree, constructor, rate.node.id):
        return f", if `{rate}` is ever more than 0"
    return ""


def _kept_rate(syntax: tree.Tree, cls: Class, name: str) -> str:
    """The attribute that holds the rate, too, and that another method passes on: `drop(x, self.rate)`."""
    for one in assignments_in(cls.node):
        target = one.target
        if isinstance(target, tree.Attribute) and isinstance(one.value, tree.Name) and one.value.id == name:
            reads = (
                read for read in syntax.inside(cls.node, tree.Attribute) if tree.dotted(read) == f"self.{target.attr}"
            )
            for read in reads:
                is_passed_on = isinstance(syntax.parents.get(read), tree.Argument)
                if is_passed_on and syntax.scope(read) is not syntax.scope(target):
                    return target.attr
    return ""


def _is_zero(file: File, syntax: tree.Tree, function: tree.FunctionDef, name: str, depth: int = 0) -> bool:
    """Whether a parameter is 0 in all calls of the project, by its default or by those of the functions around them."""
    around = file.project_files
    positions = [p.name for p in function.parameters if p.kind in ("positional", "keyword") and p.name != "self"]
    default = next((p.default for p in function.parameters if p.name == name), None)
    if around is None or depth > _DEEPEST or name not in positions or not _is_literally_zero(default):
        return False
    owner = syntax.parents.get(function)
    called = owner.name if function.name == "__init__" and isinstance(owner, tree.ClassDef) else function.name
    for one in around.trees_near(file.place, around.files_mentioning(called)):
        for call in one.all(tree.Call):
            if tree.last_part(call.func) != called:
                continue
            if any(a.star for a in call.args) or sum(not a.keyword for a in call.args) > positions.index(name):
                return False
            given = next((a.value for a in call.args if a.keyword == name), None)
            if given is not None and not _is_zero_there(file, one, call, given, depth):
                return False
    return True


def _is_zero_there(file: File, syntax: tree.Tree, call: tree.Call, given: tree.Expression, depth: int) -> bool:
    if _is_literally_zero(given):
        return True
    around = syntax.scope(call)
    if not isinstance(given, tree.Name) or not isinstance(around, tree.FunctionDef):
        return False
    return _is_zero(file, syntax, around, given.id, depth + 1)


def _is_literally_zero(node: tree.Expression | None) -> bool:
    return isinstance(node, tree.Constant) and node.value == 0


def _uses_nothing(cls: Class) -> bool:
    """Whether the class's forward reads no attribute of its object: it has nothing that could be trained."""
    forward = next((one.methods["forward"].node for one in cls.lineage if "forward" in one.methods), None)
    return forward is not None and not any(
        isinstance(node, tree.Name) and node.id == "self" for node in tree.walk(forward)
    )
