"""Calls of nn.Modules: the result, whether it carries a graph, and which forward it came from."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from torchlint.binding.symbols import Class, Function, class_of, function_of, module_has_parameters
from torchlint.domain.joins import join_all
from torchlint.domain.modes import mode_of
from torchlint.domain.origins import Origins
from torchlint.domain.provenance import all_origins, origins_of_arguments
from torchlint.domain.values import (
    MAYBE,
    MODEL_OUTPUT,
    NO,
    NONE,
    NUMBER,
    TRUE,
    UNKNOWN,
    YES,
    Composite,
    ModuleList,
    OneOf,
    Sequential,
    Value,
    alternatives,
    sequence,
    tensor,
    truth_of,
)
from torchlint.flow.cuda_environment import note_start
from torchlint.flow.entered_models import is_layer_of_self, note_layer
from torchlint.flow.facts import ForwardFact
from torchlint.flow.framework_effects import method_of_framework
from torchlint.flow.frozen_modules import inside, is_frozen, set_trainable
from torchlint.flow.function_calls import call_function, last_of, note_function, with_literals
from torchlint.flow.graphs import graph_given, graph_of
from torchlint.flow.interpreter import calls
from torchlint.flow.mode_dependence import PART
from torchlint.flow.mode_effects import sources_of, switch, switches_of
from torchlint.flow.model_choices import taking, unpacked
from torchlint.flow.module_containers import grow, regrow
from torchlint.flow.precision import note_precision
from torchlint.flow.state import DEEPEST_CALL, Frame
from torchlint.flow.tensor_methods import meaning_of, record
from torchlint.flow.training_calls import holder_of
from torchlint.flow.training_steps import note
from torchlint.flow.unknown_calls import call_unknown
from torchlint.flow.weight_aliases import taken
from torchlint.knowledge.signatures import STATE_IS_PAIR, returns_itself
from torchlint.knowledge.torch_api import Fact, fact
from torchlint.syntax import tree

# Under this name, a class that derives from nn.Sequential holds what its constructor gives to nn.Sequential's.
LAYERS = "*layers"
# Layers that look their input up: indices carry no graph, whatever they were computed from.
_LOOKUPS = frozenset(("Embedding", "EmbeddingBag"))


@calls("module")
def call_module(frame: Frame, module: Value, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """The result of calling a module."""
    ref = module.ref
    if isinstance(ref, OneOf):
        fitting = taking(alternatives(module), args, keywords, node)
        given = [call_module(frame, one, args, keywords, node) for one in fitting]
        return join_all(unpacked(frame, given, node))
    return inside(frame, module, lambda: _call(frame, module, args, keywords, node))


def _call(frame: Frame, module: Value, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """The result of calling one module; the state says whether its parameters are frozen."""
    ref = module.ref
    origins, given = origins_of_arguments(args, keywords), (*args, *keywords.values())
    if isinstance(ref, Class) and _what_runs(ref) is None and (layers := ref.attribute(LAYERS)):
        module, ref = module.with_module(layers.module_ref), layers.module_ref
    if isinstance(ref, Class) and _what_runs(ref) is None and (base := ref.builtin_base):
        module, ref = module.with_module(base), base
    if isinstance(ref, str):
        return _call_builtin(frame, module, args, keywords, node, origins)
    if isinstance(ref, Class) and not ref.has_parameters() and _what_runs(ref):
        note_layer(frame, module, node)
        return _through_forward(frame, module, args, keywords, node).with_origins(origins)  # a loss, an activation
    if isinstance(ref, Composite) and ref.parts and not module_has_parameters(module):
        note_layer(frame, module, node)
        return _call_sequential(frame, ref.parts, args, node, origins)
    if isinstance(ref, Class) and _what_runs(ref):
        result = _through_forward(frame, module, args, keywords, node)
        gradless = ref in frame.interpreter.gradless
        origins |= _forward(frame, module, node, given, gradless=gradless)
        if not frame.state.frozen:
            return _carrying(result, origins, frame.state.grad)
        return _carrying(result, origins, NO if gradless else _graph_given(frame, [*given])[0], assumed=True)
    origins |= _forward(frame, module, node, given)
    if isinstance(ref, Composite) and ref.parts:
        return _call_sequential(frame, ref.parts, args, node, origins)
    promised = _promised(frame, module, args, keywords, node)
    if promised is not None and not (frame.state.frozen and graph_of([promised])[0]):
        return _carrying(promised, origins, promised.grad) if promised.elements else promised.with_origins(origins)
    grad, assumed = _graph_of_layer(frame, [*given])
    return Value("output", grad, origins=origins, assumed=assumed or module.assumed)


def _promised(
    frame: Frame, module: Value, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value | None:
    """What the row of a library's module says that its forward returns; None where it says nothing."""
    for name in ("forward", "__call__"):
        promised = method_of_framework(frame, module, name, args, keywords, node)
        if promised is not None and promised.kind != "unknown":
            return promised
    return None


