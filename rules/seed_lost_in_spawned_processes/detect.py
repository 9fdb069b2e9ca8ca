"""Seeds that a program sets before it spawns the processes that draw the random numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Class
from torchlint.knowledge.call_names import DRAWS, KEEPS_STATES
from torchlint.knowledge.meanings import SEEDING_FUNCTIONS, SEEDING_LIBRARIES
from torchlint.queries import CallView, View, distributed
from torchlint.queries.modules import surely_has_parameters
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What starts processes anew, unless it is given `start_method="fork"`.
_SPAWNS = frozenset(
    (
        "torch.multiprocessing.spawn",
        "torch.multiprocessing.start_processes",
        "torch.multiprocessing.spawn.spawn",
        "torch.multiprocessing.spawn.start_processes",
    )
)
# What gives a generator the state of another.
_SETS_STATE = frozenset(name for name in KEEPS_STATES if name.startswith("set"))
# How many callers are followed from the function that spawns to what runs before it.
_FARTHEST = 3
Reached = list[tuple[tree.Tree, tree.Node]]


@dataclass(frozen=True, slots=True, eq=False)
class LostSeed(CallView):
    """A call that seeds PyTorch in the process that then spawns others, none of which seeds itself."""

    spawn: tree.Call
    worker: str  # the function that the processes run
    is_certain: bool  # whether nothing else of the program may seed, and its own process draws nothing in between

    @property
    def started(self) -> View:
        """The call that starts the processes."""
        return View(self.file, self.spawn)

    @property
    def start(self) -> str:
        """What starts the processes, as it is written: `mp.spawn`."""
        return self.file.tree.text_of(self.spawn.func)


def lost_seeds(file: File) -> Iterator[LostSeed]:
    """The last such call before each start of processes, in source order."""
    found = set[tree.Node]()
    for worker, spawn in distributed.spawned(file):
        if not file.names.spelled(spawn) & _SPAWNS or _inherits(spawn) or _is_seeded_by_import(file):
            continue  # a copy of this process has its generators, too
        seeding, reached = _seeding_before(file, spawn), list(_reached(file, worker))
        if seeding is None or seeding in found or not _trains(reached) or _may_seed(reached):
            continue
        found.add(seeding)
        is_only_seed = not _is_seeded_elsewhere(file, seeding) and not _may_seed_unseen(file, reached)
        is_for_worker = _draws(file, reached) and not _draws_between(file, seeding, spawn)
        yield LostSeed(file, seeding, spawn, worker.name, is_only_seed and is_for_worker)


def _inherits(spawn: tree.Call) -> bool:
    """Whether processes are started as copies, or by a method that is not seen."""
    given = next((one.value for one in spawn.args if one.keyword == "start_method"), None)
    return (given is not None and tree.string_of(given) not in ("spawn", "forkserver")) or any(
        a.star for a in spawn.args
    )


def _seeding_before(file: File, spawn: tree.Call) -> tree.Call | None:
    """The last call that seeds PyTorch before others are started, in the same function or in those that call it."""
    place: tree.Call = spawn
    for _ in range(_FARTHEST):
        scope = file.tree.scope(place)
        before = [one for one in file.tree.own(scope, tree.Call) if one.start < place.start and _seeds(file, one)]
        before = [one for one in before if not _excludes(file.tree, one, place)]
        if isinstance(scope, tree.Module):
            before = [one for one in before if _is_of_main(file.tree, one)]  # other code runs in each process, too
        if before:
            return before[-1]
        name = scope.name if isinstance(scope, tree.FunctionDef) else ""
        calls = [one for one in file.tree.all(tree.Call) if name and tree.dotted(one.func) == name]
        if len(calls) != 1:
            return None
        place = calls[0]
    return None


def _excludes(syntax: tree.Tree, one: tree.Node, other: tree.Node) -> bool:
    """Whether a condition chooses one of the two, or the function is left after the first."""
    ways, others = (syntax.branches(node, tree.If) for node in (one, other))
    for node, way in ways.items():
        if node in others and others[node] != way:
            return True
        branch = getattr(node, way) if way else ()
        if node not in others and branch and isinstance(branch[-1], (tree.Return, tree.Raise)):
            return True
    return False


def _is_of_main(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether code runs where its file is started, and not in spawned processes, which import it."""
    return any("__name__" in syntax.text_of(one.test) for one in syntax.around(node) if isinstance(one, tree.If))


