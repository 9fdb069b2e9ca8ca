"""One file read as a program: its top level first, then whatever is left that nobody in it calls."""

from __future__ import annotations

import sys
from typing import NamedTuple

from torchlint.model import attributes, calls, operators, tree
from torchlint.model.annotations import annotated_value
from torchlint.model.definitions import Class, Function, Scope, instance_of
from torchlint.model.events import LoopRun, Record
from torchlint.model.expressions import evaluate
from torchlint.model.frame import WORK_PER_NODE, Frame, Machine, State
from torchlint.model.functions import run_function
from torchlint.model.interpret import run
from torchlint.model.readable import RECURSION
from torchlint.model.torch_meaning import FRAMEWORK_STEPS, GRADLESS_STEPS
from torchlint.model.values import NO, NUMBER, UNKNOWN, YES, Value, all_sites, tensor

# Importing these makes their evaluators known to expressions.evaluate.
EVALUATORS = (attributes, calls, operators)
# What one reading learns of attributes and globals, the next one knows from the start; the last one is recorded.
READINGS = 2


class Reading(NamedTuple):
    """What is known of a file once it is read."""

    record: Record
    functions: dict[tree.Node, Function]
    classes: list[Class]
    frozen: set[tree.Node]


def read(syntax: tree.Tree) -> Reading:
    """Everything that rules may ask about a file."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, RECURSION))
    try:
        machine = Machine(syntax)
        nodes = len(syntax.nodes)
        top = Scope(None)
        for reading in range(READINGS):
            machine.record = Record()  # what a reading believed that did not know all attributes must not stay
            machine.written_by.clear()
            machine.recording = reading == READINGS - 1
            machine.work, machine.limit = 0, nodes * WORK_PER_NODE + 10_000
            machine.ran.clear()
            machine.memory.clear()
            _read_once(machine, top)
        return Reading(machine.record, machine.functions, list(machine.classes.values()), machine.frozen)
    finally:
        sys.setrecursionlimit(before)


def _read_once(machine: Machine, top: Scope) -> None:
    run(Frame(machine, top, State()), machine.tree.root.body)
    known = [f for f in machine.functions.values() if f not in machine.ran]
    mentioned = {n.id for n in machine.tree.all(tree.Name)} | {n.attr for n in machine.tree.all(tree.Attribute)}
    for function in sorted(known, key=lambda f: _turn(f, mentioned)):
        if function not in machine.ran:
            _enter_unasked(machine, function, top)
    while machine.pending:  # functions defined inside those
        function = machine.pending.pop()
        if function not in machine.ran:
            _enter_unasked(machine, function, top)


def _turn(function: Function, mentioned: set[str]) -> int:
    """Constructors first: they say what other methods find in self; what others here may call comes last."""
    if function.name == "__init__":
        return 0
    return 2 if function.name == "forward" or function.name in mentioned else 1


def _enter_unasked(machine: Machine, function: Function, top: Scope) -> None:
    """Run a function that nobody in this file calls, as some other file might."""
    state = State()
    if function.owner is not None and function.owner.is_lightning and function.name in GRADLESS_STEPS:
        state.grad = NO
    if function.grad is not None:
        state.grad = function.grad
    frame = Frame(
        machine,
        Scope(function.scope),
        state,
        function=function,
        stack=(function,),
        inside_forward=function.builds_a_graph,
    )
    _bind_unasked(frame, function)
    if function.owner is not None and function.owner.is_lightning and function.name in FRAMEWORK_STEPS:
        # The framework calls it for each batch: what it leaves in self comes around.
        frame.loops = (LoopRun(function.node, 0, "sure", again=True),)
    result = run_function(frame, function)
    if frame.loops and function.name == "training_step":
        frame.differentiate(result)  # automatic optimization
    elif machine.recording and not frame.inside_forward:
        machine.record.returned |= all_sites(result)


def _bind_unasked(frame: Frame, function: Function) -> None:
    names = frame.scope.names
    owner = function.owner
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
                value = tensor(NO, soft=True)
            elif value.kind == "unknown" and parameter.default is not None:
                default = evaluate(frame, parameter.default)
                if default.kind in ("number", "module"):
                    value = NUMBER if default.kind == "number" else default  # other callers may give another number
        names[parameter.name] = value


def self_value(owner: Class, function: Function) -> Value:
    """What the first parameter of a method is."""
    if function.binding == "classmethod":
        return Value("class", ref=owner)
    return instance_of(owner, owner.node)
