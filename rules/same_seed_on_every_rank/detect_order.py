"""In which order a program comes to the calls that seed PyTorch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Class, Function
from torchlint.knowledge.meanings import SEEDING_FUNCTIONS, SEEDING_LIBRARIES
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import distributed
from torchlint.syntax import tree

from .detect_seeds import Given, Seed, seed_of

if TYPE_CHECKING:
    from torchlint.queries import File

_SEEDING = full_names("seed", of="torch.random")
# How many calls of the program's functions are followed, one inside the other, and on one way through it.
_FARTHEST, _MOST = 4, 400


class Step(NamedTuple):
    """A call on the way to an event, and the file that it is in."""

    syntax: tree.Tree
    call: tree.Call


class Event(NamedTuple):
    """A call that seeds PyTorch, or that has a model trained by several processes."""

    effect: Literal["same", "own", "unknown", "spread"]
    path: tuple[Step, ...]  # the calls that lead there, and itself
    place: tree.Call  # where it is, or is decided about, in the file that is checked
    seed: str = ""

    @property
    def is_of_cuda(self) -> bool:
        """Whether only the generators of GPUs are seeded."""
        return "cuda" in self.path[-1].syntax.text_of(self.path[-1].call.func)

    @property
    def is_in_loop(self) -> bool:
        """Whether a loop seeds with the same number again and again, as to show samples of the same noise."""
        loops = [(step, step.syntax.above(step.call, *tree.Loops)) for step in self.path]
        return any(loop is not None and not _is_given_pass(step.call, loop) for step, loop in loops)

    @property
    def is_undone(self) -> bool:
        """Whether the generator is put back into the state that it had before, by `fork_rng` or `set_rng_state`."""
        return any(_is_put_back(step.syntax, step.call) for step in self.path)

    def excludes(self, other: Event) -> bool:
        """Whether a condition chooses one of the two."""
        for one, two in zip(self.path, other.path):
            if one.call is not two.call:
                if one.syntax is not two.syntax:
                    return False
                ways, others = (one.syntax.branches(step.call, tree.If) for step in (one, two))
                return any(others.get(node, way) != way for node, way in ways.items())
        return False


def _is_given_pass(call: tree.Call, loop: tree.Node) -> bool:
    """Whether a call is given what a loop counts: `set_seed(seed + epoch)` in `for epoch in range(epochs)`."""
    counted = (
        {node.id for node in tree.walk(loop.target) if isinstance(node, tree.Name)}
        if isinstance(loop, tree.For)
        else set()
    )
    given = (node for argument in call.args for node in tree.walk(argument.value))
    return any(isinstance(node, tree.Name) and node.id in counted for node in given)


def _is_put_back(syntax: tree.Tree, call: tree.Call) -> bool:
    around = (node for node in syntax.around(call) if isinstance(node, tree.With))
    if any("fork_rng" in syntax.text_of(item.context) for one in around for item in one.items):
        return True
    beside = syntax.own(syntax.scope(call), tree.Call)
    return any("set_rng_state" in tree.last_name(one.func) for one in beside if one.start > call.end)


class Frame(NamedTuple):
    """A function in one call, or a file: its code, and what its parameters are given."""

    syntax: tree.Tree
    node: tree.Node
    given: dict[str, Given]


def traces(file: File) -> Iterator[list[Event]]:
    """The events of each way to begin: the file itself, functions that processes run, those that nobody here calls.

    Before a function runs in a process of its own, or for another file, the file itself does, as it is imported.
    """
    top = Frame(file.tree, file.tree.root, {})
    itself = _from(file, top)
    imported = [event for event in itself if not _is_of_main(file, event)]
    started = distributed.spawned(file)
    if started:
        roots = [Frame(file.tree, function, _started_with(file.tree, function, call)) for function, call in started]
    else:
        if not distributed.spawns_of_other_file(file):
            yield itself
        called = {
            kind: {tree.last_name(call.func) for call in file.tree.all(tree.Call) if isinstance(call.func, kind)}
            for kind in (tree.Name, tree.Attribute)
        }
        # A method is called as in `model.train()`, a function by its name.
        kinds = {one: tree.Attribute if _is_method(file, one) else tree.Name for one in file.tree.all(tree.FunctionDef)}
        uncalled = [one for one, kind in kinds.items() if one.name not in called[kind]]
        roots = [Frame(file.tree, node, {}) for node in uncalled]
    for root in roots:
        yield [*imported, *_from(file, root)]


def _is_method(file: File, function: tree.FunctionDef) -> bool:
    return isinstance(file.tree.parents.get(function), tree.ClassDef)


def _is_of_main(file: File, event: Event) -> bool:
    """Whether the file comes to an event where it is run, and not where it is imported: `__name__ == "__main__"`."""
    tests = (node.test for node in file.tree.branches(event.path[0].call, tree.If) if isinstance(node, tree.If))
    return any("__name__" in file.tree.text_of(test) for test in tests)


def _started_with(syntax: tree.Tree, function: tree.FunctionDef, call: tree.Call) -> dict[str, Given]:
    """What `spawn(train, args=(a, b))` gives to `train(rank, a, b)`."""
    passed = next((a.value for a in call.args if a.keyword == "args"), None)
    if passed is None and len(call.args) > 1 and call.args[1].keyword is None:
        passed = call.args[1].value
    first = 0 if tree.last_name(call.func) == "Process" else 1  # spawn gives the number of the process first
    values = passed.elements if isinstance(passed, tree.Tuple) else []
    names = [one.name for one in function.parameters]
    return {name: Given(syntax, value, {}, is_for_all=True) for name, value in zip(names[first:], values)}


def _from(file: File, root: Frame) -> list[Event]:
    """The events of one way to begin, in the order in which the program comes to them."""
    return list(_events(file, root, (), frozenset((root.node,)), Counter()))


def _events(
    file: File, frame: Frame, path: tuple[Step, ...], entered: frozenset[tree.Node], followed: Counter[str]
) -> Iterator[Event]:
    calls = [node for node in tree.walk(frame.node, into_functions=False) if isinstance(node, tree.Call)]
    for call in sorted(calls, key=lambda one: one.end):
        here = (*path, Step(frame.syntax, call))
        if _seeds(frame.syntax, call):
            seed = seed_of(Given(frame.syntax, call.args[0].value, frame.given))
            place = _place(file, here, seed)
            is_own = place is call  # it says what it is given in its own words
            text = frame.syntax.text_of(call.args[0].value) if is_own else seed.syntax.text_of(seed.node)
            yield Event(seed.kind, here, place, text)
        elif distributed.spreads(frame.syntax, call):
            yield Event("spread", here, _place(file, here, None))
        elif len(path) < _FARTHEST and followed["calls"] < _MOST:
            function = _called(file, frame.syntax, call)
            if function is not None and function.node not in entered:
                followed["calls"] += 1
                inside = Frame(function.unit.tree, function.node, _given(frame, function, call))
                yield from _events(file, inside, here, entered | {function.node}, followed)


def _seeds(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether a call seeds PyTorch's own generator with a number that it is given."""
    if len(call.args) < 1 or call.args[0].star:
        return False
    names = by_name(syntax).get(call, frozenset())
    if any(canonical(name) in _SEEDING for name in names):
        return True
    of_library = any(name.startswith(SEEDING_LIBRARIES) and name.endswith(SEEDING_FUNCTIONS) for name in names)
    return of_library and len(call.args) == 1  # `device_specific=True` adds the rank


