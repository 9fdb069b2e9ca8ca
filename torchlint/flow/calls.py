"""Calls: the callee, its arguments, and the result, following functions and classes of the project."""

from __future__ import annotations

from functools import partial

from torchlint.binding.fields import given_fields, holds_tensors
from torchlint.binding.symbols import Class, Function, class_of, function_of, instance_of
from torchlint.domain.joins import join, join_all
from torchlint.domain.modes import EVAL
from torchlint.domain.provenance import all_origins, held_tensors, origins_of_arguments
from torchlint.domain.values import MAYBE, NO, NONE, NUMBER, UNKNOWN, YES, OneOf, Value, alternatives, unknown
from torchlint.flow.attributes import attribute_of
from torchlint.flow.container_methods import call_container, call_plain, set_all_by_name
from torchlint.flow.escaping_functions import note_escaping
from torchlint.flow.framework_effects import call_of_framework, call_of_users, method_of_anything, method_of_framework
from torchlint.flow.frozen_modules import inside, is_frozen
from torchlint.flow.function_calls import call_function
from torchlint.flow.graphs import proven_by_backward
from torchlint.flow.hooks import hooks_module, hooks_tensor, register_hook
from torchlint.flow.host_sync import note_method, note_scalar
from torchlint.flow.interpreter import Arguments, Keywords, call_value, calls, evaluate, evaluates
from torchlint.flow.library_calls import call_external
from torchlint.flow.mode_effects import begin, blur, note_constructed, place_of
from torchlint.flow.model_wrappers import INSIDE, is_wrapped, unwrapped, wrapper_of
from torchlint.flow.module_calls import call_module, module_method
from torchlint.flow.samplers import of_own_loader
from torchlint.flow.settings import call_of_settings, is_settings
from torchlint.flow.state import Frame
from torchlint.flow.super_calls import call_super, is_super
from torchlint.flow.tensor_methods import tensor_method
from torchlint.flow.training_calls import holder_of, note_change_by_hand, note_rates, own_step, unknown_method
from torchlint.flow.training_steps import made_model, made_of_class, note
from torchlint.flow.unknown_calls import call_unknown
from torchlint.flow.ways import run_one_of
from torchlint.flow.weight_aliases import method_of_weights, taken
from torchlint.knowledge.operations import Column, has_column, operations
from torchlint.syntax import tree

# Methods by which a module's parameters are told to want gradients, or none.
_OF_PARAMETERS = operations("tensors", of="torch.nn.Module") | {"requires_grad_"}
# Methods of tensors alone that give its numbers without the graph; `cpu` keeps the graph.
_WITHOUT_GRAPH = operations("fetch") - operations("move") | {"detach", "detach_"}
# What tensors have methods for that compute or convert something and do nothing else.
_OF_TENSORS: tuple[Column, ...] = ("reshape", "transpose", "cast", "move", "sum-or-mean")


@evaluates(tree.Call)
def _call(frame: Frame, node: tree.Call) -> Value:
    value = _called(frame, node)
    if value.source is node and value.kind == "module":
        made_model(frame, node)
    return value


def _called(frame: Frame, node: tree.Call) -> Value:
    func = node.func
    if isinstance(func, tree.Attribute):
        name = tree.dotted(func) if frame.scope.with_attributes else None
        known = frame.scope.names.get(name) if name else None
        if known is None:
            if frame.owner is not None and is_super(func.value):
                return call_super(frame, func.attr, node, func.value, arguments(frame, node))
            receiver = evaluate(frame, func.value)
            args, keywords = arguments(frame, node)
            note_change_by_hand(frame, node)
            if func.attr in _OF_PARAMETERS:
                frame.interpreter.facts.forwards_before.setdefault(node, len(frame.interpreter.facts.forwards))
            return call_method(frame, receiver, func.attr, args, keywords, node)
        callee = known
    else:
        callee = evaluate(frame, func)
    args, keywords = arguments(frame, node)
    return call_value(frame, callee, args, keywords, node)


def arguments(frame: Frame, node: tree.Call) -> tuple[Arguments, Keywords]:
    """The values of a call's arguments."""
    args: Arguments = []
    keywords: Keywords = {}
    for argument in node.args:
        value = evaluate(frame, argument.value)
        if argument.star == "**":
            if value.kind == "dict":
                keywords |= {k.strip("'"): v for k, v in value.entries.items()}
            else:  # it may have any key
                keywords.setdefault("*", value if value.kind == "unknown" else UNKNOWN)
        elif argument.star:
            args += (
                value.items if value.kind == "tuple" else [Value("star", items=(value,), origins=all_origins(value))]
            )
        elif argument.keyword is not None:
            keywords[argument.keyword] = value
        else:
            args.append(value)
    return args, keywords


