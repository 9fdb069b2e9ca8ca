"""Collectives that a program comes to without asking whether it has a process group, which it may run without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.knowledge.call_names import DISTRIBUTED_SAMPLERS, NEEDS_A_GROUP
from torchlint.knowledge.operations import full_names
from torchlint.queries import CallView
from torchlint.syntax import tree

from .detect_guards import is_guarded
from .detect_setups import Setup, conditions_of, makes_one, otherwise, setups

if TYPE_CHECKING:
    from torchlint.queries import File

# Methods that the construction or a call of an object runs.
_OF_OBJECTS = frozenset(("__init__", "__call__", "forward"))
# What a run without a process group has instead of what these return.
_OF_ONE_PROCESS = {"get_rank": 0, "get_world_size": 1}
_OWN_GROUPS = ("process_group", "device_mesh")
_DEEPEST = 5


@dataclass(frozen=True, slots=True, eq=False)
class UnguardedCollective(CallView):
    """A call that needs a process group, in a program that may have none."""

    setup: Setup
    is_certain: bool  # whether the program is seen to come here, rather than to make an object whose method this is

    @property
    def instead(self) -> str:
        """What to write."""
        asks = "torch.distributed.is_initialized()"
        alone = _OF_ONE_PROCESS.get(tree.last_name(self.callee.node))
        return f"guard it with `if {asks}:`" if alone is None else f"write `{self} if {asks} else {alone}`"

    @property
    def without(self) -> str:
        """In which case there is no process group."""
        return self.setup.without


def unguarded_collectives(file: File) -> Iterator[UnguardedCollective]:
    """The first of each function, in source order."""
    names = (*full_names("collective", of="torch.distributed"), *NEEDS_A_GROUP, *DISTRIBUTED_SAMPLERS)
    calls = [
        call
        for call in file.named_calls(*names)
        if not call.has_stars
        and not _is_told_its_share(call)
        and not is_guarded(file.tree, call.node, by_flags=True)
        and not _sets_up(file.tree, call.node)
    ]
    if file.names.imports_packages(("accelerate",)):
        return  # creates the process group by itself
    programs = list(setups(file)) if calls else []
    ways, reported = _Ways(file), set()
    for call in sorted(calls, key=lambda call: call.node.start):
        scope = file.tree.scope(call.node)
        if scope in reported:
            continue  # fails before it gets here
        found = [(setup, level) for setup in programs if (level := ways.level(setup, call.node))]
        if found:
            reported.add(scope)
            setup, level = max(found, key=lambda one: one[1])
            yield UnguardedCollective(file, call.node, setup, level > 1 and not setup.is_doubted)


def _is_told_its_share(call: CallView) -> bool:
    """Whether a sampler is given its rank and the number of ranks, or a wrapper its group, and asks for none."""
    told = call.argument(1, "num_replicas") is not None and call.argument(2, "rank") is not None
    return told if call.spelled & DISTRIBUTED_SAMPLERS else any(a.keyword in _OWN_GROUPS for a in call.node.args)


def _sets_up(syntax: tree.Tree, place: tree.Node) -> bool:
    """Whether the function around makes a process group itself: in any case, or on the way to a place."""
    scope = syntax.scope(place)
    own = syntax.own(scope, tree.Call) if isinstance(scope, tree.FunctionDef) else ()
    here = syntax.branches(place, tree.If)
    return any(
        otherwise(syntax, call) is None or conditions_of(syntax, call).items() <= here.items()
        for call in own
        if makes_one(call)
    )


class _Ways:
    """The ways in which programs come to the functions of a file. What is called by a name is looked up once."""

    def __init__(self, file: File) -> None:
        files = file.project_files
        self._file = file
        self._users = list(files.trees(files.users(file.place))) if files is not None else []
        self._calls: dict[tuple[tree.Tree, str], list[tree.Call]] = {}
        self._levels: dict[tuple[Setup, str, int], int] = {}

    def level(self, setup: Setup, place: tree.Node, depth: int = 0) -> int:
        """How far it is known that a program comes to a place: 2 by calls that are seen, 1 by a method of a class."""
        syntax = self._file.tree
        function = syntax.scope(place)
        if setup.is_of_deepspeed:
            return 2 if function is setup.function and not setup.has_begun(place) else 0
        if function is setup.function or not isinstance(function, tree.FunctionDef):
            return 2 if setup.syntax is syntax else 0
        if depth > _DEEPEST:
            return 0
        owner = syntax.above(function, tree.ClassDef, tree.FunctionDef)
        most = 2
        if isinstance(owner, tree.ClassDef):
            if not any(self._calls_of(one, owner.name) for one in (syntax, setup.syntax, *self._users)):
                return 0
            if function.name in _OF_OBJECTS:
                return 1
            most = 1
        # What makes the object, and calls its method, may be between this file and the program.
        others = (setup.syntax, *(self._users if most == 1 else ()))
        if any(one is not syntax and self._calls_of(one, function.name) for one in others):
            return most
        return min(most, self._level_of_calls(setup, function.name, depth + 1))

    def _level_of_calls(self, setup: Setup, name: str, depth: int) -> int:
        """How far it is known that a program comes to one of the calls of a function in the file."""
        asked = (setup, name, depth)
        if asked not in self._levels:
            levels = (self.level(setup, call, depth) for call in self._calls_of(self._file.tree, name))
            self._levels[asked] = max(levels, default=0)
        return self._levels[asked]

    def _calls_of(self, syntax: tree.Tree, name: str) -> list[tree.Call]:
        """The calls of a function, or of a class, that come whether or not there is a process group."""
        if (syntax, name) not in self._calls:
            named = syntax.calls_named(name)
            self._calls[syntax, name] = [call for call in named if not is_guarded(syntax, call)]
        return self._calls[syntax, name]
