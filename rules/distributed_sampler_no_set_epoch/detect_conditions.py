"""Whether a sampler that is made in any case gets its epoch only under a condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import changed_in
from torchlint.queries import CallView, View
from torchlint.syntax import tree
from torchlint.syntax.conditions import tests_at

if TYPE_CHECKING:
    from torchlint.queries import File


def only_under(file: File, sampler: tree.Node, epochs: tree.Node) -> View | None:
    """The condition under which alone the epoch is set, of a sampler that is made without it; None if there is none.

    Without `num_replicas` and `rank`, a DistributedSampler fails outside of a process group: there, the condition holds
    wherever the program runs.
    """
    if not isinstance(sampler, tree.Call) or _depends_on_group(CallView(file, sampler)):
        return None
    if not file.holds(epochs) or any(True for _ in _tests(file.tree, sampler)):
        return None
    found: list[View] = []
    of_loop = set(_tests(file.tree, epochs))  # without these, there are no epochs
    for unit in file.analysis.units:
        calls = unit.tree.calls_named("set_epoch")
        if len(calls) != sum(node.attr == "set_epoch" for node in unit.tree.all(tree.Attribute)):
            return None  # passed on as a function
        for call in calls:
            tests = (test for test in _tests(unit.tree, call) if test not in of_loop)
            flags = [test for test in tests if _is_flag(unit.tree, call, test, epochs)]
            if not flags or not file.holds(call):
                return None
            found.append(View(file, flags[0]))
    return found[0] if found else None


def _depends_on_group(call: CallView) -> bool:
    """Whether a sampler asks the process group who takes part, as does one that a loader makes for itself."""
    return (
        call.value.kind == "loader"
        or call.has_stars
        or call.argument(1, "num_replicas") is None
        or call.argument(2, "rank") is None
    )


def _tests(syntax: tree.Tree, place: tree.Node) -> Iterator[tree.Expression]:
    """The conditions of its function that decide whether a place runs, other than constants."""
    inside = place
    for above in syntax.around(place):
        if isinstance(above, tree.Scope):
            return
        yield from (test for test in tests_at(syntax, inside, above) if not isinstance(test, tree.Constant))
        inside = above


def _is_flag(syntax: tree.Tree, call: tree.Call, test: tree.Expression, epochs: tree.Node) -> bool:
    """Whether a condition is the same in all epochs, and does not ask what the sampler is."""
    if "sampler" in syntax.text_of(test) or any(isinstance(node, tree.Call) for node in tree.walk(test)):
        return False
    receiver = call.func.value if isinstance(call.func, tree.Attribute) else None
    of_sampler = {tree.dotted(node) for node in tree.walk(receiver)} if receiver is not None else set()
    changing = changed_in(syntax, epochs)
    read = {tree.dotted(n) for n in tree.walk(test) if isinstance(n, (tree.Name, tree.Attribute))}
    return not read & (of_sampler | changing)
