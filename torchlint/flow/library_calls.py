"""Calls of other packages: torch's functions and classes, builtins, and related libraries."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.joins import listed
from torchlint.domain.origins import NO_ORIGINS
from torchlint.domain.provenance import origins_of_arguments
from torchlint.domain.values import (
    MAYBE,
    NO,
    NONE,
    NUMBER,
    UNKNOWN,
    YES,
    Value,
    tensor,
    unknown,
)
from torchlint.flow.builtin_calls import call_builtin
from torchlint.flow.checkpointing import graph_of_checkpoint, result_of_checkpoint
from torchlint.flow.data_loaders import made_dataset, made_loader
from torchlint.flow.framework_effects import LibraryCall, call_of_framework, handles
from torchlint.flow.graphs import graph_of
from torchlint.flow.hooks import register_hook
from torchlint.flow.host_sync import note_function
from torchlint.flow.mode_effects import note_made, place_of
from torchlint.flow.model_wrappers import is_wrapped
from torchlint.flow.module_containers import made_module
from torchlint.flow.samplers import made_sampler, samplers_of
from torchlint.flow.state import Frame
from torchlint.flow.tensor_methods import gives_pair, meaning_of, record
from torchlint.flow.training_steps import made_optimizer, made_scheduler
from torchlint.flow.unknown_calls import call_unknown
from torchlint.knowledge.dtypes import dtype_named, is_floating
from torchlint.knowledge.effects import CallModel, Result
from torchlint.knowledge.meanings import DUMMY
from torchlint.knowledge.operations import WATCHED
from torchlint.knowledge.signatures import EXPORTS
from torchlint.knowledge.torch_api import canonical, fact
from torchlint.syntax import tree

# Other packages whose calls are recorded by name, as all of torch's functions are.
_RECORDED = ("torchvision.", "PIL.", "cv2.", "numpy.")
# What says where a tensor is and what its numbers are like, and gives it none of them.
_PLACES = frozenset(("device", "dtype"))


def call_external(frame: Frame, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """The result of calling a dotted name."""
    name = canonical(name)
    if frame.interpreter.records_facts and not name.startswith("torch."):
        frame.interpreter.facts.definitions.setdefault(node, set()).add(name)
    value = _call_external(frame, name, args, keywords, node)
    if value.kind == "tuple" and isinstance(_gives(frame, name), tuple):  # `model, preprocess = clip.load(...)`
        items = tuple(_noted(frame, one, name, args, keywords, node) for one in value.items)
        return value.replace(items=items)
    return _noted(frame, value, name, args, keywords, node)


def _gives(frame: Frame, name: str) -> Result | tuple[Result, ...]:
    """What the row of a dotted name says that a call of it returns."""
    row = frame.unit.lookup.call_model(name)
    return row.gives if row is not None else "unknown"


def _noted(
    frame: Frame, value: Value, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value:
    """What a call gives, where it is recorded that a module was made."""
    is_made = value.kind == "module" and value.source is node and not isinstance(value.ref, Class)
    if is_made and not _copies(frame.unit.lookup.call_model(name)):
        if not isinstance(value.ref, str):
            value = value.replace(source=place_of(frame, node))
        if not is_wrapped(value):  # else the model was made before, with layers and in a mode that nobody knows
            note_made(frame, value, name, args, keywords)
    return value


def _copies(row: CallModel | None) -> bool:
    """Whether a call gives a copy of a model, which is noted where it is copied."""
    return row is not None and (row.gives == "copy" or row.handler in ("copy", "deepcopy", "frozen-copy"))


def _call_external(frame: Frame, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    last = name.rpartition(".")[2]
    if "." not in name:
        return call_builtin(frame, name, args, keywords, node)
    if name.startswith(_RECORDED) or name in EXPORTS:
        record(frame, node, name)
    promised = call_of_framework(frame, name, args, keywords, node)
    if promised is not None:
        return promised
    if name.startswith("torch.") and (found := _torch(frame, name, last, args, keywords, node)) is not None:
        return found
    return call_unknown(frame, last, args, keywords, node=node)


def _torch(
    frame: Frame, name: str, last: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value | None:
    """The result of a function or class of torch; None if the table has no row for it."""
    if last == "__init__" and name.startswith("torch.nn."):
        return NONE  # a base class's, called by its name: `nn.Module.__init__(self)`
    known = fact(name)
    if known is not None and known.returns == "handle":
        on_all = name.startswith("torch.nn.modules.module.")
        return register_hook(frame, UNKNOWN, node) if on_all else Value("handle")
    if known is None:
        if last.endswith("Tensor") and last != "Tensor":  # torch.cuda.FloatTensor
            noise = args[0] if args and args[0].made_by == DUMMY else UNKNOWN
            return tensor(NO, noise.made_by, source=noise.source, proven=True)
        if name.startswith("torch.nn.") and last[:1].isupper():
            return made_module(name, args, node)
        return None
    if known.kind in ("module", "loss"):
        return made_module(name, args, node)
    if known.kind == "optimizer":
        held = args[0] if args else keywords.get("params", UNKNOWN)
        return made_optimizer(frame, Value(known.kind, ref=name), node, held)
    if known.kind == "scheduler":
        frame.give(origins_of_arguments(args[1:], keywords) if args else origins_of_arguments([], keywords))
        return made_scheduler(frame, name, node, args[0] if args else keywords.get("optimizer", UNKNOWN))
    if known.kind == "sampler":
        return made_sampler(frame, name, args, keywords, node)
    if known.kind == "loader":
        made = made_loader(frame, name, args, keywords, node)
        return made.with_origins(samplers_of((*args, *keywords.values())))
    if known.kind == "dataset":
        return made_dataset(name, args, keywords, node)
    if known.kind == "function":
        return _function(frame, name, last, args, keywords, node)
    if last == "Tensor" or last.endswith("Tensor"):
        noise = args[0] if args and args[0].made_by == DUMMY else UNKNOWN
        return tensor(NO, noise.made_by, source=noise.source, proven=True)
    return unknown(origins_of_arguments(args, keywords))


@handles("checkpoint")
def _checkpoint(call: LibraryCall) -> Value:
    graph = graph_of_checkpoint(call.args, call.keywords, sequential=False)
    given = _function(call.frame, call.name, "checkpoint", call.args, call.keywords, call.code, graph)
    made = result_of_checkpoint(call, graph)
    return given if made is None else made


@handles("checkpoint-sequential")
def _checkpoint_sequential(call: LibraryCall) -> Value:
    graph = graph_of_checkpoint(call.args, call.keywords, sequential=True)
    return _function(call.frame, call.name, "checkpoint_sequential", call.args, call.keywords, call.code, graph)


@handles("load")
def _load(call: LibraryCall) -> Value:
    record(call.frame, call.code, call.name)
    return unknown(origins_of_arguments(call.args, call.keywords) | {call.frame.origin("load", call.code)})


def _function(
    frame: Frame,
    name: str,
    last: str,
    args: list[Value],
    keywords: dict[str, Value],
    node: tree.Call,
    graph: tuple[int, bool] | None = None,
) -> Value:
    """One of torch's functions on tensors; `graph` is what is known of the result's, where it isn't the arguments'."""
    known = fact(name)
    assert known is not None
    record(frame, node, name)
    note_function(frame, node, last)
    values = [*args, *keywords.values()]
    origins = origins_of_arguments(args, keywords)
    if not known.differentiable and (known.sync or known.returns == "tensor"):
        for value in args[:2]:
            frame.cut(value)
    if known.returns in ("number", "bool", "none"):
        return NONE if known.returns == "none" else NUMBER
    if known.returns in ("unknown", "module"):
        return unknown(origins)
    grad, assumed = graph_of(values)
    if not grad:
        kinds = {leaf.kind for v in values for leaf in (v.elements if v.kind in ("list", "tuple", "dict") else (v,))}
        if not kinds.isdisjoint(("unknown", "star")) and kinds.isdisjoint(("tensor", "output")):
            grad, assumed = MAYBE, True  # what goes in is not known, so neither is what comes out
    if graph is not None:
        grad, assumed = graph
    grad = frame.graph(grad) if known.differentiable else NO
    if _gives_whole_numbers(node):
        grad, assumed = NO, False
    if _requires_grad(node):
        grad, assumed = YES, False  # a leaf, wherever it is made
        data = {key: value for key, value in keywords.items() if key not in _PLACES}
        origins = frame.leaf(node, origins_of_arguments(args, data))
    operand = args[0] if args else keywords.get("input", UNKNOWN)
    if operand.kind in ("list", "tuple") and operand.items:
        operand = operand.items[0]
    made_by, source = meaning_of(last, operand, node)
    proven = known.returns == "tensor"
    if not grad:
        origins = frame.gradless(origins) if known.differentiable else NO_ORIGINS
    result = Value("tensor", grad, made_by, None, (), origins, source, assumed, proven)
    if last in WATCHED:
        result = frame.watched(result, node)
    if gives_pair(last, known, args[1:], keywords):
        frame.cut(operand)  # the indices depend on its numbers
        return Value("tuple", items=(result, tensor(NO, proven=True)))
    if known.returns == "list":
        return listed([result])
    if known.returns == "tensors":
        return listed([result.replace(made_by="", source=None)])
    return result


def _gives_whole_numbers(node: tree.Call) -> bool:
    """Whether a call asks for a type of integers or bools, through which no gradient goes: `dtype=torch.long`."""
    asked = next((a.value for a in node.args if a.keyword == "dtype"), None)
    dtype = dtype_named(tree.last_name(asked)) if isinstance(asked, tree.Attribute) else ""
    return dtype != "" and not is_floating(dtype)


def _requires_grad(node: tree.Call) -> bool:
    """Whether a call passes `requires_grad=True`."""
    return any(a.keyword == "requires_grad" and tree.is_true(a.value) for a in node.args)
