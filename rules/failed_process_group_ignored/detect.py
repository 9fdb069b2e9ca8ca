"""Process groups whose errors an `except` swallows, after which each process goes on by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.queries import CallView, View
from torchlint.queries.distributed import asks_about_processes
from torchlint.syntax import tree
from torchlint.syntax.conditions import tests_at
from torchlint.syntax.handlers import catches

if TYPE_CHECKING:
    from torchlint.queries import File

_INIT = "torch.distributed.init_process_group"
# The errors of a rank that does not find the others; a ValueError says that a variable of the launcher is missing.
_BROAD = ("Exception", "BaseException", "RuntimeError")
# Through how many functions a start is looked for.
_DEEPEST = 2
# Parts of the names of what ends a program, tries again, or makes the process group in another way.
_ELSEWHERE = (
    "exit",
    "abort",
    "quit",
    "fatal",
    "fail",
    "skip",
    "kill",
    "init",
    "setup",
    "spawn",
    "sleep",
    "usage",
    "_mp",
)
# What says how many processes there are, or whether there are several.
_OF_PROCESSES = re.compile(r"world|rank|dist|ddp|num_proc|nprocs|multi", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class SwallowedStart(CallView):
    """A call of `init_process_group` in a `try`."""

    handler: tree.Handler
    start: tree.Call  # `init_process_group` itself, perhaps in a function that is called here

    @property
    def caught(self) -> View:
        """The `except`."""
        return View(self.file, self.handler)

    @property
    def name(self) -> str:
        """The function, without what it is given."""
        return tree.last_name(self.callee.node)

    @property
    def is_alone_anyway(self) -> bool:
        """Whether the group is written to have one process."""
        return isinstance(self._size, tree.Constant) and self._size.value == 1

    @property
    def _size(self) -> tree.Expression | None:
        """How many processes there are said to be."""
        return tree.argument(self.start, 3, "world_size")

    @property
    def is_certain(self) -> bool:
        """Whether several processes were asked for, and the program is seen to go on as one of its own.

        Without a condition, or a size, the handler may be meant for those who start the program without a launcher.
        """
        return self.goes_on_alone and (self._size is not None or self._is_asked_for)

    @property
    def goes_on_alone(self) -> bool:
        """Whether the handler writes down, or returns, that there is one process: `rank, world_size = 0, 1`."""
        for node in tree.walk(self.handler):
            if isinstance(node, tree.Assign) and _is_of_one(node.value):
                if any(_OF_PROCESSES.search(self.file.tree.text_of(target)) for target in node.targets):
                    return True
            if isinstance(node, tree.Return) and isinstance(node.value, tree.Tuple) and _is_of_one(node.value):
                return True
        return False

    @property
    def _is_asked_for(self) -> bool:
        """Whether a condition on the number of processes, or on what a launcher sets, leads here."""
        syntax, inside = self.file.tree, self.node
        for above in syntax.around(self.node):
            if isinstance(above, tree.Scope):
                break
            if any(_asks_for_others(syntax, test) for test in tests_at(syntax, inside, above)):
                return True
            inside = above
        return False


def swallowed_starts(file: File) -> Iterator[SwallowedStart]:
    """Each of them, in source order."""
    if not file.analysis.mentions("init_process_group"):
        return
    named = {call.node: call.node for call in file.named_calls(_INIT)}
    inner = {call: start for call in _calls_tried(file) if (start := named.get(call) or _start_in(file, call))}
    for call, start in sorted(inner.items(), key=lambda each: each[0].start):
        attempt = file.tree.above(call, tree.Try, *tree.Scope)
        if not isinstance(attempt, tree.Try) or not any(_holds(one, call) for one in attempt.body):
            continue  # its errors are not caught, or it is itself in a handler of other errors
        handler = next((one for one in attempt.handlers if catches(one, _BROAD)), None)
        is_repeated = file.tree.above(attempt, *tree.Loops, *tree.Scope)
        if handler is not None and not isinstance(is_repeated, tree.Loops) and _goes_on(handler):
            swallowed = SwallowedStart(file, call, handler, start)
            if call is start or swallowed.goes_on_alone:  # others wrap the whole program, to log its errors
                yield swallowed


def _calls_tried(file: File) -> Iterator[tree.Call]:
    """The calls in each `try` that an `except` for errors of any kind follows."""
    seen = set[tree.Node]()
    for attempt in file.tree.all(tree.Try):
        if any(catches(one, _BROAD) for one in attempt.handlers):
            calls = [c for s in attempt.body for c in tree.walk(s, into_functions=False) if isinstance(c, tree.Call)]
            yield from (call for call in calls if call not in seen)
            seen.update(calls)


def _start_in(file: File, call: tree.Call, depth: int = 0) -> tree.Call | None:
    """The call of `init_process_group` in a function of the project whose errors it lets through."""
    for function in sorted(file.facts.functions.get(call, ()), key=lambda function: function.node.start):
        syntax = function.unit.tree
        for inner in syntax.own(function.node, tree.Call):
            if isinstance(syntax.above(inner, tree.Try, *tree.Scope), tree.Try):
                continue  # caught there, or tried in another way
            if _INIT in by_name(syntax).get(inner, ()):
                return inner
            if depth < _DEEPEST and (found := _start_in(file, inner, depth + 1)) is not None:
                return found
    return None


def _holds(outer: tree.Node, node: tree.Node) -> bool:
    return outer.start <= node.start and node.end <= outer.end


def _goes_on(handler: tree.Handler) -> bool:
    """Whether a handler neither stops, nor tries in another way, nor tells whoever called that it has failed."""
    for node in tree.walk(handler):
        if isinstance(node, (tree.Raise, tree.Assert, tree.Continue, tree.Break)):
            return False
        if isinstance(node, tree.Call) and any(part in tree.last_name(node.func).lower() for part in _ELSEWHERE):
            return False
        if isinstance(node, tree.Return) and node.value is not None and not _is_of_one_process(handler, node.value):
            return False
    return True


def _is_of_one_process(handler: tree.Handler, value: tree.Expression) -> bool:
    """Whether a handler returns several values, or what it has set for a single process: `args.rank = 0`."""
    if isinstance(value, tree.Tuple):
        return True
    root = tree.root_name(value)
    ones = [one for one in tree.walk(handler) if isinstance(one, tree.Assign) and _is_of_one(one.value)]
    targets = [part for one in ones for target in one.targets for part in _elements(target)]
    same = (part for part in targets if root is not None and tree.root_name(part) is not None)
    return isinstance(value, (tree.Name, tree.Attribute)) and any(
        tree.dotted(part) == tree.dotted(value) or (tree.dotted(part) or "").startswith(f"{tree.dotted(value)}.")
        for part in same
    )


def _elements(target: tree.Expression) -> list[tree.Expression]:
    return target.elements if isinstance(target, (tree.Tuple, tree.List)) else [target]


def _is_of_one(value: tree.Node) -> bool:
    """Whether a value says that there is one process, or that this is the first: 0, 1, False, or some of them."""
    parts = value.elements if isinstance(value, tree.Tuple) else [value]
    return all(isinstance(part, tree.Constant) and part.value in (0, 1, False) for part in parts)


def _asks_for_others(syntax: tree.Tree, test: tree.Node) -> bool:
    text = syntax.text_of(test)
    return asks_about_processes(syntax, test) and "is_initialized" not in text and "is_available" not in text
