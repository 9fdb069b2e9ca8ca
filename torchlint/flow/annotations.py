"""Abstract values from type annotations."""

from __future__ import annotations

from torchlint.binding.symbols import class_of
from torchlint.domain.values import NUMBER, UNKNOWN, Value, sequence
from torchlint.flow.framework_effects import object_of
from torchlint.flow.interpreter import evaluate
from torchlint.flow.state import Frame
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree


def annotated_value(frame: Frame, annotation: tree.Expression | None) -> Value:
    """The value of a parameter according to its annotation."""
    if annotation is None:
        return UNKNOWN
    if isinstance(annotation, tree.BinaryOp) and annotation.op == "|":
        return _annotated_choice(frame, [annotation.left, annotation.right])
    if isinstance(annotation, tree.Subscript):
        return _annotated_generic(frame, annotation)
    if isinstance(annotation, tree.Constant):
        return _annotated_text(frame, annotation)
    named = evaluate(frame, annotation)
    if named.kind == "class":
        cls = class_of(named)
        if cls.is_module:
            return Value("module", ref=cls, source=annotation)
        if cls.is_loader:
            return Value("loader", ref=cls)
        return object_of(frame, cls.users_name, annotation) if cls.has_users_role else UNKNOWN
    if named.kind == "external":
        known = fact(named.name)
        if named.name in ("int", "float", "str", "bool", "bytes"):
            return NUMBER
        if named.name in ("numpy.ndarray", "PIL.Image.Image", "PIL.Image"):
            return Value("array")
        if named.name == "torch.nn.Module":
            return Value("module", source=annotation)
        if _is_tensor(named.name):
            return Value("tensor", assumed=True, proven=True)
        if known and known.kind in ("module", "loss"):
            return Value("module", ref=named.name, source=annotation)
        if known and known.kind in ("optimizer", "scheduler"):
            return Value(known.kind, origins=frozenset((frame.origin(known.kind, annotation),)))
        if known and known.kind == "loader":
            return Value(known.kind)
        if frame.unit.lookup.handler(named.name) == "writer":
            return Value("writer", source=annotation)
        if name := frame.unit.lookup.class_name(named.name):
            return object_of(frame, name, annotation)
        if frame.unit.lookup.is_module_class(named.name):
            return Value("module", source=annotation)
    return UNKNOWN


def _is_tensor(name: str) -> bool:
    """Whether a class is that of tensors, by whatever name; parameters are more than that."""
    known = fact(name)
    is_tensor = known is not None and known.kind == "class" and known.returns == "tensor"
    return is_tensor and not name.startswith("torch.nn.")


def _annotated_choice(frame: Frame, options: list[tree.Expression]) -> Value:
    """`X | None` is an X; any other union is unknown."""
    values = [annotated_value(frame, o) for o in options if not (isinstance(o, tree.Constant) and o.value is None)]
    return values[0] if len(values) == 1 else UNKNOWN


def _annotated_generic(frame: Frame, annotation: tree.Subscript) -> Value:
    """`Optional[X]`, `Union[X, None]`, `list[X]`, `DataLoader[X]`."""
    name = tree.last_part(annotation.value)
    inside = annotation.index.elements if isinstance(annotation.index, tree.Tuple) else [annotation.index]
    if name in ("Optional", "Union"):
        return _annotated_choice(frame, inside)
    if name in ("list", "List", "Sequence", "Iterable"):
        element_value = annotated_value(frame, inside[0])
        return sequence((element_value, element_value)) if element_value.kind != "unknown" else UNKNOWN
    return annotated_value(frame, annotation.value)


def _annotated_text(frame: Frame, annotation: tree.Constant) -> Value:
    """A string annotation, if it is a dotted name."""
    parts = annotation.value.split(".") if isinstance(annotation.value, str) else []
    if not parts or not all(part.isidentifier() for part in parts):
        return UNKNOWN
    name: tree.Expression = tree.Name(annotation.start, annotation.end, parts[0])
    for part in parts[1:]:
        name = tree.Attribute(annotation.start, annotation.end, name, part)
    return annotated_value(frame, name)