def _graph_of_layer(frame: Frame, given: list[Value], name: str = "") -> tuple[int, bool]:
    """Whether the output of a module with parameters carries a graph, and whether that is assumed."""
    if not frame.state.frozen:
        return frame.graph(YES), False
    return (NO, True) if name in _LOOKUPS else _graph_given(frame, given)


def _graph_given(frame: Frame, values: list[Value]) -> tuple[int, bool]:
    """Whether a frozen module's output carries the graph of its inputs, and whether that is assumed."""
    grad, assumed = graph_given(frame, values)
    return grad, (assumed or not grad) and frame.state.grad != NO


def _forward(
    frame: Frame, module: Value, node: tree.Call, given: tuple[Value, ...], *, gradless: bool = False
) -> Origins:
    """Record that a model was called, which may disable gradients itself; returns the origin for its output."""
    origin = frame.origin("forward", node)
    grad = NO if gradless else frame.state.grad
    if frame.inside_forward:
        frame.interpreter.parts_called += 1
        frame.interpreter.parts_with_graph += grad != NO
        return frozenset()
    if frame.interpreter.records_facts:
        switches = switches_of(frame, module)
        mode = mode_of(frame.state.modes.of(module.source))
        where = replace(frame.where, grad=grad)
        frozen = is_frozen(frame, module)
        around = frame.comes_around
        fact = ForwardFact(node, origin, module, mode, where, switches, around, given, frozen, frame.entered)
        frame.interpreter.facts.note_forward(fact)
    if grad != NO:
        note(frame, "forward", node, module.replace(origins=frozenset((origin,))))
        frame.interpreter.tracer.forwards.setdefault(origin, {})[module.source] = module
    frame.note_action("forward")
    return frozenset((origin,))


def _carrying(result: Value, origins: Origins, grad: int, depth: int = 0, *, assumed: bool = False) -> Value:
    """A forward's output as its caller sees it: origins inside are dropped, the forward itself is kept.

    `grad` and `assumed` are used where the output is unknown.
    """
    if result.kind in ("unknown", "none", "output") and depth == 0:
        return Value("output", grad, origins=origins, assumed=assumed)
    if result.kind == "unknown":
        return Value("unknown", made_by=MODEL_OUTPUT if grad else "", origins=origins)
    if result.items and result.kind in ("tuple", "list", "instance") and depth < 3:
        items = tuple(_carrying(item, origins, grad, depth + 1) for item in result.items)
        return result.replace(items=items, origins=frozenset())
    if result.kind == "dict" and depth < 3:
        return Value("dict", ref={k: _carrying(v, origins, grad, depth + 1) for k, v in result.entries.items()})
    return result.replace(origins=origins if result.is_tensor else frozenset())


def _what_runs(cls: Class) -> Function | None:
    """The method that a call of a module runs: its `forward`, or the `__call__` that a class has in its stead."""
    return cls.method("forward") or cls.method("__call__")