def _called(file: File, syntax: tree.Tree, call: tree.Call) -> Function | None:
    """The function of the program that a call leads to, a constructor's `__init__` among them."""
    functions = file.facts.functions.get(call, set())
    if len(functions) == 1:
        return next(iter(functions))
    defined = file.facts.definitions.get(call, set())
    one = next(iter(defined)) if len(defined) == 1 else None
    if isinstance(one, Class):
        return one.method("__init__")
    return one if isinstance(one, Function) else None


def _given(frame: Frame, function: Function, call: tree.Call) -> dict[str, Given]:
    """What the parameters of a function are given by a call, or by default."""
    parameters = function.node.parameters
    found = {one.name: Given(function.unit.tree, one.default, {}) for one in parameters if one.default is not None}
    given = function.passed_by(call)
    return found | {name: Given(frame.syntax, value, frame.given) for name, value in given.items()}


def _place(file: File, path: tuple[Step, ...], seed: Seed | None) -> tree.Call:
    """The call in the checked file that decides about the seed, or the last one there on the way to it."""
    own = [step.call for step in path if step.syntax is file.tree]
    deciding = [call for call in own if seed is not None and any(seed.node is n for n in tree.walk(call))]
    if seed is not None and not deciding:
        return own[0]  # the arguments that start a process reach it where its rank is known
    return (deciding or own)[-1]