@calls("external")
def _call_external(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    return call_external(frame, callee.name, args, keywords, node)


@calls("function")
def _call_function(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    return call_function(frame, function_of(callee), args, keywords, node)


@calls("method")
def _call_method(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    return call_function(frame, function_of(callee), [callee.items[0], *args], keywords, node)


@calls("class")
def _call_class(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    return _construct(frame, class_of(callee), args, keywords, node)


@calls("partial")
def _call_partial(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    return call_value(frame, callee.items[0], [*callee.items[1:], *args], {**callee.entries, **keywords}, node)


@calls("instance", "dataset", "loader")
def _call_object(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    method = callee.ref.method("__call__") if isinstance(callee.ref, Class) else None
    if method is not None:
        note_rates(frame, callee, method, node)
        return call_function(frame, method, [callee, *args], keywords, node)
    return _call_anything(frame, callee, args, keywords, node)


@calls("unknown")
def _call_anything(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    promised = method_of_framework(frame, callee, "__call__", args, keywords, node)
    if promised is not None:
        return promised
    name = tree.dotted(node.func) or ""
    return call_unknown(frame, name.rpartition(".")[2], args, keywords, callee, node)


@calls("grad-mode")
def _call_grad_mode(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    """The result of `function = torch.no_grad()(function)`, which decorates the function."""
    above = frame.unit.tree.parents.get(node)
    if len(args) == 1 and args[0].kind == "function" and isinstance(above, tree.Assign):
        function = function_of(args[0])
        if [tree.dotted(target) for target in above.targets] == [function.name]:  # there is no other one from here on
            function.grad = callee.grad
            return args[0]
    return _call_anything(frame, callee, args, keywords, node)


def _construct(frame: Frame, cls: Class, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    if frame.interpreter.records_facts:
        frame.interpreter.facts.definitions.setdefault(node, set()).add(cls)
    if cls.call_model is not None:
        return call_of_users(frame, cls.call_model, UNKNOWN, args, keywords, node)
    if (wrapper := wrapper_of(frame, cls)) and (inside := call_of_framework(frame, wrapper, args, keywords, node)):
        return inside
    made = instance_of(cls, place_of(frame, node) if cls.is_module else node)
    if cls.is_optimizer or cls.is_scheduler:
        made = made_of_class(frame, cls, made, node, args[0] if args else UNKNOWN, keywords)
    elif made.kind == "loader":
        made = of_own_loader(made, cls, args, keywords)
    if frame.interpreter.records_facts:
        if cls.is_module:
            frame.interpreter.tracer.models[node] = made
            frame.interpreter.facts.parts |= {v.ref for v in (*args, *keywords.values()) if isinstance(v.ref, Class)}
        frame.interpreter.facts.constructed_by.setdefault(cls, set()).add(frame.owner)
    if cls.is_distribution:
        given = [UNKNOWN] if cls.method("__init__") else [*args, *keywords.values()]  # its own may detach them
        made = made.replace(items=tuple(part for value in given for part in held_tensors(value)))
    for base in cls.lineage:
        base.prepare = None  # this call has the constructor's real arguments
    init = cls.method("__init__")
    built = begin(frame, made, [*args, *keywords.values()])
    if init is not None:
        call_function(frame, init, [made, *args], keywords, node)
    elif made.kind == "instance" and cls.fields:
        made = _with_fields(frame, made, given_fields(cls, args, keywords, node), node)
    else:
        if made.kind != "loader":  # whose samplers are known to be gone through
            frame.give(origins_of_arguments(args, keywords))
        note_escaping(frame, (*args, *keywords.values()))
    frame.interpreter.layers.finish(cls, made.source or node, built)
    note_constructed(frame, made)
    if cls.is_autograd_function:
        return UNKNOWN
    fields = [name for name, value in cls.attributes.items() if value.kind == "none"]
    return made if not fields or cls.is_module else made.with_origins(origins_of_arguments(args, keywords))


def _with_fields(frame: Frame, made: Value, given: dict[str, Value], node: tree.Call) -> Value:
    """A new object with its fields: each by itself where some hold tensors, as one with settings is like another."""
    cls = class_of(made)
    if any(map(holds_tensors, given.values())):
        may_be_given = any(argument.star for argument in node.args)
        left = {name: UNKNOWN if may_be_given else cls.attribute(name) or UNKNOWN for name in cls.fields}
        made = made.replace(items=tuple((left | given).values()))
    else:
        for name, value in given.items():
            cls.store(name, value)
    note_escaping(frame, given.values())
    if (init := cls.method("__post_init__")) is not None:
        call_function(frame, init, [made], {}, node)
    return made


def call_method(
    frame: Frame, receiver: Value, name: str, args: Arguments, keywords: Keywords, node: tree.Call
) -> Value:
    """The result of `receiver.name(...)`."""
    if receiver.kind == "module" and is_frozen(frame, receiver) != frame.state.frozen:
        return inside(frame, receiver, partial(call_method, frame, receiver, name, args, keywords, node))
    kind = receiver.kind
    if name in ("load_state_dict", "copy_"):
        frame.interpreter.facts.restored |= origins_of_arguments(args, keywords)
    if name == "update" and set_all_by_name(frame, args, keywords, node):
        return NONE
    if name == "remove" and not args:
        frame.remove(receiver)
    if kind == "external":
        value = attribute_of(frame, receiver, name, node)
        return call_external(frame, value.name, args, keywords, node)
    if is_settings(receiver):
        held = call_of_settings(frame, receiver, name, args, keywords, node)
        return _call_on_unknown(frame, UNKNOWN, name, args, keywords, node) if held is None else held
    if kind in ("file", "choice"):
        return call_value(frame, attribute_of(frame, receiver, name, node), args, keywords, node)
    if kind == "module" and name in INSIDE and is_wrapped(receiver):
        return call_module(frame, unwrapped(receiver, name), args, keywords, node)
    if isinstance(receiver.ref, OneOf) and any(map(partial(_defines, name), alternatives(receiver))):
        runs = [partial(call_method, frame, one, name, args, keywords, node) for one in alternatives(receiver)]
        return join_all(run_one_of(frame, runs))
    if isinstance(receiver.ref, Class):
        found = _call_member(frame, receiver, name, args, keywords, node)
        if found is not None:
            return found
        part = attribute_of(frame, receiver, name, node)  # `self.net(x)`, where only its use shows what net is
        if part.kind == "module":
            return call_module(frame, part, args, keywords, node)
    if frame.interpreter.records_facts and (cls := _library_class(receiver)):
        frame.interpreter.facts.definitions.setdefault(node, set()).add(f"{cls}.{name}")
    if kind in ("framework", "module") or isinstance(receiver.ref, Class):
        promised = method_of_framework(frame, receiver, name, args, keywords, node)
        if promised is not None:
            return promised
    entered = receiver if name == "__enter__" else args[0] if name == "enter_context" and args else UNKNOWN
    if entered.kind == "grad-mode":
        frame.state.grad = entered.grad
        return entered
    if receiver.made_by == "parameter" and hooks_tensor(name):
        return register_hook(frame, receiver, node)
    if kind in ("module", "unknown", "instance", "list") and hooks_module(name):
        return register_hook(frame, receiver, node)
    if name == "backward" and kind != "instance":
        given = args[0] if args and not receiver.is_tensor else None
        receiver = receiver if given else proven_by_backward(frame, holder_of(node), receiver)
        frame.differentiate(given or receiver)
        note(frame, "backward", node, given or receiver, "engine" if given else "")
        return NONE
    if kind in ("tensor", "output"):
        return tensor_method(frame, receiver, name, args, keywords, node)
    if kind == "module":
        return module_method(frame, receiver, name, args, keywords, node)
    if kind == "dict" and repr(name) in receiver.entries and not hasattr(dict, name):
        return call_value(frame, receiver.entries[repr(name)], args, keywords, node)  # `config.loss(x, y)`
    if kind in ("list", "tuple", "dict"):
        return call_container(frame, receiver, name, args, keywords, node)
    if kind in ("optimizer", "scheduler", "scaler", "loader", "batch", "number", "array", "handle", "none"):
        return call_plain(frame, receiver, name, args, keywords, node)
    if kind == "weights":
        alias = method_of_weights(frame, receiver, name, node)
        if alias is not None:
            return alias
        if name == "update":
            return call_container(frame, receiver, name, args, keywords, node)
    held = attribute_of(frame, receiver, name, node)
    if held.kind in ("function", "method", "class", "module", "partial"):
        return call_value(frame, held, args, keywords, node)
    return _call_on_unknown(frame, receiver, name, args, keywords, node)


def _defines(name: str, one: Value) -> bool:
    """Whether the class of an object has a method of this name."""
    return isinstance(one.ref, Class) and one.ref.method(name) is not None


def _library_class(receiver: Value) -> str:
    """The name of the class with a row that an object has, or that wraps a module; empty for other values."""
    if receiver.kind == "module":
        return receiver.made_by if "." in receiver.made_by else ""
    return receiver.ref if receiver.kind == "framework" and isinstance(receiver.ref, str) else ""


def _runs_this_as_well(frame: Frame, override: Function) -> bool:
    """Whether an object of a subclass also runs this method, rather than an override without `super()`."""
    function, owner = frame.function, override.owner
    replacing = owner.method(function.name) if function is not None and owner is not None else None
    if replacing is None or replacing is function:
        return True
    return any(map(is_super, replacing.unit.tree.inside(replacing.node, tree.Call)))


def _call_member(
    frame: Frame, receiver: Value, name: str, args: Arguments, keywords: Keywords, node: tree.Call
) -> Value | None:
    """Call a method or callable attribute of an object of this file; None if its class has none of that name."""
    cls = class_of(receiver)
    if receiver.kind == "class":
        member = attribute_of(frame, receiver, name, node)
        return None if member.kind == "unknown" else call_value(frame, member, args, keywords, node)
    held = cls.attribute(name)
    if held is not None and held.kind not in ("unknown", "none"):
        value = attribute_of(frame, receiver, name, node)
        if frame.interpreter.records_facts:  # `self.criterion` of `self.criterion(x, y)`, as for `criterion(x, y)`
            before = frame.interpreter.facts.values.get(node.func)
            frame.interpreter.facts.values[node.func] = value if before is None else join(before, value)
            frame.interpreter.recorded_from[node.func] = frame.chain
        return call_value(frame, value, args, keywords, node)
    own = cls.method(name)
    # `self` may be an object of any subclass; another receiver is what it was made as.
    others = list(cls.overrides(name))[:6] if frame.owner in cls.lineage else []
    candidates = ([own] if own else []) + [other for other in others if _runs_this_as_well(frame, other)]
    if name == "forward" and receiver.kind == "module" and own is not None:
        return call_module(frame, receiver, args, keywords, node)
    runs = [
        partial(call_function, frame, one, args if one.binding == "staticmethod" else [receiver, *args], keywords, node)
        for one in candidates
    ]
    results = run_one_of(frame, runs)
    own_step(frame, receiver, own, args, node)
    known = [r for r in results if r.kind not in ("unknown", "none")] or results
    return join_all(known) if known else None


def _call_on_unknown(
    frame: Frame, receiver: Value, name: str, args: Arguments, keywords: Keywords, node: tree.Call
) -> Value:
    """A method of an unknown object; a few names are conclusive by themselves."""
    if name == "add_scalar":
        note_scalar(frame, node, args)
    if name in _WITHOUT_GRAPH and not args:
        frame.cut(receiver)
        note_method(frame, node, name)
        return Value("tensor", NO) if has_column(name, "detach") else NUMBER
    if receiver.kind == "framework":
        return call_unknown(frame, name, args, keywords, receiver)
    if name == "state_dict" and not node.args:
        return taken(frame, node, receiver)  # of a model, if it is used as one
    training = unknown_method(frame, receiver, name, args, node)
    if training is not None:
        return training
    promised = method_of_anything(frame, receiver, name, args, keywords, node)
    if promised is not None:
        return promised
    plain = all(value.kind == "number" for value in args)  # `ops.softmax(x, 1)` is a function of a namespace
    if (name == "sigmoid" and not args) or (name in ("softmax", "log_softmax") and plain):  # methods of tensors only
        return tensor_method(
            frame, Value("tensor", MAYBE, origins=receiver.origins, assumed=True), name, args, keywords, node
        )
    if name == "eval" and not args:  # pandas' takes an expression; only a module has one without
        blur(frame, [receiver], node)
        frame.state.modes.switch(node, EVAL, node)
        return Value("module", origins=receiver.origins, source=node)
    text = tree.dotted(node.func.value) if isinstance(node.func, tree.Attribute) else None
    if text and text in frame.usage.differentiated and frame.state.grad != NO:
        return tensor_method(frame, Value("tensor", YES, origins=receiver.origins), name, args, keywords, node)
    if receiver.origins and has_column(name, *_OF_TENSORS):
        return unknown(receiver.origins)
    return call_unknown(frame, name, args, keywords, receiver, node)
