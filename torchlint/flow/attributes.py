"""The value of `owner.name`, for each kind of owner."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.joins import join, join_all
from torchlint.domain.values import DEVICE, NO, NUMBER, UNKNOWN, YES, Value, sequence, tensor, unknown
from torchlint.flow.framework_effects import attribute_of_framework, attribute_of_users
from torchlint.flow.function_calls import call_function
from torchlint.flow.guesses import guessed_model
from torchlint.flow.import_binding import member
from torchlint.flow.interpreter import evaluate, evaluates
from torchlint.flow.mode_dependence import EMPTY_MODULE, PART
from torchlint.flow.mode_effects import training_of
from torchlint.flow.model_wrappers import INSIDE, is_wrapped, unwrapped
from torchlint.flow.settings import is_settings, setting_of, settings_as_dict
from torchlint.flow.state import Frame
from torchlint.flow.weight_aliases import ENTRY, SHARING
from torchlint.knowledge.naming_conventions import measured
from torchlint.knowledge.operations import has_column
from torchlint.knowledge.torch_api import canonical, method
from torchlint.syntax import tree

# What images of PIL have that is no image, beside what arrays and tensors say of themselves.
_OF_IMAGES = frozenset(("width", "height", "mode"))


@evaluates(tree.Attribute)
def _attribute(frame: Frame, node: tree.Attribute) -> Value:
    value = _named(frame, node)
    return value.replace(grad=NO) if value.made_by == "parameter" and frame.state.frozen else value


def _named(frame: Frame, node: tree.Attribute) -> Value:
    """The value assigned to a dotted name here; else what its owner has under that attribute."""
    if frame.scope.with_attributes:
        name = tree.dotted(node)
        if name is not None and name in frame.scope.names:
            return frame.scope.names[name]
    return attribute_of(frame, evaluate(frame, node.value), node.attr, node)


def attribute_of(frame: Frame, owner: Value, name: str, node: tree.Node) -> Value:
    """The value of `owner.name`."""
    kind = owner.kind
    if kind == "module" and name in INSIDE and is_wrapped(owner):
        return unwrapped(owner, name)
    if kind == "external":
        return Value("external", ref=canonical(f"{owner.ref}.{name}"))
    if kind == "choice":
        parts = [attribute_of(frame, one, name, node) for one in owner.items]
        return join_all(parts).replace(assumed=owner.assumed) if owner.assumed else join_all(parts)
    if kind == "file":
        return member(frame.interpreter, owner.name, name)
    if kind == "framework":
        promised = attribute_of_framework(frame, owner, name, node)
        return unknown(owner.origins) if promised is None else promised
    if name == "dataset" and kind in ("loader", "dataset") and owner.items:
        return owner.items[0]  # of a DataLoader, and the whole of a Subset
    if kind in ("tensor", "output"):
        if name == "data":
            frame.cut(owner)
        return _tensor_attribute(owner, name)
    if isinstance(owner.ref, Class):
        return _member(frame, owner, owner.ref, name, node)
    if kind == "module" and name == "training":
        return training_of(frame, owner)
    if kind == "module":
        assigned = _assigned_part(frame, owner, name)
        if assigned is not None:
            return assigned
        if name == "module":
            return owner  # what a wrapper holds
        if name in ("weight", "bias"):
            return tensor(YES, "parameter")
        return _part_of(frame, owner, node)
    if kind == "array" and (name in _OF_IMAGES or has_column(name, "metadata")):
        return NUMBER
    if kind in ("batch", "array"):
        return owner
    if kind == "number":
        if not is_settings(owner):
            return NUMBER
        return settings_as_dict(frame, owner) if name == "__dict__" else setting_of(frame, owner, name)
    if kind == "tuple" and name in ("values", "indices") and len(owner.items) == 2:  # t.max(dim=0).values
        return owner.items[0 if name == "values" else 1]
    if kind == "dict" and (name in owner.entries or repr(name) in owner.entries):  # `config.model` of an EasyDict
        return owner.entries.get(name, owner.entries.get(repr(name), UNKNOWN))
    if kind == "weights" and owner.made_by == ENTRY and name in SHARING:
        return owner
    if kind == "optimizer" and name == "param_groups":
        return _groups_of(owner)
    if kind == "unknown" and name == "data":  # of a tensor, it has no graph that could lead to a model
        return unknown(frozenset(origin for origin in owner.origins if origin.what != "forward"))
    return unknown(owner.origins)


def _groups_of(optimizer: Value) -> Value:
    """The dicts of an optimizer: its parameters, of which it can be reached, and plain numbers such as the `lr`."""
    group = Value("dict", ref={"'params'": unknown(optimizer.origins), "*": NUMBER})
    return sequence((group, group))


def _assigned_part(frame: Frame, owner: Value, name: str) -> Value | None:
    """What was assigned to an attribute of an `nn.Module()`, which has nothing else."""
    if owner.ref != EMPTY_MODULE or owner.source is None:
        return None
    value = frame.interpreter.program.parts.get(owner.source, {}).get(name)
    return value if value is None or value.kind not in ("none", "unknown") else None


def _part_of(frame: Frame, owner: Value, node: tree.Node) -> Value:
    """An attribute of a module of unknown class: a module, if it, or an attribute of its own, is used as one."""
    text = tree.dotted(node)
    if text is not None and any(f"{used}.".startswith(f"{text}.") for used in frame.usage.modules):
        return Value("module", made_by=PART, source=owner.source, assumed=True)
    return Value("unknown", source=owner.source)  # a part lives as long as what it is part of


def _tensor_attribute(owner: Value, name: str) -> Value:
    if name in ("data", "grad"):
        made_by, proven = (owner.made_by, owner.proven) if name == "data" else ("", False)
        return tensor(NO, made_by, source=owner.source, proven=proven)
    if name in ("values", "indices"):
        return owner.replace(made_by="", grad=owner.grad if name == "values" else NO)
    if name == "device":
        return Value("number", made_by=DEVICE, assumed=owner.assumed and not owner.proven)
    known = method(name)
    if owner.kind == "output" and known is None:
        return measured(
            name, Value("output", owner.grad, origins=owner.origins, assumed=owner.assumed)
        )  # outputs.logits
    if known is not None and known.kind == "constant":
        return owner if known.returns == "tensor" else NUMBER
    return unknown(owner.origins)


def _field(owner: Value, cls: Class, name: str) -> Value:
    """What an object was given for a field, or what was assigned to that since."""
    given = owner.items[cls.fields.index(name)]
    assigned = cls.attribute(name) if any(name in base.written for base in cls.lineage) else None
    return given if assigned is None else join(given, assigned)


def _member(frame: Frame, owner: Value, cls: Class, name: str, node: tree.Node) -> Value:
    """An attribute or method of an instance, or of the class itself."""
    if name == "training" and owner.kind == "module":
        return training_of(frame, owner)
    said = attribute_of_users(frame, owner, cls, name, node)
    if said is not None:
        return said
    if owner.items and name in cls.fields:
        return _field(owner, cls, name)
    value = cls.attribute(name)
    if value is not None and value.kind != "none":
        if value.kind == "unknown" and f"self.{name}" in cls.usage.modules:
            value = Value("module", origins=value.origins, source=cls.place_of(name))
        return _guessed(cls, name, value)
    found = cls.method(name)
    if found is not None:
        if found.binding == "property":
            return call_function(frame, found, [owner], {}, node)
        if found.binding == "staticmethod" or (owner.kind == "class" and found.binding != "classmethod"):
            return Value("function", ref=found)
        return Value("method", ref=found, items=(owner,))
    if name == "module" and owner.kind == "module":
        return owner
    if name == "apply" and (forward := cls.method("forward")) and cls.is_autograd_function:
        takes_context = cls.method("setup_context") is None
        return Value("method", ref=forward, items=(UNKNOWN,)) if takes_context else Value("function", ref=forward)
    for override in cls.overrides(name):
        return Value("method", ref=override, items=(owner,))
    if f"self.{name}" in cls.usage.modules:
        return Value("module", source=cls.place_of(name))
    promised = attribute_of_framework(frame, owner, name, node)
    return _guessed(cls, name, unknown(owner.origins)) if promised is None else promised


def _guessed(cls: Class, name: str, value: Value) -> Value:
    """What an object holds, which is called with data and named like a model; modules guess nothing of their parts."""
    if value.kind == "unknown" and f"self.{name}" in cls.usage.models and not cls.is_module:
        return guessed_model(value, cls.place_of(name))
    return value