def _seeds(file: File, call: tree.Call) -> bool:
    """Whether a call seeds PyTorch: by itself, by a library, or by a function of the project that does."""
    spelled = file.names.spelled(call)
    if spelled & {"torch.manual_seed", "torch.random.manual_seed"}:
        return True
    if any(name.startswith(SEEDING_LIBRARIES) and name.endswith(SEEDING_FUNCTIONS) for name in spelled):
        return True
    for function in file.facts.functions.get(call, ()):
        inner = function.unit.tree.inside(function.node, tree.Call)
        is_for_seeds = "seed" in function.name or all("seed" in tree.last_name(one.func) for one in inner)
        if is_for_seeds and any(tree.dotted(one.func) == "torch.manual_seed" for one in inner):
            return True
    return False


def _reached(file: File, worker: tree.FunctionDef) -> Iterator[tuple[tree.Tree, tree.Node]]:
    """The code that a process runs, as far as its calls are resolved: functions, and whole classes of the project."""
    pending: Reached = [(file.tree, worker)]
    seen = set[tree.Node]()
    while pending:
        syntax, code = pending.pop()
        if code in seen:
            continue
        seen.add(code)
        yield syntax, code
        for call in syntax.inside(code, tree.Call):
            pending += [(one.unit.tree, one.node) for one in file.facts.functions.get(call, ())]
            made = file.facts.definitions.get(call, ())
            pending += [(one.unit.tree, one.node) for one in made if isinstance(one, Class)]


def _may_seed(reached: Reached) -> bool:
    """Whether what the processes run calls anything that seeds, as its name says."""
    for syntax, code in reached:
        names = {tree.last_name(call.func).lower() for call in syntax.inside(code, tree.Call)}
        if any("seed" in name for name in names) or names & _SETS_STATE:
            return True
    return False


def _may_seed_unseen(file: File, reached: Reached) -> bool:
    """Whether the processes call a function of a package for its effects alone, which isn't seen: `start_run(args)`."""
    for syntax, code in reached:
        for call in syntax.inside(code, tree.Call):
            is_for_effects = isinstance(syntax.parents.get(call), tree.ExpressionStatement)
            if is_for_effects and isinstance(call.func, tree.Name) and not file.facts.functions.get(call):
                packages = {name.partition(".")[0] for name in by_name(syntax).get(call, ()) if "." in name}
                if packages - {"torch", "builtins"}:
                    return True
    return False


def _draws(file: File, reached: Reached) -> bool:
    """Whether what the processes run is seen to draw weights or other numbers."""
    for syntax, code in reached:
        for call in syntax.inside(code, tree.Call):
            if tree.last_name(call.func) in DRAWS or surely_has_parameters(file.value(call).value):
                return True
    return False


def _trains(reached: Reached) -> bool:
    """Whether the processes train, so that they draw weights, dropout or noise."""
    for syntax, code in reached:
        if any(tree.last_name(call.func) == "backward" for call in syntax.inside(code, tree.Call)):
            return True
    return False


def _is_seeded_by_import(file: File) -> bool:
    """Whether the file seeds outside functions, and so in each process, which imports it."""
    calls = file.tree.own(file.tree.root, tree.Call)
    return any(_seeds(file, call) and not _is_of_main(file.tree, call) for call in calls)


def _is_seeded_elsewhere(file: File, seeding: tree.Call) -> bool:
    """Whether the program calls anything else that seeds, as its name says, outside functions that are for that."""
    scope = file.tree.scope(seeding)
    for unit in distributed.program_units(file):
        for call in unit.tree.all(tree.Call):
            if "seed" in tree.last_name(call.func).lower() and call is not seeding:
                around = unit.tree.scope(call)
                is_seeding = isinstance(around, tree.FunctionDef) and "seed" in around.name
                if around is not scope and not is_seeding:
                    return True
    return False


def _draws_between(file: File, seeding: tree.Call, spawn: tree.Call) -> bool:
    """Whether the seeded process makes modules or random numbers itself, before it starts others."""
    own = file.tree.own(file.tree.scope(seeding), tree.Call)
    between = [call for call in own if seeding.end <= call.start < spawn.start]
    return any(file.value(call).value.kind in ("module", "tensor") for call in between)
