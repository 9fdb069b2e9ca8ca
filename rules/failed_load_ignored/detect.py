"""Loads whose errors an `except` swallows, after which the program goes on as if nothing had been there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.binding.use_def import definitions_of, reaching_definitions
from torchlint.queries import CallView, View
from torchlint.syntax import tree
from torchlint.syntax.handlers import catches

if TYPE_CHECKING:
    from torchlint.queries import File

# The errors of a state that does not fit, and those that they are.
_BROAD = frozenset(("Exception", "BaseException", "RuntimeError", "ValueError"))
# Words in the names of what ends a program or a test, and of what loads in another way.
_ELSEWHERE = frozenset(
    """exit abort quit skip fail kill load loads loaded restore resume recover pretrained
    init initialize reset""".split()
)
# Words in the names of functions that load a state.
_LOADS = ("load", "restore", "resume")
# Words that a name begins with of what only says that it has failed: `log_load_error`.
_SAYS = frozenset("add debug error info log print report say show tell warn warning write".split())
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# Parts of the names of what a training can do without: it begins anew.
_OF_TRAINING = ("opt", "sched", "scaler", "warmup")


@dataclass(frozen=True, slots=True, eq=False)
class SwallowedLoad(CallView):
    """A load in a `try`."""

    handler: tree.Node  # the `except`, or the block that suppresses errors
    is_silent: bool  # whether the `except` calls nothing, not even a print

    @property
    def caught(self) -> View:
        """The `except`, or what suppresses the error."""
        return View(self.file, self.handler)

    @property
    def loads_itself(self) -> bool:
        """Whether it is a `load_state_dict`, rather than a function that calls one."""
        return self.method == "load_state_dict"

    @property
    def is_of_model(self) -> bool:
        """Whether a model's weights are loaded, as far as names tell; a part of them may have been when it fails."""
        if (
            self.receiver is None
            or not self.loads_itself
            or self.receiver.value.kind in ("optimizer", "scheduler", "scaler")
        ):
            return False
        return not any(part in self.receiver.code.lower() for part in _OF_TRAINING)


def swallowed_loads(file: File) -> Iterator[SwallowedLoad]:
    """The first load of each such `try`, in source order."""
    for attempt in file.tree.all(tree.Try):
        handler = next((one for one in attempt.handlers if catches(one, _BROAD)), None)
        if handler is not None and not attempt.orelse and _goes_on(handler) and not _is_of_one_entry(file, attempt):
            load = next(_loads(file, attempt), None)
            if load is not None and not _says_success(attempt):
                is_silent = not any(isinstance(node, tree.Call) for node in tree.walk(handler))
                yield SwallowedLoad(file, load, handler, is_silent)
    for block in file.tree.all(tree.With):
        suppress = next((item.context for item in block.items if _suppresses(item.context)), None)
        load = next(_loads(file, block), None) if suppress is not None else None
        if suppress is not None and load is not None and not _says_success(block) and not _leaves(block):
            yield SwallowedLoad(file, load, suppress, is_silent=True)


def _suppresses(context: tree.Expression) -> bool:
    """Whether this is `contextlib.suppress` of an error that a state raises which does not fit."""
    if not isinstance(context, tree.Call) or tree.last_name(context.func) != "suppress":
        return False
    return any(tree.last_part(one.value) in _BROAD for one in context.args)


def _goes_on(handler: tree.Handler) -> bool:
    """Whether a handler neither stops, nor loads otherwise, nor keeps or returns that it has failed."""
    for node in tree.walk(handler):
        if isinstance(node, (tree.Raise, tree.Continue, tree.Break, tree.Assert)):
            return False
        if isinstance(node, tree.Call) and _does_otherwise(tree.last_name(node.func)):
            return False
        if isinstance(node, tree.Return) and (node.value is None or _speaks_of_failure(node.value)):
            return False
        if isinstance(node, tree.Assign) and _speaks_of_failure(node.value):
            return False
    return True


def _leaves(block: tree.With) -> bool:
    """Whether the code after a block runs only where the load fails: the block ends with `return`, or `break`."""
    return isinstance(block.body[-1], (tree.Return, tree.Break, tree.Continue))


def _says_success(attempt: tree.Try | tree.With) -> bool:
    """Whether the block ends with a flag, `loaded = True`, that is not set where the load fails."""
    last = attempt.body[-1]
    return isinstance(last, tree.Assign) and isinstance(last.value, tree.Constant) and last.value.value is True


def _does_otherwise(name: str) -> bool:
    """Whether a function ends the program, loads in another way, or keeps what has failed, as its name says."""
    words = [word.lower() for word in _WORD.findall(name)]
    if name in ("add", "append"):
        return True
    return not _ELSEWHERE.isdisjoint(words) and words[0] not in _SAYS


def _speaks_of_failure(value: tree.Expression) -> bool:
    """Whether a value tells whoever asks that there is nothing: None, True or False, a text."""
    return any(
        isinstance(node, tree.FormattedString)
        or (isinstance(node, tree.Constant) and (node.value is None or isinstance(node.value, (bool, str))))
        for node in tree.walk(value)
    )


def _is_of_one_entry(file: File, attempt: tree.Try) -> bool:
    """Whether a handler of another load tries entry by entry, in a loop."""
    loop = file.tree.above(attempt, tree.For, tree.Handler)
    return isinstance(loop, tree.For) and file.tree.above(loop, tree.Handler) is not None


def _loads(file: File, attempt: tree.Try | tree.With) -> Iterator[tree.Call]:
    """The calls of `load_state_dict` that the block itself is around, and of functions that do so."""
    calls = (n for s in attempt.body for n in tree.walk(s, into_functions=False) if isinstance(n, tree.Call))
    for call in sorted(calls, key=lambda node: node.start):
        if (
            file.tree.above(call, type(attempt)) is attempt
            and _loads_state(file, call)
            and not _is_new(file, attempt, call)
        ):
            yield call


def _is_new(file: File, attempt: tree.Try | tree.With, call: tree.Call) -> bool:
    """Whether what is loaded is made in the block, too, so that nobody goes on with it."""
    holder = tree.root_name(call.func)
    made = reaching_definitions(file.tree, holder) if holder is not None and call.func is not holder else ()
    return bool(made) and all(one is not None and attempt.start <= one.node.start < attempt.end for one in made)


def _loads_state(file: File, call: tree.Call) -> bool:
    name = tree.last_name(call.func)
    if name == "load_state_dict":
        return isinstance(call.func, tree.Attribute)
    called = file.facts.functions.get(call, ()) if any(word in name.lower() for word in _LOADS) else ()
    return any(_loads_what_it_is_given(one) for one in called)


def _loads_what_it_is_given(function: Function) -> bool:
    """Whether a function loads the state of something that it has not made itself."""
    syntax = function.unit.tree
    loads = (c for c in syntax.inside(function.node, tree.Call) if tree.last_name(c.func) == "load_state_dict")
    holders = (tree.root_name(load.func) for load in loads)
    made = (definitions_of(syntax, holder) if holder is not None else () for holder in holders)
    return any(not its or any(one.kind != "assignment" for one in its) for its in made)
