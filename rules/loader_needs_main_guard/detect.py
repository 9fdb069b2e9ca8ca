"""DataLoaders with workers that are gone through when their file is imported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import View, options
from torchlint.queries.data import LoaderView, loaders
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SETTING = ("set_start_method", "get_context")
_SPAWNING = ("spawn", "forkserver")


class ImportedLoader(LoaderView):
    """A DataLoader with workers that an import of the file goes through."""

    __slots__ = ("iterated",)

    iterated: tree.Node

    def __init__(self, file: File, node: tree.Call, iterated: tree.Node) -> None:
        super().__init__(file, node)
        object.__setattr__(self, "iterated", iterated)

    @property
    def loop_over(self) -> View:
        """The loop that goes through it."""
        return View(self.file, self.iterated)

    @property
    def is_spawned(self) -> bool:
        """Whether its workers are certainly no copies of the process."""
        given = self.argument(-1, "multiprocessing_context")
        if given is not None:
            return given.is_literally in _SPAWNING
        return any(method in _SPAWNING for method in _start_methods(self.file))


def says_fork(file: File) -> bool:
    """Whether the file chooses to fork its processes."""
    contexts = (argument.value for call in file.tree.all(tree.Call) for argument in call.args if _is_context(argument))
    named = [file.value(value).is_literally for value in contexts]
    return "fork" in (*named, *_start_methods(file))


def _is_context(argument: tree.Argument) -> bool:
    return argument.keyword == "multiprocessing_context"


def _start_methods(file: File) -> list[object]:
    calls = [call for call in file.tree.all(tree.Call) if tree.last_name(call.func) in _SETTING and call.args]
    return [file.value(call.args[0].value).is_literally for call in calls]


def loaders_used_by_import(file: File) -> Iterator[ImportedLoader]:
    """Such loaders, in source order."""
    runs = [run for run, _ in reversed(file.facts.loops_over) if file.holds(run.node)]
    used = {made: run.node for run in runs for made in run.batches_of}
    ran = _run_by_import(file) if used else set()
    for loader in loaders(file):
        loop = used.get(loader.node)
        if loop is None or not file.holds(loader.node) or not _has_workers(file, loader):
            continue
        scope = file.tree.scope(loop)
        if scope in ran and (scope is not file.tree.root or not _is_guarded(file, loop)):
            yield ImportedLoader(file, loader.node, loop)


def _has_workers(file: File, loader: LoaderView) -> bool:
    count = loader.setting("num_workers")
    if count is None:
        return False
    written = file.value(resolved_expression(file.tree, count.node)).is_literally
    defaults = [tree.integer_literal(one) for one in options.option_defaults(file, count.node)]
    if defaults and all(defaults):
        return True  # unless somebody sets it
    return isinstance(written, int) and written > 0


def _run_by_import(file: File) -> set[tree.Node]:
    """The file itself and those of its functions that run when it is imported."""
    ran: set[tree.Node] = {file.tree.root}
    calls: dict[tree.Node, list[tree.Node]] = {}
    for call, functions in file.facts.functions.items():
        scope = file.tree.scope(call) if file.holds(call) else None
        if scope is not None and (scope is not file.tree.root or not _is_guarded(file, call)):
            calls.setdefault(scope, []).extend(function.node for function in functions)
    todo: list[tree.Node] = [file.tree.root]
    while todo:
        new = [node for node in calls.get(todo.pop(), ()) if node not in ran]
        ran.update(new)
        todo += new
    return ran


def _is_guarded(file: File, node: tree.Node) -> bool:
    """Whether a condition decides whether code at the top level of the file runs."""
    return any(isinstance(above, tree.If) and not file.is_within(node, above.test) for above in file.tree.around(node))
