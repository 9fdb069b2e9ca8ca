"""One file read as a program: its top level first, then whatever is left that nobody in it calls."""

from __future__ import annotations

from typing import NamedTuple

from torchlint.binding.symbols import Class, Function, Unit
from torchlint.flow import attributes, calls, operators, prepass
from torchlint.flow.call_graph import run_callers
from torchlint.flow.entry_points import enter_unasked, turn
from torchlint.flow.facts import Record
from torchlint.flow.framework_callbacks import step_for
from torchlint.flow.import_binding import run_top_level
from torchlint.flow.mode_dependence import ModeLayers
from torchlint.flow.state import FIRST_SHARE, LEAST_ELSEWHERE, WORK_ELSEWHERE, Machine
from torchlint.flow.training_trace import Tracer
from torchlint.project.import_resolver import Repository, is_among_tests
from torchlint.syntax import tree
from torchlint.syntax.python_source import deep_recursion

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
    tracer: Tracer
    layers: ModeLayers
    units: list[Unit]  # the file itself, and those that were read with it
    is_cut: bool  # whether calls were not followed because the file takes too much work


def read(syntax: tree.Tree, place: str = "", repository: Repository | None = None) -> Reading:
    """Everything that rules may ask about a file; `place` is where it stands in a project, if it is part of one."""
    with deep_recursion():
        target = Unit(place, syntax, is_target=True)
        machine = Machine(target, repository)
        nodes = len(syntax.nodes)
        for reading in range(READINGS):
            machine.record = Record()  # what a reading believed that did not know all attributes must not stay
            machine.tracer = Tracer()
            machine.written_by.clear()
            machine.recording = reading == READINGS - 1
            least = 0 if repository is not None and is_among_tests(place, repository.root) else LEAST_ELSEWHERE
            share = 1 if machine.recording else FIRST_SHARE
            machine.start_over(nodes, int((nodes * WORK_ELSEWHERE + least) * share))
            machine.results.clear()
            machine.ran.clear()
            machine.cut_short.clear()
            machine.memory.clear()
            machine.leading.clear()
            machine.lessons.clear()
            machine.layers.start_over()
            _read_once(machine)
        classes = [cls for cls in machine.classes.values() if cls.unit.is_target]
        units = list({id(unit): unit for unit in (target, *machine.units.values())}.values())
        return Reading(
            machine.record,
            machine.functions,
            classes,
            machine.frozen,
            machine.tracer,
            machine.layers,
            units,
            machine.is_cut,
        )


def _read_once(machine: Machine) -> None:
    target = machine.target
    run_top_level(machine, target)
    if machine.recording:
        run_callers(machine, target)
    machine.ran -= machine.cut_short
    known = [f for f in machine.functions.values() if f.unit.is_target and (f not in machine.ran or step_for(f))]
    mentioned = target.mentioned
    for function in sorted(known, key=lambda f: turn(f, mentioned)):
        if function not in machine.ran or step_for(function):
            _enter(machine, function)
    while machine.pending:  # functions defined inside those
        function = machine.pending.pop()
        if function not in machine.ran:
            _enter(machine, function)


def _enter(machine: Machine, function: Function) -> None:
    if machine.recording or prepass.teaches(function):
        enter_unasked(machine, function)