def _through_forward(
    frame: Frame, module: Value, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value:
    """The result of a class's `forward` for such arguments, computed once per kind of arguments."""
    cls = class_of(module)
    forward = _what_runs(cls)
    assert forward is not None
    interpreter = frame.interpreter
    if forward.chosen_by:
        (_, *args), keywords = with_literals(frame, forward, [module, *args], keywords, node)
    plain = [_without_origins(a) for a in args]
    named = {k: _without_origins(v) for k, v in keywords.items()}
    state = (frame.state.grad, frame.state.frozen)
    key = (cls, state, tuple(a.key() for a in plain), tuple((k, v.key()) for k, v in named.items()))
    known = interpreter.forward_results.get(key)
    if known is not None:
        note_function(frame, forward, node)
        return known
    if len(frame.chain) >= DEEPEST_CALL:
        interpreter.cuts += 1
        return last_of(forward, frame.state) or UNKNOWN
    inner = Frame(
        interpreter,
        frame.scope,
        frame.state.copy(),
        chain=frame.chain,
        stack=frame.stack,
        inside_forward=True,
    )
    parts, with_graph, cuts = interpreter.parts_called, interpreter.parts_with_graph, interpreter.cuts
    result = call_function(inner, forward, [module, *plain], named, node)
    if (
        interpreter.records_facts
    ):  # what it hands on of a model that it drives: the caller sees this one's forward alone
        interpreter.facts.returned |= all_origins(result)
    if interpreter.parts_called > parts and frame.state.grad != NO:
        (interpreter.gradless.discard if interpreter.parts_with_graph > with_graph else interpreter.gradless.add)(cls)
    if interpreter.cuts == cuts:  # else another call may lead to its end
        interpreter.forward_results[key] = result
    return result


def _without_origins(value: Value, depth: int = 0) -> Value:
    if value.items and depth < 3:
        return value.replace(items=tuple(_without_origins(i, depth + 1) for i in value.items), origins=frozenset())
    return value.replace(origins=frozenset()) if value.origins else value


def _call_sequential(
    frame: Frame, parts: tuple[Value, ...], args: list[Value], node: tree.Call, origins: Origins
) -> Value:
    """The result of the last layer; earlier layers show through layers that preserve the meaning of numbers."""
    layers = [part for part in parts if module_has_parameters(part)]
    is_trained = not all(is_frozen(frame, part) for part in layers)
    grad, assumed = frame.graph(YES) if is_trained else graph_of(args)[0], False
    if layers and not is_trained:
        grad, assumed = _graph_given(frame, args)
    value = tensor(grad, assumed=assumed)
    for part in parts:
        name = part.ref.rpartition(".")[2] if isinstance(part.ref, str) else ""
        if isinstance(part.ref, Class) and part.ref.method("forward"):
            value = inside(frame, part, partial(_through_forward, frame, part, [value], {}, node))
        elif isinstance(part.ref, Sequential) and part.ref.parts:
            frame.interpreter.work += len(part.ref.parts)  # containers in containers may be many
            value = inside(frame, part, partial(_call_sequential, frame, part.ref.parts, [value], node, frozenset()))
        elif isinstance(part.ref, str) and _gives_more(fact(part.ref)):
            value = Value("tuple", items=(tensor(grad, assumed=assumed), UNKNOWN))
        elif part.kind != "module" or part.ref is None:
            value = Value("output", grad, assumed=assumed)
        else:
            if name in _LOOKUPS and not is_trained:
                grad, assumed = NO, True
            made_by, source = meaning_of(name, value, part.source or node)
            value = tensor(grad, made_by, source=source, assumed=assumed)
    return _carrying(value, origins, grad) if origins else value


def _call_builtin(
    frame: Frame, module: Value, args: list[Value], keywords: dict[str, Value], node: tree.Call, origins: Origins
) -> Value:
    """The result of a module that PyTorch or another package defines."""
    name = module.name
    last = name.rpartition(".")[2]
    record(frame, node, f"{name}.forward")
    known = fact(name)
    operand = args[0] if args else keywords.get("input", UNKNOWN)
    grad, assumed = graph_of([*args, *keywords.values()])
    if known is not None and known.parameterless:
        note_layer(frame, module, node)
        if not grad and any(v.kind == "unknown" for v in (*args, *keywords.values())):
            grad, assumed = MAYBE, True
        made_by, source = meaning_of(last, operand, node) if known.kind != "loss" else ("", None)
        proven = known.returns == "tensor" and (last != "Identity" or operand.proven)
        return Value("tensor", frame.graph(grad), made_by, None, (), origins, source, assumed, proven)
    origins |= _forward(frame, module, node, (*args, *keywords.values()))
    grad, assumed = _graph_of_layer(frame, [*args, *keywords.values()], last)
    if _gives_more(known):
        state = Value("output", grad, "state", origins=origins, assumed=assumed)
        if name in STATE_IS_PAIR:
            state = Value("tuple", items=(state, state))
        return Value("tuple", items=(tensor(grad, origins=origins, assumed=assumed), state))
    if known is None:
        return Value("output", grad, origins=origins, assumed=assumed or module.assumed)
    made_by, source = meaning_of(last, operand, node)
    return Value("tensor", grad, made_by, None, (), origins, source, assumed, known.returns == "tensor")


def _gives_more(known: Fact | None) -> bool:
    """Whether a module returns something besides its output: a state, attention weights."""
    return known is not None and known.returns == "tensors"


def module_method(
    frame: Frame, module: Value, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value:
    """A method that every nn.Module has; a known class's own methods are called before as functions of the file."""
    if name in ("load_state_dict", "parameters", "eval") and isinstance(module.ref, Class):
        module.ref.uses_parameters = True
    if name in ("eval", "train"):
        switch(frame, module, name, args, keywords, node)
        return module
    if name == "load_state_dict" and module.source is not None:
        frame.interpreter.facts.loaded.update(sources_of(module))
    if name in ("add_module", "append", "insert", "register_module") and (args or keywords):
        frame.interpreter.layers.grow(module, keywords.get("module", args[-1] if args else UNKNOWN))
    if name == "requires_grad_" and module.source is not None:
        wanted = truth_of(args[0] if args else keywords.get("requires_grad", TRUE))
        set_trainable(frame, module.source, node, trainable=wanted is not False)
    if name == "apply" and args and args[0].kind == "function":
        call_function(frame, function_of(args[0]), [_part(module)], {}, node)
    if name == "cuda":
        note_start(frame, node)
    if name == "to_empty":
        note(frame, "replace", node, module)  # those on the meta device can't become others in place
    note_precision(frame, module, name, args, keywords, node)
    if returns_itself(name):
        return module
    if name == "forward":
        return call_module(frame, module, args, keywords, node)
    if name == "zero_grad":
        frame.note_action("zero_grad")
        note(frame, "zero", node, module, name=holder_of(node))
        return NONE
    if name in ("parameters", "buffers"):
        made = [tensor(YES, "parameter", source=one.source) for one in alternatives(module)]
        return sequence((*made, *made)) if name == "parameters" else UNKNOWN
    if name == "state_dict" and not node.args:
        return taken(frame, node, module)
    if name == "register_buffer" and len(args) > 1 and isinstance(module.ref, Class):
        key = tree.positional(node, 0)
        if isinstance(key, tree.Constant) and isinstance(key.value, str):
            module.ref.store(key.value, args[1])
        return NONE
    if name in ("add_module", "register_module") and isinstance(module.ref, (Sequential, ModuleList)):
        return grow(frame, module, keywords.get("module", args[1] if len(args) > 1 else UNKNOWN), node)
    if name in ("append", "extend", "insert", "update", "pop") and isinstance(module.ref, Composite):
        return regrow(frame, module, name, args, node)
    if name == "named_parameters":
        pair = Value("tuple", items=(NUMBER, tensor(YES, "parameter", source=module.source)))
        return sequence((pair, pair))
    if name in ("named_modules", "named_children"):
        pair = Value("tuple", items=(NUMBER, _part(module)))
        return sequence((pair, pair))
    if name == "get_submodule":
        return _part(module)
    if name in ("children", "modules"):
        return sequence((_part(module),) * 2)
    if name == "clip_grad_norm_":  # FSDP's own
        note(frame, "clip", node, module, "engine")
        return UNKNOWN
    if is_layer_of_self(frame, module, name):
        return _computed_by(frame, module, args, keywords, node)
    return call_unknown(frame, name, args, keywords, module, node)


def run_by_method(frame: Frame, module: Value, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """The result of a method of a library's model that computes with its parameters as its forward does."""
    return inside(frame, module, lambda: _computed_by(frame, module, args, keywords, node))


def _computed_by(frame: Frame, module: Value, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    origins = origins_of_arguments(args, keywords) | _forward(frame, module, node, (*args, *keywords.values()))
    grad, assumed = _graph_of_layer(frame, [*args, *keywords.values()])
    return Value("output", grad, origins=origins, assumed=assumed)


def _part(module: Value) -> Value:
    """Any submodule of a module, with the same lifetime."""
    if module.items:
        return module.items[0]
    return Value("module", made_by=PART, origins=module.origins, source=module.source, assumed=True)
