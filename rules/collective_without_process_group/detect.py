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
    reported = set()
    for call in sorted(calls, key=lambda call: call.node.start):
        scope = file.tree.scope(call.node)
        if scope in reported:
            continue  # fails before it gets here
        found = [(setup, level) for setup in programs if (level := _reaches(file, setup, call.node))]
        if found:
            reported.add(scope)
            setup, level = max(found, key=lambda one: one[1])
            yield UnguardedCollective(file, call.node, setup, level > 1)


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


def _reaches(file: File, setup: Setup, place: tree.Node, depth: int = 0) -> int:
    """How far it is known that a program comes to a place: 2 by calls that are seen, 1 by a method of a class."""
    function = file.tree.scope(place)
    if setup.is_of_deepspeed:
        return 2 if function is setup.function and not setup.has_begun(place) else 0
    if function is setup.function or not isinstance(function, tree.FunctionDef):
        return 2 if setup.syntax is file.tree else 0
    if depth > _DEEPEST:
        return 0
    owner = file.tree.above(function, tree.ClassDef, tree.FunctionDef)
    most = 2
    if isinstance(owner, tree.ClassDef):
        if not any(_calls(syntax, owner.name) for syntax in (file.tree, setup.syntax, *_users(file))):
            return 0
        if function.name in _OF_OBJECTS:
            return 1
        most = 1
    # What makes the object, and calls its method, may be between this file and the program.
    others = (setup.syntax, *(_users(file) if most == 1 else ()))
    if any(syntax is not file.tree and _calls(syntax, function.name) for syntax in others):
        return most
    levels = (_reaches(file, setup, call, depth + 1) for call in _calls(file.tree, function.name))
    return min(most, max(levels, default=0))


def _users(file: File) -> list[tree.Tree]:
    """The files of the project that import this one."""
    files = file.project_files
    return list(files.trees(files.users(file.place))) if files is not None else []


def _calls(syntax: tree.Tree, name: str) -> list[tree.Call]:
    """The calls of a function, or of a class, that come whether or not there is a process group."""
    named = syntax.calls_named(name)
    return [call for call in named if not is_guarded(syntax, call)]
