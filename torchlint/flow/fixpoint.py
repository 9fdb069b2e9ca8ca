"""The passes over a file: first its top level, then the functions that nothing in it calls."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from torchlint.binding.scopes import SourceUnit
from torchlint.binding.symbols import Class, Function
from torchlint.flow import (
    attributes,
    calls,
    choices,
    configured_handlers,
    context_managers,
    expressions,
    library_handlers,
    model_handlers,
    operators,
    prepass,
    settings_handlers,
    statements,
    training_handlers,
)
from torchlint.flow.call_graph import run_callers
from torchlint.flow.entry_points import in_entry_order, run_entry_point
from torchlint.flow.facts import Facts
from torchlint.flow.framework_callbacks import step_for
from torchlint.flow.import_binding import run_top_level
from torchlint.flow.mode_dependence import ModeLayers
from torchlint.flow.state import FIRST_SHARE, LEAST_ELSEWHERE, WORK_ELSEWHERE, Interpreter, Program
from torchlint.flow.training_trace import Tracer
from torchlint.knowledge.lookup import BUILT_IN, Lookup
from torchlint.project.project_files import ProjectFiles
from torchlint.project.sources import is_among_tests
from torchlint.syntax import tree
from torchlint.syntax.python_source import deep_recursion

# Importing these registers what they evaluate, execute and call with the interpreter.
HANDLERS = (
    attributes,
    calls,
    choices,
    configured_handlers,
    context_managers,
    expressions,
    library_handlers,
    model_handlers,
    operators,
    settings_handlers,
    statements,
    training_handlers,
)


@dataclass(frozen=True, eq=False)
class Analysis:
    """The result of interpreting a file, together with the files that were interpreted with it."""

    facts: Facts
    functions: dict[tree.Node, Function]
    classes: list[Class]
    frozen: set[tree.Node]
    tracer: Tracer
    layers: ModeLayers
    units: list[SourceUnit]  # the file itself, and those that were read with it
    is_cut: bool  # whether calls were not followed because the file takes too much work

    @cached_property
    def class_at(self) -> dict[tree.Node | None, Class]:
        """The classes of the file by their definitions."""
        return {cls.node: cls for cls in self.classes}

    def unit_of(self, node: tree.Node) -> SourceUnit | None:
        """The file that a piece of code is in; None if it was not read with this one."""
        return next((unit for unit in self.units if node in unit.tree.parents), None)

    def mentions(self, name: str) -> bool:
        """Whether one of the files mentions a name or an attribute."""
        return any(name in unit.mentioned for unit in self.units)

    def mentions_together(self, *names: str) -> bool:
        """Whether one of the files mentions all of these names."""
        return any(unit.mentioned.issuperset(names) for unit in self.units)

    def has_text(self, beginning: str) -> bool:
        """Whether a string literal in one of the files starts with this."""
        return any(unit.has_text(beginning) for unit in self.units)


def analyse(
    syntax: tree.Tree, place: str = "", project_files: ProjectFiles | None = None, lookup: Lookup = BUILT_IN
) -> Analysis:
    """Everything that rules may ask about a file; `place` is where it stands in a project, if it is part of one.

    `lookup` is what is known of libraries, with what users say of their own.
    """
    root = project_files.root if project_files is not None else ""
    with deep_recursion():
        program = Program(SourceUnit(place, syntax, root=root, lookup=lookup, is_target=True), project_files)
        _pass(program, records_facts=False)  # the prepass: what it learns of attributes and globals, the next one knows
        interpreter = _pass(program, records_facts=True)
        classes = [cls for cls in program.classes.values() if cls.unit.is_target]
        units = list({id(unit): unit for unit in (program.target, *program.units.values())}.values())
        return Analysis(
            interpreter.facts,
            program.functions,
            classes,
            program.frozen,
            interpreter.tracer,
            interpreter.layers,
            units,
            interpreter.is_cut,
        )


def _pass(program: Program, *, records_facts: bool) -> Interpreter:
    interpreter = Interpreter(program, records_facts=records_facts)
    target, project_files = program.target, program.project_files
    nodes = len(target.tree.nodes)
    least = 0 if project_files is not None and is_among_tests(target.place, project_files.root) else LEAST_ELSEWHERE
    share = 1 if records_facts else FIRST_SHARE
    interpreter.allow(nodes, int((nodes * WORK_ELSEWHERE + least) * share))
    _interpret(interpreter)
    return interpreter


def _interpret(interpreter: Interpreter) -> None:
    target = interpreter.target
    run_top_level(interpreter, target)
    if interpreter.records_facts:
        run_callers(interpreter, target)
    interpreter.ran -= interpreter.cut_short
    known = [
        f for f in interpreter.functions.values() if f.unit.is_target and (f not in interpreter.ran or step_for(f))
    ]
    mentioned, again = target.mentioned, _run_for_derived_only(interpreter, known)
    for function in in_entry_order([*known, *again], mentioned):
        if function not in interpreter.ran or step_for(function) or function in again:
            _enter(interpreter, function)
    while interpreter.pending:  # functions defined inside those
        function = interpreter.pending.pop()
        if function not in interpreter.ran:
            _enter(interpreter, function)


def _run_for_derived_only(interpreter: Interpreter, entered: list[Function]) -> list[Function]:
    """The constructors that only objects of derived classes have run, of classes whose methods are about to be entered.

    Such an object's attributes are its own: what a method finds in `self` is what the constructor gives its own class.
    """
    made = interpreter.facts.constructed_by
    owners = dict.fromkeys(f.owner for f in entered if f.owner is not None and f.owner.subclasses)
    constructors = [cls.methods["__init__"] for cls in owners if cls not in made and "__init__" in cls.methods]
    return [function for function in constructors if interpreter.records_facts and function in interpreter.ran]


def _enter(interpreter: Interpreter, function: Function) -> None:
    if interpreter.records_facts or prepass.has_outside_effects(function):
        run_entry_point(interpreter, function)
