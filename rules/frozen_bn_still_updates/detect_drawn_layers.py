"""Whether layers that are picked out of other models have BatchNorm: `nn.Sequential(*list(vgg.features)[:16])`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.domain.values import MAYBE, NO, Value
from torchlint.flow.mode_dependence import PART
from torchlint.queries import ExpressionView, query
from torchlint.syntax import tree

from . import detect_batch_norms as batch_norms

if TYPE_CHECKING:
    from torchlint.queries import File

# What makes a model of the layers that it is given, or gives the same layers in another container.
_OF_LAYERS = frozenset(
    """Sequential ModuleList list tuple reversed deepcopy create_feature_extractor IntermediateLayerGetter
    OrderedDict dict enumerate""".split()
)
_PUTS = ("add_module", "register_module", "append", "insert", "extend")
_DEEPEST = 8


def drawn_from(file: File, made: tree.Call) -> int:
    """NO where all layers of a container come from models without BatchNorm; MAYBE otherwise.

    A part of a model with BatchNorm may have none, so that is never a YES. What is put into a container may be made of
    the container itself, of which nothing is known then.
    """
    known = _found(file)
    if made not in known:
        known[made] = MAYBE  # for who asks again on the way
        known[made] = _drawn_from(file, made)
    return known[made]


@query
def _found(_: File) -> dict[tree.Call, int]:
    """What was found of each container so far."""
    return {}


def _drawn_from(file: File, made: tree.Call) -> int:
    unit = file.analysis.unit_of(made)
    if unit is None or tree.last_part(made.func) not in _OF_LAYERS:
        return MAYBE
    given = [argument.value for argument in made.args if argument.keyword is None]
    for call in unit.tree.all(tree.Call):
        if isinstance(call.func, tree.Attribute) and call.func.attr in _PUTS and call.args:
            if ExpressionView(file, call.func.value).value.source is made:
                given.append(call.args[-1].value)
    return NO if given and all(_is_without(file, unit.tree, node) for node in given) else MAYBE


def _is_without(file: File, syntax: tree.Tree, node: tree.Node, depth: int = 0) -> bool:
    """Whether an expression gives layers, or numbers and text, none of which is BatchNorm."""
    value = ExpressionView(file, node).value
    if value.kind == "module" and (level := _level(file, value, depth)) != MAYBE:
        return level == NO
    if isinstance(node, tree.Constant):
        return True  # the name of a layer, or the number of layers
    if depth > _DEEPEST:
        return False
    sources = _sources(syntax, node)
    return bool(sources) and all(_is_without(file, syntax, source, depth + 1) for source in sources)


def _level(file: File, module: Value, depth: int) -> int:
    return MAYBE if module.made_by == PART else batch_norms.has_batch_norm(file, module, depth)


def _sources(syntax: tree.Tree, node: tree.Node) -> list[tree.Node]:
    """The expressions that the layers of an expression come from; none where that is not known."""
    if isinstance(node, tree.Name):
        origin = _bound_to(syntax, node)
        return [origin] if origin is not node else []
    if isinstance(node, (tree.Attribute, tree.Subscript, tree.Starred)):
        return [node.value]
    if isinstance(node, (tree.List, tree.Tuple)):
        return list(node.elements)
    if isinstance(node, tree.Comprehension):
        return [node.value or node.element]
    if isinstance(node, tree.Call):
        if tree.last_part(node.func) in _OF_LAYERS:
            return [argument.value for argument in node.args[:1]]
        return [node.func.value] if isinstance(node.func, tree.Attribute) else []
    return []


def _bound_to(syntax: tree.Tree, name: tree.Name) -> tree.Node:
    """What a name is bound to by an assignment, or the container that its loop or comprehension goes over."""
    definition = reaching_definition(syntax, name)
    if definition is not None and definition.kind in ("for", "comprehension"):
        return definition.source or name
    return resolved_expression(syntax, name)
