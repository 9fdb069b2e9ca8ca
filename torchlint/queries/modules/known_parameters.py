"""Whether a module certainly has parameters, according to the code that constructs it."""

from __future__ import annotations

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class, module_has_parameters
from torchlint.binding.use_def import reaching_definition
from torchlint.domain.values import YES, Composite, ModuleList, OneOf, Sequential, Value, alternatives
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree


def surely_has_parameters(made: Value, within: tree.Node | None = None, depth: int = 0) -> bool:
    """Whether a module certainly has parameters; of a Sequential or a list, those count that `within` constructs."""
    if made.kind != "module" or made.assumed or depth > 3:
        return False
    if isinstance(made.ref, str):
        return _is_trained(made.ref)
    if isinstance(made.ref, Class):
        cls = made.ref
        if not cls.attributes and all("__init__" not in one.methods for one in cls.lineage):
            return any(_is_trained(base) for base in cls.external_bases)  # `class LayerNorm(nn.LayerNorm)`
        is_known = cls.derives_from_module and bool(cls.attributes) and module_has_parameters(made)
        is_known = is_known and not _has_only_unknown_lists(cls)
        return is_known and (_constructs(within) or not _only_wraps(cls))
    if isinstance(made.ref, OneOf):
        return all(surely_has_parameters(one, within, depth + 1) for one in alternatives(made))
    if isinstance(made.ref, ModuleList):
        # What all parts have in common: of a list of different layers, nothing certain is left.
        return any(
            surely_has_parameters(one, within, depth + 1) for one in made.items if _is_inside(one.source, within)
        )
    if not isinstance(made.ref, Sequential):
        return False
    parts = (part for part in made.ref.parts if _is_inside(part.source, within))
    return any(surely_has_parameters(part, within, depth + 1) for part in parts)


def _is_trained(layer: str) -> bool:
    """Whether a layer of PyTorch has parameters, however it is constructed."""
    known = fact(layer)
    if known is None or known.kind != "module" or known.parameterless:
        return False
    return known.mode != "track_running_stats" and known.returns != "unknown"


def _is_inside(part: tree.Node | None, whole: tree.Node | None) -> bool:
    if part is None or whole is None:
        return whole is None
    return whole.start <= part.start and part.end <= whole.end


def _has_only_unknown_lists(cls: Class) -> bool:
    """Whether all layers are in lists of unknown parts: `ModuleList()`, which a loop then fills with losses."""
    attributes = {name: value for one in cls.lineage for name, value in one.attributes.items()}
    having = [value for value in attributes.values() if value.grad == YES or _has_layers(value)]
    return bool(having) and all(isinstance(one.ref, Composite) and not (one.ref.parts or one.items) for one in having)


def _only_wraps(cls: Class) -> bool:
    """Whether all layers of a class are given to its constructor, so that its parameters are those of other modules."""
    attributes = {name: value for one in cls.lineage for name, value in one.attributes.items()}
    with_parameters = {name for name, value in attributes.items() if value.grad == YES or _has_layers(value)}
    return bool(with_parameters) and with_parameters <= _given(cls)


def _has_layers(value: Value) -> bool:
    first = value.items[0] if value.kind == "list" and value.items else value
    return module_has_parameters(first)


def _constructs(made: tree.Node | None) -> bool:
    """Whether what is given to a constructor is made for it: `Scaled(nn.Linear(3, 3))`."""
    given = (argument.value for argument in made.args) if isinstance(made, tree.Call) else ()
    return any(isinstance(node, tree.Call) for value in given for node in tree.walk(value))


def _given(cls: Class) -> set[str]:
    """The attributes that a class assigns nothing but a parameter of the method: `self.net = net`."""
    given, made = set[str](), set[str]()
    for one in cls.lineage:
        for assigned in assignments_in(one.node):
            if isinstance(assigned.target, tree.Attribute) and tree.dotted(assigned.target.value) == "self":
                (given if _is_parameter(one, assigned.value) else made).add(assigned.target.attr)
    return given - made


def _is_parameter(cls: Class, value: tree.Expression | None) -> bool:
    definition = reaching_definition(cls.unit.tree, value) if isinstance(value, tree.Name) else None
    return definition is not None and definition.kind == "parameter"
