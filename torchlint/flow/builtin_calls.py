"""Calls of Python's builtins."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.iteration import element
from torchlint.domain.joins import join_all
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import FALSE, NONE, NUMBER, TRUE, UNKNOWN, Value, sequence, unknown
from torchlint.flow.assignment import bind_by_name, bind_items, keyword_key
from torchlint.flow.attributes import attribute_of
from torchlint.flow.computed_members import NAMED_BY_CONFIGURATION, computed_member
from torchlint.flow.configured_handlers import configured
from torchlint.flow.data_loaders import note_next, note_restart
from torchlint.flow.graphs import graph_of
from torchlint.flow.host_sync import note_builtin
from torchlint.flow.interpreter import call_value
from torchlint.flow.named_attributes import get_by_name
from torchlint.flow.settings import is_settings, settings_as_dict
from torchlint.flow.state import Frame
from torchlint.flow.weight_aliases import of_pairs
from torchlint.knowledge.operations import has_column
from torchlint.syntax import tree

_NUMBERS = frozenset(
    """float int str len bool round repr format range print isinstance issubclass id type input open hasattr callable
    chr ord hash hex divmod pow complex bytes any all vars dir""".split()
)


def call_builtin(frame: Frame, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """The result of calling a builtin."""
    first = args[0] if args else UNKNOWN
    second = tree.positional(node, 1)
    if name in ("isinstance", "hasattr") and second is not None and len(args) > 1:
        return is_of_tensor_kind(first, args[1] if name == "isinstance" else UNKNOWN, second)
    note_builtin(frame, node, name, args)
    if name == "vars" and first.kind == "external":
        return attribute_of(frame, first, "__dict__", node)
    if name == "vars" and is_settings(first):
        return settings_as_dict(frame, first)
    if name == "locals" and frame.function is not None:
        return _locals_of(frame)
    if name in _NUMBERS:
        if name in ("float", "int", "bool"):
            frame.cut(first)
        return NUMBER
    if name == "enumerate":
        return Value("enumerate", items=(first,))
    if name == "zip":
        return Value("zip", items=tuple(args))
    if name in ("iter", "reversed"):
        note_restart(frame, node, first)
        return first
    if name == "next":
        note_next(frame, node, first)
        return element(first)
    if name in ("list", "tuple", "sorted", "set", "frozenset"):
        return _collected(first, bool(args))
    if name == "dict":
        return _dict_of(first, keywords)
    if name == "sum":
        inside = element(first) if args else UNKNOWN
        grad, assumed = graph_of([inside])
        if inside.kind == "tensor":
            return Value("tensor", frame.graph(grad), origins=all_origins(first), assumed=assumed)
        return NUMBER if inside.kind == "number" else unknown(all_origins(first))
    if name in ("min", "max", "abs"):
        tensors = [v for v in args if v.is_tensor]
        return tensors[0] if tensors else unknown(all_origins(first)) if first.kind == "unknown" else NUMBER
    if name == "getattr":
        if isinstance(second, tree.Constant) and isinstance(second.value, str):
            return attribute_of(frame, first, second.value, node)
        if first.made_by == NAMED_BY_CONFIGURATION:
            return configured(frame, node)
        found = get_by_name(frame, first, second, node) if second is not None else None
        if found is None and first.kind == "module" and first.source is not None:
            return Value("unknown", source=first.source)  # a part lives as long as what it is part of
        return computed_member(frame, first, second) if found is None else found
    if name == "setattr":
        holder, given = tree.positional(node, 0), tree.positional(node, 2)
        if holder is not None and second is not None and given is not None and len(args) > 2:
            if bind_items(frame, holder, second, given):
                return NONE
            bind_by_name(frame, holder, second, args[2], given, is_registered=True)
    if name in ("map", "filter") and len(args) > 1:
        made = call_value(frame, first, [element(args[1])], {}, node)
        return sequence((made, made)) if name == "map" else args[1]
    return unknown(join_all(args).origins) if args else UNKNOWN


def _locals_of(frame: Frame) -> Value:
    """The value of `locals()` in a function: its names, without the object that it is a method of."""
    names, own = frame.scope.names, frame.function.node.parameters[:1] if frame.owner and frame.function else []
    left = {parameter.name for parameter in own}
    return Value("dict", ref={repr(k): v for k, v in names.items() if "." not in k and k not in left})


def is_of_tensor_kind(value: Value, kind: Value, node: tree.Expression) -> Value:
    """The result of `isinstance(x, torch.Tensor)` or `hasattr(x, "item")`; a module is of no class beside modules."""
    if isinstance(kind.ref, Class) and kind.kind == "class" and value.kind == "module" and not value.assumed:
        return NUMBER if kind.ref.is_module or kind.ref.has_unresolved_base else FALSE
    asked = kind.name if kind.kind == "external" else ""
    if asked in ("torch.Tensor", "torch.nn.Parameter") and value.kind == "module" and not value.assumed:
        return FALSE
    asks = asked == "torch.Tensor"
    asks = asks or (isinstance(node, tree.Constant) and _is_of_tensors(node.value))
    if asks and value.kind == "tensor" and not value.assumed:
        return TRUE
    return FALSE if asks and value.kind == "number" else NUMBER


def _is_of_tensors(name: object) -> bool:
    """Whether an attribute is one that tensors have and plain numbers have not."""
    return isinstance(name, str) and (name == "backward" or has_column(name, "fetch", "detach"))


def _dict_of(given: Value, keywords: dict[str, Value]) -> Value:
    """The value of `dict(given, key=value)`, also where a list of pairs is given."""
    weights = given if given.kind == "weights" else of_pairs(given)
    if weights is not None:
        return weights
    entries = dict(given.entries) if given.kind == "dict" else {}
    pair = given.items[0] if given.kind == "list" and given.items else UNKNOWN
    if pair.kind == "tuple" and len(pair.items) == 2:
        entries["*"] = pair.items[1]
    return Value("dict", ref=entries | {keyword_key(k): v for k, v in keywords.items()}, origins=given.origins)


def _collected(iterated: Value, given: bool) -> Value:
    """The elements of `list(x)`."""
    if not given:
        return sequence()
    if iterated.kind in ("list", "tuple", "loader"):
        return iterated
    inside = element(iterated)
    return sequence((inside, inside), iterated.origins)
