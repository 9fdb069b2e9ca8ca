"""Entry points: functions without known callers, run with what names, annotations and uses say about parameters."""

from __future__ import annotations

from collections.abc import Collection

from torchlint.binding.scopes import Scope
from torchlint.binding.symbols import Class, Function, instance_of
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import MAYBE, NO, NUMBER, UNKNOWN, YES, Value, tensor
from torchlint.flow.annotations import annotated_value
from torchlint.flow.escaping_functions import note_escaping
from torchlint.flow.framework_callbacks import enter_step, leave_step, step_for
from torchlint.flow.function_calls import run_function
from torchlint.flow.guesses import guessed_model
from torchlint.flow.interpreter import evaluate
from torchlint.flow.state import AbstractState, Frame, Interpreter
from torchlint.knowledge.operations import operations
from torchlint.syntax import tree

_OFF = operations("grad-off", of="torch.autograd")


def in_entry_order(functions: Collection[Function], mentioned: set[str]) -> list[Function]:
    """Functions in the order in which they are run as entry points.

    First those that construct objects, with the arguments that their constructors really get; then the constructors
    that are left, as they set attributes; last, functions that others may call.
    """
    makers = _makers(functions)
    return sorted(functions, key=lambda function: _entry_order(function, mentioned, makers))


def _entry_order(function: Function, mentioned: set[str], makers: set[Function]) -> int:
    is_called = function.name == "forward" or function.name in mentioned
    if function in makers and not is_called:
        return 0
    if function.name == "__init__":
        return 1
    return 3 if is_called else 2


def _makers(functions: Collection[Function]) -> set[Function]:
    """The plain functions that come to construct an object of a class whose constructor has not been run."""
    made = {f.owner.node.name for f in functions if f.name == "__init__" and f.owner is not None}
    plain = {f: _names_called(f) for f in functions if f.owner is None} if made else {}
    found: set[Function] = set()
    while more := {f for f, called in plain.items() if f not in found and not made.isdisjoint(called)}:
        found |= more
        made |= {f.name for f in more}
    return found


def _names_called(function: Function) -> set[str]:
    calls = function.unit.tree.own(function.node, tree.Call)
    return {call.func.id for call in calls if isinstance(call.func, tree.Name)}


def run_entry_point(interpreter: Interpreter, function: Function, of: Class | None = None) -> None:
    """Run a function without known callers, as another file might call it; a method perhaps `of` a derived class."""
    step = step_for(function)
    state = AbstractState(step.grad) if step else AbstractState()
    if function.grad is not None:
        state.grad = function.grad
    elif state.grad == YES and _may_be_called_without_gradients(function):
        state.grad = MAYBE
    frame = Frame(
        interpreter,
        Scope(function.scope),
        state,
        function=function,
        stack=(function,),
        inside_forward=function.builds_a_graph,
    )
    _bind_parameters(frame, function, of)
    if step is not None:
        enter_step(frame, function, step)
    interpreter.tracer.enter(function.node)
    owner, constructs = function.owner, function.name == "__init__"
    built = interpreter.layers.begin(()) if owner is not None and constructs else 0
    if owner is not None and constructs:
        owner.stores_unknown = interpreter.records_facts  # in the prepass, callers in other files have not been run yet
    result = run_function(frame, function)
    if owner is not None and constructs:
        owner.stores_unknown = True
        interpreter.layers.finish(owner, owner.node, built)
    interpreter.tracer.end()
    if step is not None:
        result = leave_step(frame, function, step, result)
    if interpreter.records_facts:  # a part of a forward, too, may give what a model that it trains has given
        interpreter.facts.returned |= all_origins(result)
        note_escaping(frame, (result,))


def _may_be_called_without_gradients(function: Function) -> bool:
    """Whether a base class from another file calls this method, and disables gradients somewhere."""
    owner = function.owner
    for base in owner.lineage if owner is not None else ():
        if not base.unit.is_target and base.unit.tree.once(_turns_gradients_off, base.node):
            callers = (base.unit.traits_of(method.node) for method in base.methods.values())
            if any(function.name in caller.calls_of_self for caller in callers):
                return True
    return False


def _turns_gradients_off(syntax: tree.Tree, node: tree.Node) -> bool:
    return any(attribute.attr in _OFF for attribute in syntax.inside(node, tree.Attribute))


def _bind_parameters(frame: Frame, function: Function, of: Class | None) -> None:
    names = frame.scope.names
    owner = of or function.owner
    is_forward = owner is not None and owner.is_module and function.name == "forward"
    for position, parameter in enumerate(function.node.parameters):
        if position == 0 and owner is not None and function.binding != "staticmethod":
            names[parameter.name] = self_value(owner, function)
            continue
        value = UNKNOWN
        if parameter.kind == "star":
            value = Value("list")
        elif parameter.kind == "double-star":
            value = Value("dict", ref={})
        elif parameter.name in frame.usage.modules:
            value = Value("module", source=parameter)
        else:
            value = annotated_value(frame, parameter.annotation)
            if value.kind == "unknown" and parameter.name in frame.usage.differentiated:
                value = tensor(YES)
            elif value.kind == "unknown" and is_forward:
                value = tensor(NO, assumed=True)
            elif value.kind == "unknown" and parameter.default is not None:
                default = evaluate(frame, parameter.default)
                if default.kind in ("number", "module"):
                    value = NUMBER if default.kind == "number" else default  # other callers may give another number
            if value.kind == "unknown" and parameter.name in frame.usage.loaders:
                value = Value("loader")
            if value.kind == "unknown" and parameter.name in frame.usage.models and not frame.inside_forward:
                value = guessed_model(value, parameter)
        names[parameter.name] = value


def self_value(owner: Class, function: Function) -> Value:
    """The value of a method's first parameter."""
    if function.binding == "classmethod":
        return Value("class", ref=owner)
    return instance_of(owner, owner.node)
