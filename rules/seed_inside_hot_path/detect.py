"""Seeds that are set where code runs again and again: for each sample, in each forward, in each pass of a training."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.knowledge.call_names import KEEPS_STATES, NEEDS_A_GROUP
from torchlint.queries import CallView
from torchlint.queries.data import datasets, transforms
from torchlint.queries.devices import seeded_generator
from torchlint.queries.modules import method_around
from torchlint.queries.training import trainings
from torchlint.syntax import tree

from .detect_helpers import seed_given
from .detect_steps import seeds_of_steps

if TYPE_CHECKING:
    from torchlint.queries import File

_STEPS = ("forward", "training_step")


@dataclass(frozen=True, slots=True, eq=False)
class RepeatedSeed(CallView):
    """A call that gives a global generator the same seed each time that some code runs."""

    seed: tree.Expression  # what it is given
    around: tree.Node  # the code that runs again and again: a method, or a loop
    each: str  # for what: "each sample"

    @property
    def is_literal(self) -> bool:
        """Whether the seed is a number that is written here."""
        return isinstance(self.seed, tree.Constant)

    @property
    def is_undone(self) -> bool:
        """Whether the function keeps the state of a generator, to give it back."""
        function = self.file.tree.scope(self.node)
        names = (n for n in tree.walk(function) if isinstance(n, (tree.Name, tree.Attribute)))
        return any(tree.last_name(n) in KEEPS_STATES for n in names)

    @property
    def is_chosen(self) -> bool:
        """Whether a condition decides, or the code before the seed is left under one."""
        for node in self.file.tree.around(self.node):
            if node is self.around:
                return False
            if isinstance(node, (tree.If, tree.Conditional, tree.BoolOp, tree.Match, tree.Handler)):
                return True
        return True


def repeated_seeds(file: File) -> Iterator[RepeatedSeed]:
    """Calls that seed a global generator with a constant in such code, in source order."""
    found: set[tree.Node] = set()
    for call in file.tree.all(tree.Call):
        seed = _seed_of(file, call)
        around = _around(file, call) if seed is not None else None
        if seed is not None and around is not None and _is_constant(file, seed, around[0]):
            found.add(call)
            yield RepeatedSeed(file, call, seed, *around)
    for call, function in _calls_of_passes(file):
        seed = _seed_of(file, call) if call not in found else None
        if seed is not None and isinstance(seed, tree.Constant) and _is_constant(file, seed, function):
            found.add(call)
            yield RepeatedSeed(file, call, seed, function, "each iteration")
    for call, written, loop in seeds_of_steps(file, found):
        if file.tree.scope(call) is not file.tree.scope(loop):
            loop = file.tree.scope(call)  # where a condition may decide
        yield RepeatedSeed(file, call, written, loop, "each iteration")


def _seed_of(file: File, call: tree.Call) -> tree.Expression | None:
    """What a call gives a global generator, itself or by a function of the project."""
    is_direct = len(call.args) == 1 and bool(seeded_generator(file, call))
    return call.args[0].value if is_direct else seed_given(file, call)


def _calls_of_passes(file: File) -> Iterator[tuple[tree.Call, tree.FunctionDef]]:
    """The calls in functions of this file which loops over epochs call, outside of the loops in these functions."""
    looked_at = set[tree.Node]()
    for loop in sorted((one for one in _loops(file) if file.holds(one)), key=lambda one: one.start):
        for made in file.tree.inside(loop, tree.Call):
            functions = list(file.facts.functions.get(made, ()))
            node = functions[0].node if len(functions) == 1 else None
            if not isinstance(node, tree.FunctionDef) or node in looked_at or not file.holds(node):
                continue  # of another file, or seen already
            looked_at.add(node)
            if _makes_anything_to_train(file, node):
                continue  # each call compares another model under one seed
            for call in file.tree.own(node, tree.Call):
                if file.tree.above(call, *tree.Loops, tree.FunctionDef, tree.Lambda) is node:
                    yield call, node


def _around(file: File, call: tree.Call) -> tuple[tree.Node, str] | None:
    """The code that runs again and again with a call in it, and for what."""
    loop = file.tree.above(call, *tree.Loops, tree.FunctionDef, tree.Lambda)
    if isinstance(loop, tree.Loops):
        return (loop, "each iteration") if loop in _loops(file) else None
    for view in (*datasets(file), *transforms(file)):
        if any(function.node is loop for function in view.used) and not view.is_iterable:
            return (loop, "each sample") if loop is not None else None
    method = method_around(file, call)
    if method is not None and method.node is loop and method.node.name in _STEPS:
        return method.node, "each step"
    return None


def _loops(file: File) -> set[tree.Node]:
    """Loops that train one model: the innermost, and those around that make no other model in each pass."""
    found: set[tree.Node] = set()
    for training in trainings(file):
        if training.is_loop:
            around = [training.node, *(one.node for one in training.around)]
            found.update(one for one in around if not _makes_anything_to_train(file, one))
    return found


def _makes_anything_to_train(file: File, loop: tree.Node) -> bool:
    """Whether a loop makes a model or an optimizer in each pass, and so compares several."""
    return any(_makes(file, call) for call in file.tree.inside(loop, tree.Call))


def _makes(file: File, call: tree.Call) -> bool:
    """Whether a call returns a model or an optimizer that it was not given: `model.train()` returns the old one."""
    made = file.value(call).value
    if made.kind != "optimizer" and (made.kind != "module" or made.assumed or made.source is None):
        return False
    given = [one.value for one in call.args]
    if isinstance(call.func, tree.Attribute):
        given.append(call.func.value)
    return made.source in (None, call) or all(file.value(one).value.source is not made.source for one in given)


def _is_same_in_loop(file: File, seed: tree.Expression, loop: tree.Node) -> bool:
    """Whether a loop leaves a seed alone: `seed`, `args.seed + dist.get_rank()`."""
    if isinstance(seed, tree.BinaryOp):
        return all(_is_same_in_loop(file, side, loop) for side in (seed.left, seed.right))
    if isinstance(seed, tree.Call):
        return not seed.args and file.names.spelled_out(seed.func) in NEEDS_A_GROUP  # the rank, or the number of ranks
    if isinstance(seed, tree.Constant):
        return isinstance(seed.value, int)
    return tree.dotted(seed) is not None and not use_def.is_changed_in(file.tree, seed, loop)


def _is_constant(file: File, seed: tree.Expression, around: tree.Node) -> bool:
    """Whether a seed is the same each time: a number, an attribute of what is around, a name of the file."""
    if isinstance(seed, tree.Constant):
        return isinstance(seed.value, int)
    if isinstance(around, tree.Loops):
        return _is_same_in_loop(file, seed, around)
    if isinstance(seed, tree.Name):
        definition = use_def.only_definition(file.tree, seed)
        is_of_file = use_def.owner_of(file.tree, seed) is file.tree.root
        return is_of_file and definition is not None and isinstance(definition.value, tree.Constant)
    cls = file.analysis.class_at.get(file.tree.above(seed, tree.ClassDef))
    if cls is None or not isinstance(seed, tree.Attribute) or tree.dotted(seed.value) != "self":
        return False
    setters = [
        name for name, method in cls.methods.items() if f"self.{seed.attr} " in method.unit.tree.text_of(method.node)
    ]
    return "seed" in seed.attr and "epoch" not in cls.methods and set(setters) <= {"__init__"}
